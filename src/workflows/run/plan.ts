/** The graph of a run, prepared for its execution. */
import type { Queries } from '../../store/index.js';
import type { Dag, DagNode } from '../model/dag.js';
import { Graph } from '../model/graph.js';
import { type Sensitivity, sensitivitiesOf } from '../model/sensitivity.js';
import { pathLengths } from './critical-path.js';
import type { RunRows } from './rows.js';

export interface Plan {
  readonly digest: string;
  readonly dag: Dag;
  readonly graph: Graph;
  /** Seconds from the begin of each node to the end of the run, by the estimates. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Nodes that wait for no other, the one with the longest way to the end first. */
  readonly first: readonly string[];
  /** Nodes that run last, whatever happened before. */
  readonly last: ReadonlySet<string>;
  /** Nodes before one that waits for a notification: it sees what was notified since the first of them began. */
  readonly heralds: ReadonlySet<string>;
  /** True when a node has pools. */
  readonly pooled: boolean;
  /** Numbers of edges that count, by target. */
  readonly counted: ReadonlyMap<string, number>;
  /** Sensitivities of nodes, without those that are usual. */
  readonly sensitivities: ReadonlyMap<string, Sensitivity>;
}

/** Nodes of the plans that are kept in memory. */
const MOST_NODES = 50_000;

/** Reads the content of a graph (RFC 8785 text without defaults) as a graph with the defaults in use. */
export type ReadGraph = (content: string) => Dag;

export class Plans {
  readonly #kept = new Map<string, Plan>();
  #nodes = 0;

  constructor(
    private readonly rows: Pick<RunRows, 'graph'>,
    private readonly read: ReadGraph,
  ) {}

  /** Returns the plan of a graph by its digest. @throws Error when the node does not have the graph */
  async get(digest: string, queries?: Queries): Promise<Plan> {
    const known = this.#kept.get(digest);
    if (known) {
      this.#kept.delete(digest);
      this.#kept.set(digest, known);
      return known;
    }
    const content = await this.rows.graph(digest, queries);
    if (content === undefined) throw new Error(`there is no graph ${digest}`);
    return this.#remember(planOf(digest, this.read(content)));
  }

  #remember(plan: Plan): Plan {
    this.#kept.set(plan.digest, plan);
    this.#nodes += plan.dag.node.length;
    for (const [digest, { dag }] of this.#kept) {
      if (this.#nodes <= MOST_NODES || digest === plan.digest) break;
      this.#kept.delete(digest);
      this.#nodes -= dag.node.length;
    }
    return plan;
  }
}

export function planOf(digest: string, dag: Dag): Plan {
  const graph = new Graph(dag);
  const last = new Set(dag.execution.finally ?? []);
  const counted = new Map(dag.node.map(({ name }) => [name, graph.into(name).filter(({ counts }) => counts).length]));
  const pooled = dag.node.some(({ pool = [] }) => pool.length > 0);
  const waits = dag.node.filter(({ wait }) => wait?.notification !== undefined);
  const heralds = new Set(waits.flatMap(({ name }) => graph.into(name).map(({ from }) => from)));
  const ranks = pathLengths(graph);
  const rank = (name: string) => ranks.get(name) ?? 0;
  const first = dag.node
    .map(({ name }) => name)
    .filter((name) => !last.has(name) && (counted.get(name) ?? 0) === 0)
    .toSorted((one, other) => rank(other) - rank(one));
  const sensitivities = sensitivitiesOf(graph);
  return { digest, dag, graph, ranks, first, last, heralds, counted, pooled, sensitivities };
}

/** Returns a node of the graph. @throws Error for a name that the graph does not have */
export function nodeOf({ graph }: Pick<Plan, 'graph'>, name: string): DagNode {
  const node = graph.nodes.get(name);
  if (!node) throw new Error(`the graph has no node "${name}"`);
  return node;
}
