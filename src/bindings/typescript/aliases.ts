/** Typedefs as type aliases: written once, in the file of the module that defines them, and imported elsewhere. */
import type { Module, Schema, SchemaNode, Type } from '../../yang/index.js';
import { docComment } from './doc.js';
import { pascal } from './names.js';
import { inlineText } from './type-text.js';

/** Simple types read better spelled out than behind a name from another file. */
const WORTH_A_NAME = /[|'&]/;

export class Aliases {
  /** Alias text by `module:typedef`; undefined where uses of one typedef differ (restricted further in place). */
  readonly #texts = new Map<string, string | undefined>();
  readonly #imports = new Map<Module, Set<string>>();
  readonly #modules: ReadonlySet<string>;

  /** @param modules names of the modules that get a file */
  constructor(schema: Schema, modules: ReadonlySet<string>) {
    this.#modules = modules;
    const visit = (node: SchemaNode): void => {
      if (node.kind === 'leaf' || node.kind === 'leaf-list') this.#collect(node.type);
      if ('children' in node) node.children.forEach(visit);
      if (node.kind === 'choice') node.cases.forEach(visit);
      if (node.kind === 'container' || node.kind === 'list') for (const action of node.actions.values()) visit(action);
      if (node.kind === 'rpc' || node.kind === 'action') [node.input, node.output].forEach(visit);
    };
    visit(schema.root);
    for (const each of [schema.rpcs, schema.notifications, schema.structures])
      for (const node of each.values()) visit(node);
  }

  #collect(type: Type): void {
    if (type.base === 'union') for (const member of type.members) this.#collect(member);
    if (type.base === 'leafref') this.#collect(type.target);
    if (!type.typedef) return;
    const text = inlineText(type, () => undefined);
    const known = this.#texts.has(type.typedef) ? this.#texts.get(type.typedef) : text;
    this.#texts.set(type.typedef, known === text ? text : undefined);
  }

  /** The alias to write for a type in the file of `user`, if it has one. */
  use(type: Type, user: Module): string | undefined {
    const typedef = type.typedef;
    const text = typedef && this.#texts.get(typedef);
    if (!typedef || !text || !WORTH_A_NAME.test(text) || text !== inlineText(type, () => undefined)) return undefined;
    const [module = '', name = ''] = typedef.split(':');
    if (!this.#modules.has(module)) return undefined;
    const alias = `${pascal(module)}_${pascal(name)}`;
    if (module !== user.name) this.#imports.set(user, (this.#imports.get(user) ?? new Set()).add(`${module}:${alias}`));
    return alias;
  }

  declarations(module: Module): string[] {
    return [...this.#texts]
      .filter(
        ([typedef, text]) => typedef.startsWith(`${module.name}:`) && text !== undefined && WORTH_A_NAME.test(text),
      )
      .map(([typedef, text]) => {
        const name = typedef.slice(module.name.length + 1);
        return `${docComment(`Type ${name} of ${module.name}.`)}export type ${pascal(module.name)}_${pascal(name)} = ${text};\n`;
      });
  }

  imports(module: Module): string {
    return [...(this.#imports.get(module) ?? [])]
      .sort()
      .map((each) => {
        const [from, alias] = each.split(':');
        return `import type { ${alias} } from './${from}.js';\n`;
      })
      .join('');
  }
}
