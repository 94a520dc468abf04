/** Steps that several agents execute at the same time: the first success counts, or the output on which enough of them agree. */

import { isFinal, outputOf, type TaskRecord } from '../../tasks/index.js';
import { explicitOf } from '../authorize/authorize.js';
import type { DagNode } from '../model/dag.js';
import type { StepRecord, Vote } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { actorOf } from './actor.js';
import { enclosureOf } from './enclosure.js';
import { endStep } from './end.js';
import { errorOf, failure, StepFailure } from './failure.js';
import { requireFit } from './input.js';
import type { CourseNeeds, TurnMeans } from './needs.js';
import { handlingOf, orderOf } from './order.js';
import { errorOfTask } from './outcome.js';
import { receiverOf } from './receiver.js';
import { keyOf } from './task-id.js';

/** Assigns a task to each of so many different agents. @throws StepFailure when fewer were found */
export async function launchExecutors(
  turn: Turn,
  means: TurnMeans,
  node: DagNode,
  step: StepRecord,
  input: unknown,
): Promise<void> {
  const wanted = node.task?.executors ?? 1;
  const to = await receiverOf(turn, means, node, step);
  const agents = 'agent' in to ? [to.agent] : to.candidates.slice(0, wanted).map(({ id }) => id);
  if (agents.length < wanted)
    throw new StepFailure('lack-of-skills', `${wanted} agents are wanted, and ${agents.length} were found`);
  const { present, tx } = turn;
  const enclosed = await enclosureOf(turn, means, node, step);
  const actor = actorOf(present);
  // All of them, or none.
  const tasks = await tx.part(async () => {
    const assigned: TaskRecord[] = [];
    for (const [index, agent] of agents.entries()) {
      const order = { ...(await orderOf(turn, node, step, input, index + 1)), to: agent };
      assigned.push(
        await means.door.assign(tx, actor, order, {
          key: keyOf(means.nodeId, step, index + 1),
          ...handlingOf(turn, node),
          ...explicitOf(means.authorize, node, turn),
          ...enclosed,
        }),
      );
    }
    return assigned;
  });
  let launched = await turn.launched(step, {
    work: tasks[0]?.id,
    detail: { tasks: tasks.map(({ id }) => id), agents, votes: {} },
  });
  for (const task of tasks) {
    await followExecutor(turn, means, launched, task);
    launched = (await turn.step(step.node, step.item)) ?? launched;
  }
}

/** Counts what one of the executors has come to. */
export async function followExecutor(
  turn: Turn,
  means: Pick<CourseNeeds, 'work'>,
  step: StepRecord,
  task: TaskRecord,
): Promise<void> {
  const { votes: before = {}, tasks = [] } = step.detail;
  if (before[task.id]) return;
  if (!isFinal(task.state)) {
    if (task.state === 'running' && step.state === 'ready')
      await turn.change(step, { state: 'executing', due: step.detail.expires });
    return;
  }
  const node = turn.node(step.node);
  const votes = { ...before, [task.id]: await voteOf(turn, node, task) };
  const voted = await turn.change(step, { state: 'executing', due: step.detail.expires, detail: { votes } });
  const end = endOf(node, votes, tasks.length);
  if (!end) return;
  await endStep(turn, voted, end);
  for (const other of tasks)
    if (!votes[other]) await means.work.cancel(turn.tx, other, turn.present.coordinator, 'its step has ended');
}

async function voteOf(turn: Turn, node: DagNode, task: TaskRecord): Promise<Vote> {
  if (task.state !== 'completed') return { error: errorOfTask(task) };
  const output = outputOf(task.document.artifacts);
  try {
    requireFit(node['output-schema'], output, 'invalid-output', 'the output');
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    return { error };
  }
  return { output: await turn.values.keepOutput(output) };
}

/** Returns how the step ends; undefined while that is open. */
function endOf(
  { task }: DagNode,
  votes: Readonly<Record<string, Vote>>,
  all: number,
): Parameters<typeof endStep>[2] | undefined {
  const agree = task?.agree;
  const counts = new Map<string, number>();
  for (const { output } of Object.values(votes))
    if (output !== undefined) counts.set(output, (counts.get(output) ?? 0) + 1);
  const [best, number] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [undefined, 0];
  const open = all - Object.keys(votes).length;
  if (best !== undefined && number >= (agree ?? 1)) return { state: 'completed', output: best };
  if (agree !== undefined && number + open < agree) {
    const message = `${number} of ${all} executors gave the same output; ${agree} must agree`;
    return { state: 'failed', error: failure('no-quorum', message) };
  }
  if (open > 0) return undefined;
  const errors = Object.values(votes).flatMap(({ error }) => error ?? []);
  return { state: 'failed', error: errors.at(-1) ?? failure('internal', 'no executor has given an output') };
}
