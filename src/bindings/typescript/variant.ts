/** Types for one purpose, as variants of the types for documents that clients write. */
import type { Imports } from './imports.js';
import { Interfaces } from './interfaces.js';
import type { Membership } from './membership.js';
import { pathName } from './names.js';
import { type ObjectContext, type ObjectNode, objectText } from './object-text.js';

export interface VariantOptions {
  /** The file of the module, without ending, and its context. */
  readonly file: string;
  readonly written: ObjectContext;
  /** Base name of the module's types. */
  readonly base: string;
  /** Aliases and imports of the file with the variants. */
  readonly aliasOf: ObjectContext['aliasOf'];
  readonly imports: Imports;
}

export class Variant {
  readonly #own: Interfaces;
  readonly #context: ObjectContext;

  /** @param ending ending of the names of types that differ */
  constructor(
    private readonly options: VariantOptions,
    membership: Membership,
    ending: string,
  ) {
    const { written, base, aliasOf } = options;
    this.#own = new Interfaces((node) => {
      const isNamed = node.kind === 'container' || node.kind === 'list';
      return `${isNamed ? written.nameOf(node) : pathName(base, node.path)}_${ending}`;
    }, []);
    this.#context = { isSelected: written.isSelected, aliasOf, membership, nameOf: (node) => this.nameOf(node) };
  }

  /** True when the members of the node differ from those of a document. */
  differs(node: ObjectNode): boolean {
    return objectText(node, this.#context) !== objectText(node, this.options.written);
  }

  /** Returns the type name of a node: the module's own type when it does not differ. */
  nameOf(node: ObjectNode): string {
    const { written, file, imports } = this.options;
    const isNamed = node.kind === 'container' || node.kind === 'list';
    if (isNamed && !this.differs(node)) return imports.add(file, written.nameOf(node));
    return this.#own.nameOf(node, this.#context);
  }

  declarations(): readonly string[] {
    return this.#own.declarations();
  }
}
