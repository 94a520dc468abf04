/**
 * Names for the object types of containers and lists, so that long models stay readable. What several paths show of one
 * grouping is written once, under the first of them: models that use large groupings often would be many times as long.
 */
import { formatLocation } from '../../yang/index.js';
import { docComment } from './doc.js';
import { type ObjectContext, type ObjectNode, objectText } from './object-text.js';

export class Interfaces {
  readonly #names = new Map<ObjectNode, string>();
  /** Names by place in the module's text and content. */
  readonly #written = new Map<string, string>();
  readonly #taken: Set<string>;
  /** In the order of the schema, parents first. */
  readonly #declarations: string[] = [];

  /**
   * @param nameFor the name that a node would get if it were free
   * @param taken names that the file declares already
   */
  constructor(
    private readonly nameFor: (node: ObjectNode) => string,
    taken: readonly string[],
  ) {
    this.#taken = new Set(taken);
  }

  /** The name to write for the members of a node, which is declared when it is first asked for. */
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
