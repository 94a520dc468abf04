/** Executes a task of an agent on another node: sends it once, follows it, and mirrors it here. */
import { fail } from '../../execution/execution.js';
import type { Dispatch, TaskRecord } from '../../record/record.js';
import { isFinal } from '../../record/states.js';
import { TaskFailure } from '../../skill/agent.js';
import { errorOf } from '../../skill/result.js';
import { type Attempt, Interrupted } from '../attempt.js';
import { giveBelongings } from './belongings.js';
import { dispatchOf } from './dispatch.js';
import { Mirror } from './mirror.js';
import type { RemoteNeeds } from './needs.js';
import type { RemoteNode, RemoteTask } from './nodes.js';
import { orderOf } from './order.js';
import { keepAuthority } from './renewal.js';
import { speakerOf } from './speaker.js';

/**
 * Follows the task until it is over here. This may begin again at any time, also after a restart: the other node is asked for the
 * same `task-id`, and its task is compared with the one here.
 * @throws TaskFailure when the other node refuses the task or a request about it
 */
export async function executeRemotely(needs: RemoteNeeds, task: TaskRecord, run: Attempt): Promise<void> {
  try {
    const { dispatch, isNew } = await dispatched(needs, task, run);
    const node = await needs.remotes.at(dispatch.address, speakerOf(await run.record(), dispatch), run.signal);
    const there = await taskAt(needs, node, { run, dispatch, isNew });
    await follow(there, new Mirror(needs, run, { dispatch, there, node }), run);
  } catch (error) {
    if (error instanceof TaskFailure && error.code === 'executor-lost') await lost(needs, run, error);
    throw error;
  }
}

async function dispatched(needs: RemoteNeeds, task: TaskRecord, run: Attempt) {
  const { dispatch, isNew, document } = dispatchOf(needs, task);
  if (document) await run.change((tx, now) => needs.changes.heartbeat(tx, now, { document }));
  return { dispatch, isNew };
}

interface Sought {
  readonly run: Attempt;
  readonly dispatch: Dispatch;
  readonly isNew: boolean;
}

/**
 * Returns the task on the other node; assigns it when it is missing, or only negotiated. It is looked up before it is assigned
 * again, because its terms may have changed since the first assignment.
 */
async function taskAt(needs: RemoteNeeds, node: RemoteNode, { run, dispatch, isNew }: Sought): Promise<RemoteTask> {
  const known = isNew ? undefined : await node.find(dispatch.taskId, run.signal);
  if (known && (await known.view(run.signal)).state !== 'negotiating') return known;
  const task = await run.record();
  // The other node would refuse a deadline in the past.
  if ((task.deadline ?? Number.POSITIVE_INFINITY) <= needs.now()) throw new TaskFailure(...TOO_LATE);
  await giveBelongings(needs, node, task, dispatch, run.signal);
  return node.assign(orderOf(needs, task, dispatch), run.signal);
}

const TOO_LATE = [
  'deadline-exceeded',
  'the task was not done by its deadline',
  { recovery: ['modify', 'escalate'] },
] as const;

async function follow(there: RemoteTask, mirror: Mirror, run: Attempt): Promise<void> {
  let record = await there.view(run.signal);
  // Before it goes on: a suspended task may have an authority that has ended.
  const { ends } = record.authority ?? {};
  if (ends !== undefined && !isFinal(record.state)) await there.renew(run.signal);
  if (record.state === 'suspended' && (await there.act('resume', {}, run.signal)))
    record = await there.view(run.signal);
  const last = Number(record.event?.at(-1)?.sequence ?? 0);
  const { signal } = mirror;
  if (ends !== undefined) void keepAuthority(there, run, signal);
  try {
    await mirror.show(record);
    if (isFinal(record.state)) return;
    for await (const _ of there.changes(last, signal)) {
      const now = await there.view(signal);
      await mirror.show(now);
      if (isFinal(now.state)) return;
    }
    await mirror.show(await there.view(signal));
  } catch (error) {
    run.signal.throwIfAborted();
    throw mirror.failure ?? error;
  } finally {
    mirror.close();
  }
}

/** Ends the attempt because the node does not answer. */
async function lost(needs: RemoteNeeds, run: Attempt, error: TaskFailure): Promise<never> {
  await run.change(async (tx, task) => {
    const running =
      task.state === 'input-required'
        ? await needs.changes.apply(tx, task, { state: 'running', by: 'node', note: error.message })
        : task;
    return fail(needs, tx, running, errorOf(needs.shapes, error));
  });
  throw new Interrupted(error.message);
}
