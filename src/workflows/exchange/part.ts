/** The part of a graph that concerns one agent: the nodes that it executes, and those whose outputs they may read. */
import type { Dag, DagEdge, DagNode } from '../model/dag.js';
import type { Graph } from '../model/graph.js';

const DATA = 'yangent-workflows:data';

export interface Part {
  /** Nodes that the agent executes. */
  readonly own: ReadonlySet<string>;
  /** Data edges that lead into them. */
  readonly edges: readonly DagEdge[];
  /** The parts of an output that these share, by source: JSON pointers; undefined for all of it. */
  readonly shared: ReadonlyMap<string, readonly string[] | undefined>;
}

/** @param own nodes that the agent executes */
export function partOf(graph: Graph, own: ReadonlySet<string>): Part {
  const edges = [...own].flatMap((name) => graph.into(name).filter(({ type }) => type === DATA));
  const shared = new Map<string, readonly string[] | undefined>();
  for (const { from, share = [] } of edges) {
    const before = shared.get(from);
    const isWhole = share.length === 0 || (shared.has(from) && before === undefined);
    shared.set(from, isWhole ? undefined : [...(before ?? []), ...share]);
  }
  return { own, edges, shared };
}

/** Returns the graph of a part: its own nodes whole, the others without what is asked of their agents. */
export function graphOf(dag: Dag, { own, edges, shared }: Part): Dag {
  const { id, version, description, execution } = dag;
  const known = new Set([...own, ...shared.keys()]);
  const within = (names: readonly string[] = []) => names.filter((name) => known.has(name));
  return {
    ...{ id, version, description, execution: { ...execution, finally: [] } },
    node: dag.node
      .filter(({ name }) => known.has(name))
      .map((node) => (own.has(node.name) ? withoutStrangers(node, within) : outside(node))),
    edge: edges.filter(({ from, to }) => known.has(from) && known.has(to)),
  };
}

/** Leaves out the names of nodes that are not in the part. */
function withoutStrangers(node: DagNode, within: (names?: readonly string[]) => readonly string[]): DagNode {
  const { task } = node;
  if (!task) return node;
  const same = within(task['same-agent-as']);
  return { ...node, task: { ...task, 'same-agent-as': same, 'other-agent-than': within(task['other-agent-than']) } };
}

/** Returns what an agent may know of a node that it does not execute. */
function outside({ name, description, type, task, workflow, wait, ...node }: DagNode): DagNode {
  return {
    ...{ name, description, type, join: 'all', timeout: {}, 'on-failure': 'fail', risk: node.risk },
    ...(task ? { task: { skill: task.skill, executors: 1, negotiate: false, verify: false } } : {}),
    ...(workflow ? { workflow: { definition: workflow.definition, attempts: 1 } } : {}),
    ...(wait ? { wait } : {}),
    'output-schema': node['output-schema'],
  };
}
