/**
 * Steps that negotiate: each candidate is asked whether it could do the task, the best first. The first one that says so gets it, also
 * one whose counter-proposal changes only the words of the task.
 */

import { isFinal, type TaskRecord } from '../../tasks/index.js';
import { explicitOf } from '../authorize/authorize.js';
import type { DagNode } from '../model/dag.js';
import type { StepRecord } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { actorOf } from './actor.js';
import { enclosureOf } from './enclosure.js';
import { endStep } from './end.js';
import { failure } from './failure.js';
import type { TaskMeans } from './needs.js';
import { handlingOf, orderOf } from './order.js';
import type { Receiver } from './receiver.js';
import { keyOf, taskIdOf } from './task-id.js';

/** Asks the first candidate. */
export async function beginToAsk(
  turn: Turn,
  means: TaskMeans,
  node: DagNode,
  step: StepRecord,
  to: Receiver,
): Promise<void> {
  const [first, ...others] = 'agent' in to ? [to.agent] : to.candidates.map(({ id }) => id);
  if (first === undefined) return endStep(turn, step, { state: 'failed', error: NOBODY });
  // Before the step counts as launched: where there is no room for a task, it is not.
  const { id } = await ask(turn, means, node, step, first, 1);
  const { expires: due } = step.detail;
  await turn.launched(step, { work: id, due, detail: { tasks: [id], agents: [first], others } });
}

/** Asks the next candidate; the step fails when there is none. */
async function askNext(
  turn: Turn,
  means: TaskMeans,
  node: DagNode,
  step: StepRecord,
  [to, ...others]: readonly string[],
): Promise<void> {
  if (to === undefined) return endStep(turn, step, { state: 'failed', error: NOBODY });
  const { tasks = [] } = step.detail;
  const { id } = await ask(turn, means, node, step, to, tasks.length + 1);
  await turn.change(step, { work: id, detail: { tasks: [...tasks, id], agents: [to], others } });
}

const NOBODY = failure('lack-of-skills', 'no agent that was asked can do it');

/** Asks an agent. @param number of the question, from 1 */
function ask(
  { present, tx }: Turn,
  means: TaskMeans,
  node: DagNode,
  step: StepRecord,
  to: string,
  number: number,
): Promise<TaskRecord> {
  const question = {
    ...{ from: present.coordinator, to },
    'task-id': numberedId(step, number),
    type: 'FEASIBILITY' as const,
    content: [wordsOf(node)],
  };
  const actor = actorOf(present);
  return tx.part(() => means.door.ask(tx, actor, question));
}

/** Acts on the answer of a candidate. Returns true when the task is assigned now. */
export async function heardAnswer(
  turn: Turn,
  means: TaskMeans,
  step: StepRecord,
  task: TaskRecord,
): Promise<TaskRecord | undefined> {
  const node = turn.node(step.node);
  const answer = task.document.rounds.at(-1);
  if (answer?.by !== task.to && !isFinal(task.state)) return undefined;
  const { counter, verdict } = answer ?? {};
  const agrees = verdict === 'feasible' || verdict === 'satisfied' || verdict === 'accepted';
  if (isFinal(task.state) || !(agrees || (verdict === 'countered' && counter !== undefined))) {
    await means.work.cancel(
      turn.tx,
      task.id,
      turn.present.coordinator,
      'the answer of the agent was not what is wanted',
    );
    await askNext(turn, means, node, step, step.detail.others ?? []);
    return undefined;
  }
  means.requireInitiator(turn.present);
  const { present, tx } = turn;
  const order = {
    ...(await orderOf(turn, node, step, await turn.values.get(step.detail.input ?? ''))),
    ...{ to: task.to, 'task-id': task.taskId },
    ...(counter === undefined ? {} : { content: counter }),
  };
  const actor = actorOf(present);
  await means.authorize.permitted(turn, node, step, [task.to]);
  const options = {
    ...{ key: keyOf(means.nodeId, step), ...handlingOf(turn, node) },
    ...explicitOf(means.authorize, node, turn),
    ...(await enclosureOf(turn, means, node, step)),
  };
  const assigned = await tx.part(() => means.door.assign(tx, actor, order, options));
  await turn.change(step, { detail: { others: undefined } });
  return assigned;
}

function numberedId(step: StepRecord, number: number): string {
  return number === 1 ? taskIdOf(step) : taskIdOf(step, number);
}

function wordsOf({ name, task }: DagNode): string {
  return task?.content ?? task?.objective ?? task?.skill ?? name;
}
