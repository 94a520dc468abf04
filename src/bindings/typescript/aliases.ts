/** Typedefs as type aliases: written once, in the file of their module, and imported by other files. */
import type { LeafListNode, LeafNode, Module, Schema, SchemaNode, Type } from '../../yang/index.js';
import { docComment } from './doc.js';
import { pascal } from './names.js';
import type { IsSelected } from './selection.js';
import { inlineText, type TypeContext } from './type-text.js';

/** Matches types that deserve an alias: simple types are easier to read without one. */
const WORTH_A_NAME = /[|'&]/;

export class Aliases {
  /** Alias text by `module:typedef`; undefined when uses of the typedef differ (further restrictions). */
  readonly #texts = new Map<string, string | undefined>();
  readonly #names: ReadonlyMap<string, string>;

  /** @param names base names of the types of each module with a file */
  constructor(schema: Schema, names: ReadonlyMap<string, string>, isSelected: IsSelected) {
    this.#names = names;
    const visit = (node: SchemaNode): void => {
      const isOnPath = node.kind !== 'root' && node.kind !== 'choice' && node.kind !== 'case';
      if (isOnPath && !isSelected(node)) return;
      if (node.kind === 'leaf' || node.kind === 'leaf-list') this.#collect(node.type, node);
      if ('children' in node) node.children.forEach(visit);
      if (node.kind === 'choice') node.cases.forEach(visit);
      if (node.kind === 'container' || node.kind === 'list') for (const action of node.actions.values()) visit(action);
      if (node.kind === 'rpc' || node.kind === 'action') [node.input, node.output].forEach(visit);
    };
    visit(schema.root);
    for (const each of [schema.rpcs, schema.notifications, schema.structures])
      for (const node of each.values()) visit(node);
  }

  #collect(type: Type, leaf: LeafNode | LeafListNode): void {
    if (type.base === 'union') for (const member of type.members) this.#collect(member, leaf);
    if (!type.typedef) return;
    const text = inlineText(type, spelledOut(leaf));
    const known = this.#texts.has(type.typedef) ? this.#texts.get(type.typedef) : text;
    this.#texts.set(type.typedef, known === text ? text : undefined);
  }

  /** Returns the alias of a leaf's type, if it has one, and the module whose file declares it. */
  of(type: Type, leaf: LeafNode | LeafListNode): { readonly module: string; readonly alias: string } | undefined {
    const typedef = type.typedef;
    const text = typedef && this.#texts.get(typedef);
    if (!typedef || !text || !WORTH_A_NAME.test(text) || text !== inlineText(type, spelledOut(leaf))) return undefined;
    const [module = '', name = ''] = typedef.split(':');
    if (!this.#names.has(module)) return undefined;
    return { module, alias: this.#alias(module, name) };
  }

  /** Returns the names that the module's file declares. */
  namesOf(module: Module): string[] {
    return this.#of(module).map(([name]) => this.#alias(module.name, name));
  }

  declarations(module: Module): string[] {
    return this.#of(module).map(([name, text]) => {
      const comment = docComment(`Type ${name} of ${module.name}.`);
      return `${comment}export type ${this.#alias(module.name, name)} = ${text};\n`;
    });
  }

  /** Returns local names and texts of the module's typedefs that get an alias. */
  #of(module: Module): [string, string][] {
    return [...this.#texts].flatMap(([typedef, text]): [string, string][] => {
      const isOwn = typedef.startsWith(`${module.name}:`);
      return isOwn && text !== undefined && WORTH_A_NAME.test(text)
        ? [[typedef.slice(module.name.length + 1), text]]
        : [];
    });
  }

  #alias(module: string, typedef: string): string {
    return `${this.#names.get(module) ?? ''}_${pascal(typedef)}`;
  }
}

function spelledOut(leaf: LeafNode | LeafListNode): TypeContext {
  return { leaf, aliasOf: () => undefined };
}
