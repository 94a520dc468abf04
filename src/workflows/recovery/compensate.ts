/** Undoes what steps did, each after those behind it. */
import { isFinal, type TaskError, type TaskRecord } from '../../tasks/index.js';
import { explicitOf } from '../authorize/authorize.js';
import { delegationOf } from '../authorize/terms.js';
import { actorOf } from '../course/actor.js';
import { errorOf, failure, StepFailure } from '../course/failure.js';
import { valuesOf } from '../course/input.js';
import { MOST_DISPATCHED } from '../course/launch.js';
import { handlingOf } from '../course/order.js';
import { errorOfTask } from '../course/outcome.js';
import { recoveryIdOf } from '../course/task-id.js';
import type { DagNode } from '../model/dag.js';
import type { Graph } from '../model/graph.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { askNoMore, type Clearance, clearanceOf, waitsForVotes } from './clearance.js';
import type { Kept } from './kept.js';
import type { Forced, RecoveryMeans } from './means.js';

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
function isToUndo(step: StepRecord, kept: Kept): boolean {
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

/** Returns the agent that undoes a step; undefined for a step that has had none. */
function agentOf(node: DagNode, step: StepRecord): string | undefined {
  return node.compensation?.agent ?? step.detail.agents?.at(-1);
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
    return await turn.keep((await inputOf(turn, node, step)) ?? null);
  } catch (error) {
    // The task cannot be assigned either, and says why.
    if (errorOf(error)) return '';
    throw error;
  }
}

async function undo(turn: Turn, means: RecoveryMeans, step: StepRecord, clearance: Clearance): Promise<void> {
  const node = turn.node(step.node);
  const agent = agentOf(node, step);
  const taskId = recoveryIdOf(step, 'compensate');
  try {
    if (agent === undefined) throw new StepFailure('lack-of-skills', 'it has had no agent');
    requireClear(clearance, agent);
    await means.authorize.permitted(turn, node, step, [agent]);
    const input = await inputOf(turn, node, step);
    const { present, plan } = turn;
    const delegate = delegationOf(turn, node, undefined);
    const order = {
      ...(delegate ? { delegate } : {}),
      'task-id': taskId,
      from: present.coordinator,
      to: agent,
      type: node.compensation?.skill,
      objective: node.compensation?.objective,
      content: node.compensation?.content,
      input,
      async: false,
      priority: plan.dag.execution.priority,
    };
    const key = `agent-task:${means.nodeId}/${taskId}`;
    const options = { key, ...handlingOf(turn, node), ...explicitOf(means.authorize, node, turn) };
    const task = await turn.tx.part(() => means.door.assign(turn.tx, actorOf(present), order, options));
    const begun = await turn.change(step, {
      state: 'compensating',
      reason: undefined,
      work: task.id,
      detail: { compensation: { task: task.id, agent } },
    });
    await undone(turn, begun, task);
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    const begun = await turn.change(step, { state: 'compensating', reason: undefined });
    await fail(turn, begun, agent ?? '', error);
  }
}

/** @throws StepFailure when a guard, or persons, do not let the agent undo it */
function requireClear(clearance: Clearance, agent: string): void {
  if (typeof clearance === 'string') return;
  const refused = clearance.get(agent) ?? clearance.get('');
  if (refused) throw new StepFailure(refused.code, refused.message);
}

/** Returns the input of the task: what the graph computes, or that of the step. */
async function inputOf(turn: Turn, node: DagNode, step: StepRecord): Promise<unknown> {
  const { input = [] } = node.compensation ?? {};
  if (input.length === 0) return step.detail.input === undefined ? undefined : turn.value(step.detail.input);
  const output = step.output === undefined ? null : await turn.value(step.output);
  const { value } = await valuesOf(turn, node.name, input, 'input', { ...(await turn.itemOf(step)), output });
  return value;
}

/** Takes what a task has come to that undoes a step. */
export async function followCompensation(turn: Turn, node: string, item: number, task: TaskRecord): Promise<void> {
  const step = await turn.step(node, item);
  if (step?.state === 'compensating' && step.detail.compensation?.task === task.id) await undone(turn, step, task);
}

async function undone(turn: Turn, step: StepRecord, task: TaskRecord): Promise<void> {
  if (!isFinal(task.state)) return;
  if (task.state === 'completed')
    await turn.change(step, { state: 'rolled-back', reason: 'it was undone', work: undefined });
  else await fail(turn, step, step.detail.compensation?.agent ?? task.to, errorOfTask(task));
}

async function fail(turn: Turn, step: StepRecord, agent: string, error: TaskError): Promise<void> {
  const { compensation } = step.detail;
  const reason = `it could not be undone: ${error.message}`;
  await turn.change(step, {
    state: 'failed',
    reason,
    work: undefined,
    detail: {
      error: failure(error.code, reason),
      compensation: { task: compensation?.task ?? '', agent, failed: error.message },
    },
  });
}

/**
 * Lets a run go on though what a step did is not undone: its compensation has failed, or waits for votes, which are asked for no
 * more. Returns the steps.
 */
export async function forceCompensation(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  { agent, node, item, reason }: Forced,
): Promise<readonly StepRecord[]> {
  const kept = await means.recovery.kept.of(turn.tx, turn.present, turn.plan);
  const all = turn.plan.dag.node.filter((each) => each.compensation && !kept.has(each.name)).map(({ name }) => name);
  const names = node === undefined ? all : all.filter((name) => name === node);
  const stored = await means.recovery.rollbacks.latestOf(turn.tx, turn.present.id, names);
  const open = stored.map((step) => turn.adopt(step)).filter((step) => isToUndo(step, kept));
  const forced: StepRecord[] = [];
  for (const step of open)
    if (
      (item === undefined || step.item === item) &&
      ((await isAskedAbout(turn, step)) ? agentOf(turn.node(step.node), step) : failedBy(step)) === agent
    )
      forced.push(step);
  const isLeft = (name: string) => open.some((step) => step.node === name && !forced.includes(step));
  const why = `not undone, as ${turn.by} decided: ${reason}`;
  for (const step of forced) {
    const own = await turn.step(step.node);
    if (own && waitsForVotes(own) && !isLeft(step.node)) await askNoMore(turn, back, own, why);
    await turn.change(turn.adopt(step), { state: 'rolled-back', reason: why });
  }
  return forced;
}

/** True for a step, or an item, that is undone only once persons have voted. */
async function isAskedAbout(turn: Turn, { node, state, detail }: StepRecord): Promise<boolean> {
  const own = await turn.step(node);
  return own !== undefined && waitsForVotes(own) && state !== 'compensating' && !detail.compensation;
}

/** Returns the agent that could not undo a step. */
function failedBy({ state, detail: { compensation } }: StepRecord): string | undefined {
  return state === 'failed' && compensation?.failed !== undefined ? compensation.agent : undefined;
}
