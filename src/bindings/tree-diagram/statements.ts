/** The statements that schema nodes were compiled from: what a diagram shows and the schema has no need to keep. */
import {
  formatLocation,
  type Module,
  parseModule,
  type Schema,
  type SchemaNode,
  type Statement,
} from '../../yang/index.js';

export class Statements {
  readonly #texts = new Map<string, string>();
  readonly #parsed = new Map<string, Statement>();
  readonly #index = new Map<string, ReadonlyMap<string, Statement>>();

  constructor(schema: Schema) {
    for (const module of schema.modules.values())
      for (const { file, text } of [module, ...module.submodules]) this.#texts.set(file, text);
  }

  /** The module's statement and those of its submodules. */
  unitsOf(module: Module): Statement[] {
    return [module, ...module.submodules].flatMap(({ file }) => this.#parse(file) ?? []);
  }

  /** The statement that defines the node; of a case that the module does not write out, its child's. */
  of(node: SchemaNode): Statement | undefined {
    return this.#indexOf(node.location.file)?.get(formatLocation(node.location));
  }

  /** The type of a leaf as written, with its prefix. */
  typeOf(node: SchemaNode): string | undefined {
    return argument(this.of(node), 'type');
  }

  /** `{feature,other or more}?` for a node with `if-feature`, else nothing. */
  featuresOf(node: SchemaNode): string {
    const statement = this.of(node);
    // What is written directly into a choice has a case of the same place, which is not conditional itself.
    return !statement || (node.kind === 'case' && statement.keyword !== 'case') ? '' : this.conditionsOf(statement);
  }

  conditionsOf(statement: Statement): string {
    const conditions = statement.statements.filter(({ keyword }) => keyword === 'if-feature');
    const texts = conditions.map((each) => (each.argument ?? '').replace(/\s+/g, ' ').trim());
    return texts.length === 0 ? '' : `{${texts.join(',')}}?`;
  }

  /** Name of the extension, without prefix, that a structure was defined by. */
  extensionName(node: SchemaNode): string {
    return this.of(node)?.keyword.replace(/^.*:/, '') ?? 'structure';
  }

  #parse(file: string): Statement | undefined {
    const known = this.#parsed.get(file);
    const text = this.#texts.get(file);
    if (known || text === undefined) return known;
    const statement = parseModule(text, file);
    this.#parsed.set(file, statement);
    return statement;
  }

  #indexOf(file: string): ReadonlyMap<string, Statement> | undefined {
    const known = this.#index.get(file);
    const root = known ? undefined : this.#parse(file);
    if (!root) return known;
    const index = new Map<string, Statement>();
    const add = (statement: Statement): void => {
      index.set(formatLocation(statement.location), statement);
      statement.statements.forEach(add);
    };
    add(root);
    this.#index.set(file, index);
    return index;
  }
}

/** The argument of the first sub-statement with that keyword. */
export function argument(statement: Statement | undefined, keyword: string): string | undefined {
  return statement?.statements.find((each) => each.keyword === keyword)?.argument;
}
