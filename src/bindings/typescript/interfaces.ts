/**
 * Names for the object types of containers and lists, so that long models stay readable. What several paths show of one
 * grouping is written once, under the first of them: models that use large groupings often would be many times as long.
 */
import { type DataNode, formatLocation } from '../../yang/index.js';
import { docComment } from './doc.js';
import { pascal } from './names.js';
import { type ObjectContext, objectText } from './object-text.js';

export class Interfaces {
  readonly #names = new Map<DataNode, string>();
  /** Names by place in the module's text and content. */
  readonly #written = new Map<string, string>();
  readonly #taken: Set<string>;
  /** In the order of the schema, parents first. */
  readonly #declarations: string[] = [];

  /**
   * @param base what the module's types are called
   * @param taken names that the file declares already
   */
  constructor(
    private readonly base: string,
    taken: readonly string[],
  ) {
    this.#taken = new Set(taken);
  }

  /** The name to write for a container or list entry, which is declared when it is first asked for. */
  nameOf(node: DataNode, context: ObjectContext): string | undefined {
    if (node.kind !== 'container' && node.kind !== 'list') return undefined;
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

  #newName(node: DataNode): string {
    const path = node.path
      .split('/')
      .filter(Boolean)
      .map((step) => pascal(step.replace(/^[^:]*:/, '')));
    let name = `${this.base}_${path.join('_')}`;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }

  declarations(): readonly string[] {
    return this.#declarations;
  }
}
