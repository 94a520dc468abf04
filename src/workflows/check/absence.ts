/**
 * Tells why a step may have no output where it is read. A cause is one event that is no failure of the run, such as a condition that
 * is false. Each node has the causes that keep it from its begin: an output that is missing for one of these is not read there.
 */
import { type Dag, type DagEdge, type DagNode, isReplaced } from '../model/dag.js';
import type { Graph } from '../model/graph.js';

type Kind = keyof typeof SAYS;

/** The events that may befall a node or the edge from it, each in words. */
const SAYS = {
  skipped: (name: string) => `the condition of "${name}" may be false`,
  failure: (name: string) => `"${name}" may fail, and the run goes on`,
  success: (name: string) => `"${name}" may not fail`,
  late: (name: string) => `"${name}" may not have ended by then`,
  edge: (name: string, to: string) => `the condition of the edge from "${name}" to "${to}" may be false`,
} as const;

/** Each cause is a bit. */
type Causes = bigint;
const NONE: Causes = 0n;

export class Absence {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** The causes that keep a node from its begin. A node in a circle, or behind one, has none. */
  readonly #stops = new Map<string, Causes>();
  readonly #last: ReadonlySet<string>;

  constructor(
    { execution }: Pick<Dag, 'execution'>,
    private readonly graph: Graph,
  ) {
    this.#last = new Set(execution.finally ?? []);
    for (const node of graph.nodes.values()) this.#number(node);
    for (const name of graph.order()) this.#stops.set(name, this.#stopsOf(name));
  }

  /** Returns why a step may have no output when a node that has begun reads it; undefined when it has one for certain. */
  atNode(source: DagNode, reader: DagNode): string | undefined {
    if (this.#last.has(reader.name)) return `"${reader.name}" is executed finally, whatever happened before`;
    const edge = this.graph.edge(source.name, reader.name);
    const stops = this.#stops.get(reader.name);
    if (!edge || stops === undefined) return undefined;
    const late = waits(edge, reader) ? NONE : this.#cause('late', source.name);
    return this.#first((this.#lacks(source) | late) & ~stops);
  }

  /** Returns why a step may have no output when the condition of an edge from it is asked. */
  atEdge(source: DagNode, edge: DagEdge): string | undefined {
    return this.#first(this.#lacks(source) & ~this.#dead({ ...edge, condition: undefined }));
  }

  /** Returns why a step may have no output when the run has completed. */
  atEnd(source: DagNode): string | undefined {
    if (this.#last.has(source.name)) return `"${source.name}" is executed finally, and may fail`;
    return this.#first(this.#lacks(source));
  }

  #number(node: DagNode): void {
    const { name } = node;
    const out = this.graph.outOf(name);
    const readers = out.map((edge) => [edge, this.graph.nodes.get(edge.to)] as const);
    const given: readonly (readonly [Kind, boolean])[] = [
      ['skipped', node.condition !== undefined],
      ['failure', isReplaced(node['on-failure']) || out.some(({ on }) => on.includes('failure'))],
      ['success', out.some(({ on }) => !on.includes('success'))],
      ['late', readers.some(([edge, reader]) => reader && !waits(edge, reader))],
    ];
    for (const [kind, is] of given) if (is) this.#add(kind, name);
    for (const { to, condition } of out) if (condition !== undefined) this.#add('edge', name, to);
  }

  #add(kind: Kind, name: string, to = ''): void {
    this.#numbers.set(keyOf(kind, name, to), this.#texts.length);
    this.#texts.push(SAYS[kind](name, to));
  }

  #cause(kind: Kind, name: string, to = ''): Causes {
    const number = this.#numbers.get(keyOf(kind, name, to));
    return number === undefined ? NONE : 1n << BigInt(number);
  }

  /** A cause that stops all of several ways is one that they have in common. */
  #stopsOf(name: string): Causes {
    const node = this.graph.nodes.get(name);
    const counted = this.graph.into(name).filter(({ counts }) => counts);
    const [first, ...others] = counted.map((edge) => this.#dead(edge));
    if (!node || first === undefined) return NONE;
    const needsAll = node.join === 'all' || (node.join === 'quorum' && (node.quorum ?? 0) >= counted.length);
    return others.reduce((one, other) => (needsAll ? one | other : one & other), first);
  }

  /** Returns the causes for which an edge is not satisfied. */
  #dead({ from, to, on, condition }: DagEdge): Causes {
    const source = this.graph.nodes.get(from);
    const onFailure = on.includes('failure') || (source && isReplaced(source['on-failure']) && on.includes('success'));
    return (
      (on.includes('skipped') ? NONE : (this.#stops.get(from) ?? NONE) | this.#cause('skipped', from)) |
      (on.includes('success') ? NONE : this.#cause('success', from)) |
      (onFailure ? NONE : this.#cause('failure', from)) |
      (condition === undefined ? NONE : this.#cause('edge', from, to)) |
      this.#cause('late', from)
    );
  }

  /** Returns the causes for which a node that has ended has no output. */
  #lacks({ name, 'on-failure': onFailure }: DagNode): Causes {
    const failure = onFailure === 'default' ? NONE : this.#cause('failure', name);
    return (this.#stops.get(name) ?? NONE) | this.#cause('skipped', name) | failure;
  }

  /** Says the first of the causes. */
  #first(causes: Causes): string | undefined {
    return causes === NONE ? undefined : this.#texts[(causes & -causes).toString(2).length - 1];
  }
}

/** True when the target of an edge begins only after the end of its source. */
function waits({ counts }: DagEdge, { join }: DagNode): boolean {
  return counts && (join === 'all' || join === 'any');
}

/** Names have no spaces. */
function keyOf(kind: Kind, name: string, to: string): string {
  return `${kind} ${name} ${to}`;
}
