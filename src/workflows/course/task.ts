/** Steps of type task: the coordinator assigns a task for the initiator of the run. */

import { RpcError } from '../../data/index.js';
import { isFinal, type OrderOptions, outputOf, type TaskRecord } from '../../tasks/index.js';
import { explicitOf } from '../authorize/authorize.js';
import type { DagNode } from '../model/dag.js';
import { DAG_SKILL } from '../model/exchange.js';
import { isStepOver, type StepState } from '../model/states.js';
import type { StepRecord } from '../run/record.js';
import type { LongOutput } from '../run/reference-rows.js';
import type { Turn } from '../run/turn.js';
import { actorOf } from './actor.js';
import { repeatOrEnd } from './again.js';
import { cancelRun, DEADLINE } from './cancel.js';
import { enclosureOf } from './enclosure.js';
import { endStep, failStep } from './end.js';
import { followExecutor, launchExecutors } from './executors.js';
import { inputOf, requireFit } from './input.js';
import { dataIn, underOwnNames } from './long-outputs.js';
import type { Order, TaskMeans, TurnMeans } from './needs.js';
import { beginToAsk, heardAnswer } from './negotiate.js';
import { handlingOf, orderOf } from './order.js';
import { errorOfTask, qualityOf, STATES } from './outcome.js';
import { OVERDUE } from './overdue.js';
import { receiverOf } from './receiver.js';
import { keyOf } from './task-id.js';
import { earliest, expectedEnd } from './times.js';

/** Milliseconds until a task that could not be assigned for lack of room is assigned again. */
const ROOM_PAUSE = 1_000;

export async function launchTask(turn: Turn, means: TurnMeans, node: DagNode, given: StepRecord): Promise<void> {
  const { step, value } = await withInput(turn, node, given);
  try {
    if ((node.task?.executors ?? 1) > 1) await launchExecutors(turn, means, node, step, value);
    else await launchOne(turn, means, node, step, value);
  } catch (error) {
    if (!(error instanceof RpcError) || error.tag !== 'resource-denied') throw error;
    const until = turn.now + ROOM_PAUSE;
    await turn.slots.standAside(step);
    await turn.change(step, { due: earliest(until, step.detail.expires), reason: error.message, detail: { until } });
  }
}

/** Computes the input of a step, unless it has one. */
export async function withInput(turn: Turn, node: DagNode, given: StepRecord) {
  const { input: known } = given.detail;
  if (known !== undefined) return { step: given, value: await turn.values.get(known) };
  const { digest: input, lineage, degraded, value } = await inputOf(turn, node, await turn.items.variablesOf(given));
  const detail = { input, lineage, ...(degraded ? ({ degraded: true } as const) : {}) };
  return { step: await turn.change(given, { detail }), value };
}

async function launchOne(turn: Turn, means: TurnMeans, node: DagNode, step: StepRecord, value: unknown): Promise<void> {
  const to = await receiverOf(turn, means, node, step);
  if (node.task?.negotiate) {
    // A task that names too much cannot be assigned: nobody is asked about it.
    await dataIn(turn.values, value);
    return beginToAsk(turn, means, node, step, to);
  }
  const order = {
    ...(await orderOf(turn, node, step, value)),
    ...('agent' in to ? { to: to.agent } : { discover: to.query }),
  };
  await assign(turn, means, step, order, {
    ...explicitOf(means.authorize, node, turn),
    ...(await enclosureOf(turn, means, node, step)),
    ...('agent' in to ? {} : { candidates: to.candidates }),
  });
}

/** Assigns the task of a step, and brings the step into the state that follows. */
export async function assign(
  turn: Turn,
  means: TurnMeans,
  step: StepRecord,
  order: Order,
  more: Partial<OrderOptions> = {},
): Promise<void> {
  const { present, tx } = turn;
  const node = turn.node(step.node);
  const options = { key: keyOf(means.nodeId, step), ...handlingOf(turn, node), ...more };
  const task = await tx.part(() => means.door.assign(tx, actorOf(present), order, options));
  const assignment = node.timeout?.assignment;
  const assigned = await turn.launched(step, {
    work: task.id,
    due: earliest(assignment === undefined ? undefined : turn.now + assignment * 1_000, step.detail.expires),
    detail: { tasks: [task.id], agents: [task.to] },
  });
  await followTask(turn, means, assigned, task);
}

/** Returns how far the run is that another node executes; undefined for other tasks. */
function percentOf({ document: { description, percent } }: TaskRecord): number | undefined {
  return description.type === DAG_SKILL ? percent : undefined;
}

