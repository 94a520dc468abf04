/** The edges of a graph, found by node. */
import type { Dag, DagEdge, DagNode } from './dag.js';

export class Graph {
  readonly nodes = new Map<string, DagNode>();
  readonly #into = new Map<string, DagEdge[]>();
  readonly #outOf = new Map<string, DagEdge[]>();

  constructor({ node, edge = [] }: Pick<Dag, 'node' | 'edge'>) {
    for (const each of node) this.nodes.set(each.name, each);
    for (const each of edge) {
      listOf(this.#into, each.to).push(each);
      listOf(this.#outOf, each.from).push(each);
    }
  }

  /** Edges that lead to a node. */
  into(name: string): readonly DagEdge[] {
    return this.#into.get(name) ?? [];
  }

  /** Edges that lead from a node. */
  outOf(name: string): readonly DagEdge[] {
    return this.#outOf.get(name) ?? [];
  }

  /** Returns the names of a cycle, the first one at its end again; undefined when there is none. */
  cycle(): readonly string[] | undefined {
    const open = new Map<string, number>();
    for (const name of this.nodes.keys()) open.set(name, this.into(name).length);
    const free = [...open].filter(([, count]) => count === 0).map(([name]) => name);
    for (let name = free.pop(); name !== undefined; name = free.pop()) {
      open.delete(name);
      for (const { to } of this.outOf(name)) {
        const left = (open.get(to) ?? 0) - 1;
        open.set(to, left);
        if (left === 0) free.push(to);
      }
    }
    // Each node that is left has a predecessor among those that are left.
    const [begin] = open.keys();
    return begin === undefined ? undefined : this.#cycleBehind(begin, open);
  }

  #cycleBehind(begin: string, among: ReadonlyMap<string, number>): readonly string[] {
    const way: string[] = [];
    const seen = new Map<string, number>();
    for (let name: string | undefined = begin; name !== undefined; ) {
      const before = seen.get(name);
      if (before !== undefined) return [name, ...way.slice(before).reverse()];
      seen.set(name, way.length);
      way.push(name);
      name = this.into(name).find(({ from }) => among.has(from))?.from;
    }
    return way.reverse();
  }

  /** Returns the names of all nodes from which a way leads to a node. */
  ancestors(name: string): ReadonlySet<string> {
    const found = new Set<string>();
    const open = [name];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      for (const { from } of this.into(each)) {
        if (found.has(from)) continue;
        found.add(from);
        open.push(from);
      }
    }
    return found;
  }
}

function listOf<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known) return known;
  const made: V[] = [];
  lists.set(key, made);
  return made;
}
