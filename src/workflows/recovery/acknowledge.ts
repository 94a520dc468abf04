/** Agents that took part are told that the run goes back, and acknowledge (ATD-6-n, ATD-6-q). */
import { isObject, RpcError } from '../../data/index.js';
import { isFinal, outputOf, type TaskRecord } from '../../tasks/index.js';
import { actorOf } from '../course/actor.js';
import { silenceOf } from '../course/order.js';
import { errorOfTask } from '../course/outcome.js';
import { recoveryIdOf } from '../course/task-id.js';
import { ROLLBACK_SKILL } from '../model/exchange.js';
import { mayRunChange } from '../model/states.js';
import { type Acknowledgement, AUTOMATIC, MOST_ASKED } from '../rollback/record.js';
import type { Back, StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import type { Forced, RecoveryMeans } from './means.js';
import { NO_REASON, sendToStart } from './to-start.js';

/** Errors of a task that say that its agent was silent. */
const SILENT: ReadonlySet<string> = new Set(['deadline-exceeded', 'executor-lost']);

/** Tells the agents of a step, and its child run. */
export async function tellAgents(turn: Turn, means: RecoveryMeans, back: Back, step: StepRecord): Promise<void> {
  const kept = await means.recovery.kept.of(turn.tx, turn.present, turn.plan);
  for (const [index, agent] of kept.agentsOf(step).entries()) {
    const first = { ...startOf(turn, step), agent };
    if (means.recovery.hasSkill(agent, ROLLBACK_SKILL)) await ask(turn, means, back, first, index + 1);
    else await put(turn, means, back, { ...first, state: 'acknowledged', note: AUTOMATIC });
  }
  if (step.detail.child !== undefined) await tellChild(turn, means, back, step, step.detail.child);
}

function startOf({ at }: Turn, { node, item, generation }: StepRecord) {
  return { node, item, generation, at, asked: 0, state: 'pending' } as const;
}

/** A run of a step goes back to its start. */
async function tellChild(turn: Turn, means: RecoveryMeans, back: Back, step: StepRecord, id: string): Promise<void> {
  const child = await means.recovery.rows.run(id, turn.tx);
  const first = { ...startOf(turn, step), agent: child?.coordinator ?? turn.present.coordinator, task: id };
  const mayGo = child?.state === 'rolling-back' || (child && mayRunChange(child.state, 'rolling-back'));
  if (!mayGo) return put(turn, means, back, { ...first, state: 'acknowledged', note: AUTOMATIC });
  await put(turn, means, back, { ...first, asked: 1 });
  means.onChild(id, back.by, async (run) => sendToStart(run, back.reason ?? NO_REASON));
}

/** Asks an agent to clean up. @param executor its number among the agents of the step, from 1 */
async function ask(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  before: Acknowledgement,
  executor: number,
): Promise<void> {
  const { present, plan, now } = turn;
  const { node, item, generation, agent } = before;
  const asked = before.asked + 1;
  const seconds = means.recovery.acknowledge(plan.dag.execution.assurance);
  const place = { run: present.id, node, item, generation };
  const { tasks = [] } = (await turn.step(node, item))?.detail ?? {};
  const order = {
    'task-id': recoveryIdOf(place, 'rollback', { executor, number: asked }),
    from: present.coordinator,
    to: agent,
    type: ROLLBACK_SKILL,
    content: `The run goes back to a checkpoint: clean up what step "${node}" did.`,
    input: {
      ...{ run: present.id, node, item, generation, task: tasks, checkpoint: String(back.to) },
      ...(back.reason === undefined ? {} : { reason: back.reason }),
    },
    async: false,
    priority: plan.dag.execution.priority,
    deadline: new Date(now + seconds * 1_000).toISOString(),
    policy: { 'max-attempts': 1 },
  };
  const key = `agent-task:${means.nodeId}/${recoveryIdOf(place, 'rollback', { executor })}`;
  try {
    const task = await turn.tx.part(() =>
      means.door.assign(turn.tx, actorOf(present), order, { key, silence: silenceOf(turn) }),
    );
    const { note: _, ...rest } = before;
    const put_ = { ...rest, asked, task: task.id, state: 'pending', at: turn.at } as const;
    await put(turn, means, back, put_);
    await answered(turn, means, back, put_, task, executor);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    await put(turn, means, back, { ...before, asked, state: 'refused', note: turn.told(error.message), at: turn.at });
  }
}

/** Takes what the task of an agent has come to. */
export async function followAcknowledgement(turn: Turn, means: RecoveryMeans, task: TaskRecord): Promise<void> {
  const { rollback } = turn.progress;
  const found = rollback && (await means.recovery.rollbacks.ofTask(turn.tx, turn.present.id, rollback.number, task.id));
  if (!rollback || found?.state !== 'pending') return;
  const executor = Number(/;x=(\d+)/.exec(task.taskId)?.[1] ?? 1);
  await answered(turn, means, rollback, found, task, executor);
}

async function answered(
  turn: Turn,
  means: RecoveryMeans,
  back: Back,
  before: Acknowledgement,
  task: TaskRecord,
  executor: number,
): Promise<void> {
  if (!isFinal(task.state)) return;
  if (task.state === 'completed') {
    const output = outputOf(task.document.artifacts);
    const { note, released } = turn.isSealed ? {} : resultOf(output);
    return put(turn, means, back, { ...before, state: 'acknowledged', at: turn.at, ...note, ...released });
  }
  const { code, message: said } = errorOfTask(task);
  const message = turn.told(said);
  if (!SILENT.has(code)) return put(turn, means, back, { ...before, state: 'refused', note: message, at: turn.at });
  if (before.asked < MOST_ASKED) return ask(turn, means, back, before, executor);
  await put(turn, means, back, { ...before, state: 'expired', note: message, at: turn.at });
}

/** Returns what an agent says that has cleaned up. */
function resultOf(output: unknown) {
  const members = isObject(output) ? Object.values(output).find(isObject) : undefined;
  const { note, released } = members ?? {};
  const texts = Array.isArray(released) ? released.filter((each) => typeof each === 'string') : [];
  return {
    note: typeof note === 'string' ? { note: note.slice(0, LONGEST_NOTE) } : {},
    released: texts.length === 0 ? {} : { released: texts.slice(0, MOST_RELEASED) },
  };
}

const LONGEST_NOTE = 1_024;
const MOST_RELEASED = 256;

/** Takes the end of a child run that has gone back to its start. */
export async function childIsBack(turn: Turn, means: RecoveryMeans, child: string): Promise<void> {
  const { rollback } = turn.progress;
  const found = rollback && (await means.recovery.rollbacks.ofTask(turn.tx, turn.present.id, rollback.number, child));
  if (!rollback || found?.state !== 'pending') return;
  await put(turn, means, rollback, { ...found, state: 'acknowledged', at: turn.at });
}

/** Lets a run go on without the answer of an agent. Returns the answers that were open. */
export async function force(
  turn: Turn,
  means: RecoveryMeans,
  { agent, node, item, reason }: Forced,
): Promise<readonly Acknowledgement[]> {
  const { rollback } = turn.progress;
  if (!rollback) return [];
  const { rollbacks } = means.recovery;
  const open = await rollbacks.open(turn.tx, turn.present.id, rollback.number, Number.MAX_SAFE_INTEGER);
  const meant = open.filter(
    (each) =>
      each.agent === agent && (node === undefined || each.node === node) && (item === undefined || each.item === item),
  );
  for (const each of meant)
    await put(turn, means, rollback, { ...each, state: 'forced', note: `${turn.by}: ${reason}`, at: turn.at });
  return meant;
}

/** Stores an answer, and writes it to the journal. */
async function put(turn: Turn, means: RecoveryMeans, { number }: Back, each: Acknowledgement): Promise<void> {
  await means.recovery.rollbacks.put(turn.tx, turn.present.id, number, each);
  const { node, item, generation, agent, state, task, note } = each;
  turn.note({
    kind: 'rollback',
    node,
    ...(item === 0 ? {} : { item }),
    generation,
    data: {
      ...{ number, agent, acknowledgement: state },
      ...(task === undefined ? {} : { task }),
      ...(note === undefined ? {} : { note }),
    },
  });
}
