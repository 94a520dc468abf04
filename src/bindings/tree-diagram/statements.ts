/** The statements behind schema nodes: details for diagrams that the schema does not keep. */
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

  /** Returns the statements of the module and of its submodules. */
  unitsOf(module: Module): Statement[] {
    return [module, ...module.submodules].flatMap(({ file }) => this.#parse(file) ?? []);
  }

  /** Returns the statement that defines the node; for an implicit case, the statement of its child. */
  of(node: SchemaNode): Statement | undefined {
    return this.#indexOf(node.location.file)?.get(formatLocation(node.location));
  }

  /** Returns the type of a leaf as written, with its prefix. */
  typeOf(node: SchemaNode): string | undefined {
    return argument(this.of(node), 'type');
  }

  /** Returns `{feature,other or more}?` for a node with `if-feature`, else an empty string. */
  featuresOf(node: SchemaNode): string {
    const statement = this.of(node);
    // An implicit case has the location of its child, but is not conditional itself.
    return !statement || (node.kind === 'case' && statement.keyword !== 'case') ? '' : this.conditionsOf(statement);
  }

  conditionsOf(statement: Statement): string {
    const conditions = statement.statements.filter(({ keyword }) => keyword === 'if-feature');
    const texts = conditions.map((each) => (each.argument ?? '').replace(/\s+/g, ' ').trim());
    return texts.length === 0 ? '' : `{${texts.join(',')}}?`;
  }

  /** Returns the name, without prefix, of the extension that defined a structure. */
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

/** Returns the argument of the first sub-statement with that keyword. */
export function argument(statement: Statement | undefined, keyword: string): string | undefined {
  return statement?.statements.find((each) => each.keyword === keyword)?.argument;
}
