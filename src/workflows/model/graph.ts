/** The edges of a graph, found by node. */
import type { Dag, DagEdge, DagNode } from './dag.js';

export class Graph {
  readonly nodes = new Map<string, DagNode>();
  readonly #into = new Map<string, DagEdge[]>();
  readonly #outOf = new Map<string, DagEdge[]>();
  /** By source and target; made when an edge is looked up first. */
  #edges: ReadonlyMap<string, DagEdge> | undefined;

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

  /** Returns the edge from one node to another. */
  edge(from: string, to: string): DagEdge | undefined {
    this.#edges ??= new Map([...this.#outOf.values()].flat().map((edge) => [keyOf(edge.from, edge.to), edge]));
    return this.#edges.get(keyOf(from, to));
  }

  /** Returns the names of a cycle, the first one at its end again; undefined when there is none. */
  cycle(): readonly string[] | undefined {
    const order = new Set(this.order());
    // Each node that is left has a predecessor among those that are left.
    const left = new Set([...this.nodes.keys()].filter((name) => !order.has(name)));
    const [begin] = left;
    return begin === undefined ? undefined : this.#cycleBehind(begin, left);
  }

  /** Returns the names of all nodes, each behind those from which edges lead to it; without those in a cycle or behind one. */
  order(): readonly string[] {
    const open = new Map<string, number>();
    for (const name of this.nodes.keys()) open.set(name, this.into(name).length);
    const order = [...open].filter(([, count]) => count === 0).map(([name]) => name);
    // The list grows while it is gone through.
    for (const name of order)
      for (const { to } of this.outOf(name)) {
        const left = (open.get(to) ?? 0) - 1;
        open.set(to, left);
        if (left === 0) order.push(to);
      }
    return order;
  }

  #cycleBehind(begin: string, among: ReadonlySet<string>): readonly string[] {
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
}

/** Names have no spaces. */
function keyOf(from: string, to: string): string {
  return `${from} ${to}`;
}

function listOf<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known) return known;
  const made: V[] = [];
  lists.set(key, made);
  return made;
}
