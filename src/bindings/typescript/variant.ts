/** The types of one purpose, beside those of documents as clients write them. */
import type { Imports } from './imports.js';
import { Interfaces } from './interfaces.js';
import type { Membership } from './membership.js';
import { pathName } from './names.js';
import { type ObjectContext, type ObjectNode, objectText } from './object-text.js';

export interface VariantOptions {
  /** The file of the module, without ending, and how it writes its types. */
  readonly file: string;
  readonly written: ObjectContext;
  /** What the types of the module are called. */
  readonly base: string;
  /** Of the file that has the variants. */
  readonly aliasOf: ObjectContext['aliasOf'];
  readonly imports: Imports;
}

export class Variant {
  readonly #own: Interfaces;
  readonly #context: ObjectContext;

  /** @param ending of the names of the types that differ */
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

  /** True when the members of the node are not those of a document as written. */
  differs(node: ObjectNode): boolean {
    return objectText(node, this.#context) !== objectText(node, this.options.written);
  }

  /** The name of the type of a node: that of the module's file where it does not differ. */
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