/** True for a change of a task that its step need not know. */
export function isSilent(before: TaskRecord, after: TaskRecord): boolean {
  const isSame = before.state === after.state && before.to === after.to;
  const isExpected = before.document.executor?.expected === after.document.executor?.expected;
  return (
    isSame &&
    isExpected &&
    percentOf(before) === percentOf(after) &&
    (after.document.assigned || before.document.rounds.length === after.document.rounds.length)
  );
}

/** Brings a step into the state that follows from that of its task. */
export async function followTask(turn: Turn, means: TaskMeans, step: StepRecord, task: TaskRecord): Promise<void> {
  if (isStepOver(step.state)) return;
  const node = turn.node(step.node);
  if (step.detail.votes) return followExecutor(turn, means, step, task);
  // One that was asked before has nothing more to say.
  if (step.detail.others) return task.id === step.work ? followNegotiation(turn, means, step, task) : undefined;
  if (!isFinal(task.state)) return underWay(turn, step, task);
  if (isOverdue(turn, task)) return cancelRun(turn, DEADLINE);
  if (task.state !== 'completed') return endStep(turn, step, { state: 'failed', error: errorOfTask(task) });
  try {
    const { value: output, named } = underOwnNames(resultOf(node, task), node.workflow ? dataOf(task) : []);
    await turn.values.pass(named);
    requireFit(node['output-schema'], output, 'invalid-output', 'the output');
    const executing = step.state === 'executing' ? step : await turn.change(step, { state: 'executing' });
    await repeatOrEnd(turn, node, executing, output, { agents: agentsWith(step, task), quality: qualityOf(task) });
  } catch (error) {
    await failStep(turn, step, error);
  }
}

/** Returns the output of a step: of a workflow elsewhere that of its run, of a task one member for each artifact. */
function resultOf(node: DagNode, { document: { artifacts } }: TaskRecord): unknown {
  const output: Readonly<Record<string, unknown>> = outputOf(artifacts);
  return node.workflow ? (output.output ?? null) : output;
}

/** Returns the data that came with the output of a run elsewhere. */
function dataOf({ document: { artifacts } }: TaskRecord): readonly LongOutput[] {
  return artifacts.flatMap(({ 'data-param': param, digest }) => (param && digest ? [{ param, digest }] : []));
}

/** True for a task that ended because the time of the whole run is over. */
function isOverdue({ present: { deadline }, now }: Turn, { document }: TaskRecord): boolean {
  return document.error?.code === 'deadline-exceeded' && deadline !== undefined && deadline <= now;
}

async function followNegotiation(turn: Turn, means: TaskMeans, step: StepRecord, task: TaskRecord): Promise<void> {
  try {
    const assigned = await heardAnswer(turn, means, step, task);
    const present = await turn.step(step.node, step.item);
    if (assigned && present) await followTask(turn, means, present, assigned);
  } catch (error) {
    await failStep(turn, (await turn.step(step.node, step.item)) ?? step, error);
  }
}

async function underWay(turn: Turn, step: StepRecord, task: TaskRecord): Promise<void> {
  const state = STATES[task.state];
  const live = state === 'suspended' ? undefined : true;
  if (state === 'executing') await turn.slots.retake(step);
  else if (state !== step.state) await turn.slots.give(step);
  const expected = state === 'executing' ? expectedOf(turn, step, task) : undefined;
  const overdue = state === 'ready' ? undefined : step.detail.overdue;
  const next = overdue ? undefined : expected;
  const isOver = overdue && expected !== undefined && expected <= turn.now;
  if (step.detail.live !== live) turn.count({ live: live ? 1 : -1 });
  await turn.change(step, {
    state,
    reason: isOver ? OVERDUE : reasonOf(turn, task, state),
    due: state === 'ready' && step.state === 'ready' ? step.due : earliest(step.detail.expires, next),
    detail: { live, expected, overdue, agents: agentsWith(step, task), percent: percentOf(task) },
  });
}

/** Returns when an executing step ends, by what its executor says or by the estimate of its node. */
function expectedOf(turn: Turn, step: StepRecord, { document }: TaskRecord): number | undefined {
  const before = step.state === 'executing' ? step.detail.expected : undefined;
  return document.executor?.expected ?? before ?? expectedEnd(turn, turn.node(step.node));
}

/** Says why a step is not being executed. */
function reasonOf(turn: Turn, { state: of, document }: TaskRecord, state: StepState): string | undefined {
  if (of === 'input-required' && state === 'suspended') return 'input-required';
  if (state === 'suspended') return document.reason === undefined ? undefined : turn.told(document.reason);
  if (state !== 'ready' || document.failures === 0 || !document.error) return undefined;
  return `attempt ${document.failures} failed: ${turn.told(document.error.message)}`;
}

function agentsWith({ detail: { agents = [] } }: StepRecord, { to }: TaskRecord): readonly string[] {
  return agents.includes(to) ? agents : [...agents, to];
}
