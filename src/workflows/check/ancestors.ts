/** Tells which nodes of a graph are before which others. */
import type { Graph } from '../model/graph.js';

const BITS = 32;

/** The ancestors of all nodes, found in one pass: one bit for each pair of nodes. */
export class Ancestors {
  readonly #numbers: ReadonlyMap<string, number>;
  /** The bits of a node, by its number. */
  readonly #bits: readonly Uint32Array[];

  constructor(graph: Graph) {
    const order = graph.order();
    this.#numbers = new Map(order.map((name, number) => [name, number]));
    const bits: Uint32Array[] = [];
    for (const name of order) {
      const own = new Uint32Array(Math.ceil(order.length / BITS));
      for (const { from } of graph.into(name)) {
        const number = this.#numbers.get(from) ?? 0;
        // A graph without the predecessor is none whose node stands in the order.
        bits[number]?.forEach((word, at) => {
          own[at] = (own[at] ?? 0) | word;
        });
        own[Math.floor(number / BITS)] = (own[Math.floor(number / BITS)] ?? 0) | (1 << (number % BITS));
      }
      bits.push(own);
    }
    this.#bits = bits;
  }

  /** True when a way leads from one node to the other. In a cycle, and behind one, it is true of all: the cycle is the fault there. */
  isBefore(one: string, other: string): boolean {
    const number = this.#numbers.get(one);
    const behind = this.#numbers.get(other);
    if (behind === undefined) return true;
    if (number === undefined) return false;
    return (((this.#bits[behind]?.[Math.floor(number / BITS)] ?? 0) >>> (number % BITS)) & 1) === 1;
  }
}
