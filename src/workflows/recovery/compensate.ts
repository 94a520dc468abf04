/** Undoes what steps did, each after those behind it. */
import { errorOf } from '../course/failure.js';
import { MOST_DISPATCHED } from '../course/launch.js';
import type { DagNode } from '../model/dag.js';
import type { Graph } from '../model/graph.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { type Clearance, clearanceOf } from './clearance.js';
import type { Kept } from './kept.js';
import type { RecoveryMeans } from './means.js';
import { agentOf, inputOf, undo } from './undo.js';

/** Errors after which it is not known what a step did. */
const UNKNOWN: ReadonlySet<string> = new Set(['deadline-exceeded', 'executor-lost', 'canceled']);

/** `done`: all is undone. `waits`: for tasks or votes. `stuck`: for a person. */
export type Undone = 'done' | 'waits' | { readonly stuck: string };

/** Assigns the next tasks that undo steps. */
export async function compensateNext(turn: Turn, means: RecoveryMeans, back: Back): Promise<Undone> {
  const kept = await means.recovery.kept.of(turn.tx, turn.present, turn.plan);
  const nodes = turn.plan.dag.node.filter(({ name, compensation }) => compensation && !kept.has(name));
  if (nodes.length === 0) return 'done';
  const names = nodes.map(({ name }) => name);
  const stored = await means.recovery.rollbacks.latestOf(turn.tx, turn.present.id, names);
  const isOpen = (step: StepRecord) => isToUndo(step, kept);
  const open = stored.map((step) => turn.adopt(step)).filter(isOpen);
  if (open.length === 0) return 'done';
  const isBlocked = blockedBy(turn.plan.graph, new Set(open.map(({ node }) => node)));
  const free = open.filter(
    (step) => step.state !== 'compensating' && !step.detail.compensation && !isBlocked(step.node),
  );
  const clearances = await clearancesOf(turn, means, back, free);
  const next = free.filter(({ node }) => clearances.get(node) !== 'waits');
  for (const step of next.slice(0, MOST_DISPATCHED))
    await undo(turn, means, turn.adopt(step), clearances.get(step.node) ?? 'clear');
  if (next.length > MOST_DISPATCHED) turn.goOnLater();
  const present = open.map((step) => turn.adopt(step)).filter(isOpen);
  if (present.length === 0) return compensateNext(turn, means, back);
  const failed = present.find(({ detail }) => detail.compensation?.failed !== undefined);
  const isAtWork =
    next.length > MOST_DISPATCHED || free.length > next.length || present.some(({ state }) => state === 'compensating');
  if (isAtWork || !failed) return 'waits';
  return { stuck: `what step "${failed.node}" did could not be undone: ${failed.detail.compensation?.failed ?? ''}` };
}

/** True for a step whose work is still to be undone: the node of a for-each has no work of its own. */
export function isToUndo(step: StepRecord, kept: Kept): boolean {
  const { state, item, detail } = step;
  if (item === 0 && detail.items) return false;
  const { compensation, error } = detail;
  if (state === 'rolled-back') return false;
  if (state === 'compensating' || compensation?.failed !== undefined) return true;
  if (state === 'completed') return true;
  if (!kept.hasBegun(step)) return false;
  return state === 'canceled' || (state === 'failed' && UNKNOWN.has(error?.code ?? ''));
}

/** Returns which nodes have to wait: those before one that is not undone. */
function blockedBy(graph: Graph, open: ReadonlySet<string>): (node: string) => boolean {
  const blocked = new Set<string>();
  for (const name of graph.order().toReversed())
    if (graph.outOf(name).some(({ to }) => open.has(to) || blocked.has(to))) blocked.add(name);
  return (node) => blocked.has(node);
}

/** Judges the steps that could be undone now, those of one node together. */
async function clearancesOf(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  steps: readonly StepRecord[],
): Promise<ReadonlyMap<string, Clearance>> {
  const clearances = new Map<string, Clearance>();
  for (const name of new Set(steps.map(({ node }) => node))) {
    const ofNode = steps.filter((step) => step.node === name);
    const node = turn.node(name);
    const agents = [...new Set(ofNode.flatMap((step) => agentOf(node, step) ?? []))];
    const subject = () => subjectOf(turn, node, ofNode);
    clearances.set(name, await clearanceOf(turn, means, back, { node, agents, subject }));
  }
  return clearances;
}

/** Returns the digest of the input of the task, or of the list of items whose tasks are undone. */
async function subjectOf(turn: Turn, node: DagNode, [step]: readonly StepRecord[]): Promise<string> {
  if (!step) return '';
  const list = step.item > 0 ? (await turn.step(node.name))?.detail.items?.list : undefined;
  if (list !== undefined) return list;
  try {
    return await turn.values.keep((await inputOf(turn, node, step)) ?? null);
  } catch (error) {
    // The task cannot be assigned either, and says why.
    if (errorOf(error)) return '';
    throw error;
  }
}
