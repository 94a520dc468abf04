/**
 * Names for the object types of containers and lists, so that types of long models stay readable. A grouping in several paths
 * is written once, under the first name: otherwise models with large groupings would be many times longer.
 */
import { formatLocation } from '../../yang/index.js';
import { docComment } from './doc.js';
import { type ObjectContext, type ObjectNode, objectText } from './object-text.js';

export class Interfaces {
  readonly #names = new Map<ObjectNode, string>();
  /** Names by location in the module's text and by content. */
  readonly #written = new Map<string, string>();
  readonly #taken: Set<string>;
  /** Declarations in the order of the schema, parents first. */
  readonly #declarations: string[] = [];

  /**
   * @param nameFor returns the preferred name of a node
   * @param taken names that the file already declares
   */
  constructor(
    private readonly nameFor: (node: ObjectNode) => string,
    taken: readonly string[],
  ) {
    this.#taken = new Set(taken);
  }

  /** Returns the type name of a node, and declares it at the first call. */
  nameOf(node: ObjectNode, context: ObjectContext): string {
    const known = this.#names.get(node);
    if (known) return known;
    const place = this.#declarations.length;
    const text = objectText(node, context);
    const doc = docComment(node.description);
    const key = JSON.stringify([formatLocation(node.location), doc, text]);
    const name = this.#written.get(key) ?? this.#newName(node);
    if (!this.#written.has(key)) this.#declarations.splice(place, 0, `${doc}export type ${name} = ${text};\n`);
    this.#written.set(key, name);
    this.#names.set(node, name);
    return name;
  }

  #newName(node: ObjectNode): string {
    let name = this.nameFor(node);
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }

  declarations(): readonly string[] {
    return this.#declarations;
  }
}
