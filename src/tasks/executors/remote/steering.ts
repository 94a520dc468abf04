/**
 * Sends to the other node that a task was canceled, suspended, resumed or changed. Queued in the transaction of the change, and
 * sent through the durable outbox.
 */

import { isObject, withinTime } from '../../../data/index.js';
import { type Outbox, type OutboxJob, type Tx, Undeliverable } from '../../../store/index.js';
import type { Dispatch, TaskRecord } from '../../record/record.js';
import { isFinal, isTaskState } from '../../record/states.js';
import { TaskFailure } from '../../skill/agent.js';
import { giveBelongings } from './belongings.js';
import type { RemoteNeeds } from './needs.js';
import type { Speaker } from './nodes.js';
import { asksOtherwise, reasonOf, termsOf } from './order.js';
import { speakerOf } from './speaker.js';

const KIND = 'task-steering';
/** Milliseconds for one attempt. */
const TIMEOUT = 15_000;
/** Retries for an unreachable node: for about half a day. */
const RETRY = { attempts: 150, first: 1_000, longest: 300_000 };

export class RemoteSteering {
  constructor(
    private readonly outbox: Outbox,
    private readonly needs: () => RemoteNeeds,
  ) {
    outbox.handle(KIND, (job, { attempt, signal }) => this.#tell(job, attempt, signal), RETRY);
  }

  /** Queues the messages that a change of a dispatched task requires. */
  async enqueue(tx: Tx, before: TaskRecord, after: TaskRecord): Promise<void> {
    const { dispatch } = after.document;
    if (!before.document.dispatch || !dispatch) return;
    const over = !isCurrent(after, dispatch) && isCurrent(before, dispatch);
    const halted = after.state === 'suspended' && before.state !== 'suspended';
    if (!over && !halted && !asksOtherwise(this.needs(), before, after)) return;
    await this.outbox.enqueue(tx, { kind: KIND, key: dispatch.taskId, payload: { task: after.id, dispatch } });
  }

  /** Brings the task on the other node in line with the present task here. A repetition changes nothing. */
  async #tell(job: OutboxJob, attempt: number, stopping: AbortSignal): Promise<void> {
    const owed = job.payload;
    if (!isOwed(owed)) throw new Undeliverable('the stored job is damaged');
    await this.#settle(owed, attempt, stopping);
  }

  async #settle({ task: id, dispatch }: Owed, attempt: number, stopping: AbortSignal): Promise<void> {
    const needs = this.needs();
    const soon = <T>(work: (until: AbortSignal) => Promise<T>) =>
      withinTime({ timeout: TIMEOUT, signal: stopping }, work);
    const speaker = await this.#speaker(id, dispatch);
    const node = await soon((until) => needs.remotes.at(dispatch.address, speaker, until)).catch(refusedForGood);
    const there = await soon((until) => node.find(dispatch.taskId, until));
    if (!there) {
      // The assignment may still be in progress.
      if (attempt === 1) throw new Error(`${node.place} does not have the task ${dispatch.taskId} yet`);
      return;
    }
    const { state } = await soon((until) => there.view(until));
    if (!isTaskState(state) || isFinal(state)) return;
    const task = await needs.rows.get(id);
    if (!task || !isCurrent(task, dispatch)) {
      const reason = task ? reasonOf(task) : 'the task is gone on the node that assigned it';
      await soon((until) => there.act('cancel', { reason }, until));
      return;
    }
    // Suspension is sent first: it must not wait for data to be copied.
    if (task.state === 'suspended') await soon((until) => there.act('suspend', { reason: reasonOf(task) }, until));
    // The assignment will contain the terms.
    if (state === 'negotiating') return;
    try {
      await giveBelongings(needs, node, task, dispatch, stopping);
    } catch (error) {
      if (isForGood(error))
        await this.#note(id, `the change does not reach agent "${dispatch.agent}": ${error.message}`);
      refusedForGood(error);
    }
    await soon((until) => there.act('update', termsOf(needs, task), until));
  }

  /** A task that is over here, or has no authority any more, is ended there by the node itself. */
  async #speaker(id: string, dispatch: Dispatch): Promise<Speaker> {
    const task = await this.needs().rows.get(id);
    return speakerOf(task && isCurrent(task, dispatch) ? task : undefined, dispatch);
  }

  /** Adds a note to the task for its subscribers. */
  #note(id: string, note: string): Promise<unknown> {
    const { store, rows, changes } = this.needs();
    return store.transact(async (tx) => {
      const task = await rows.get(id, tx);
      if (task && !isFinal(task.state)) await changes.apply(tx, task, { by: 'node', note });
    });
  }
}

/** True while the dispatched task is still the one that executes this task. */
function isCurrent({ state, to, document }: TaskRecord, { taskId, agent }: Dispatch): boolean {
  return !isFinal(state) && to === agent && document.dispatch?.taskId === taskId;
}

/** Makes a job undeliverable after a permanent refusal, such as a failed login; it is kept with the failed jobs. */
function refusedForGood(error: unknown): never {
  throw isForGood(error) ? new Undeliverable(error.message) : error;
}

function isForGood(error: unknown): error is TaskFailure {
  return error instanceof TaskFailure && !error.recovery.includes('retry');
}

interface Owed {
  readonly task: string;
  readonly dispatch: Dispatch;
}

function isOwed(payload: unknown): payload is Owed {
  if (!isObject(payload) || typeof payload.task !== 'string' || !isObject(payload.dispatch)) return false;
  const { taskId, agent, address } = payload.dispatch;
  return typeof taskId === 'string' && typeof agent === 'string' && isObject(address);
}
