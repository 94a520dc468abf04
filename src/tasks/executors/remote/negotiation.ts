/** Follows a negotiation about a task that is not assigned yet, to copy the rounds of the agent on the other node. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatch, TaskRecord } from '../../record/record.js';
import { isFinal, isTaskState } from '../../record/states.js';
import { TaskFailure } from '../../skill/agent.js';
import type { RemoteNeeds } from './needs.js';
import { endHere, takeOver } from './rounds.js';
import { speakerOf } from './speaker.js';

/** Milliseconds until an unreachable node is asked again. The negotiation ends by its own deadline. */
const AGAIN = 5_000;
const LONGEST_WAIT = 2 ** 31 - 1;

/** Resolves when the negotiation is over, or when the other node does not know the task yet. */
export async function followNegotiation(needs: RemoteNeeds, id: string, stopping: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([stopping, over.signal]);
  const ended = needs.watch.until(id, isElsewhere, { timeout: LONGEST_WAIT, signal });
  ended.then(() => over.abort(new Error('the negotiation is over'))).catch(() => undefined);
  try {
    while (!signal.aborted) {
      const task = await needs.rows.get(id);
      const dispatch = task?.document.dispatch;
      if (!task || isElsewhere(task) || !dispatch) return;
      try {
        return await follow(needs, id, dispatch, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof TaskFailure)) throw error;
        // The job that sends rounds gets the same refusal, and answers with it.
        if (error.code !== 'executor-lost') return;
        await pause(AGAIN, undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    over.abort(new Error('the negotiation is not followed any more'));
  }
}

function isElsewhere({ state }: TaskRecord): boolean {
  return state !== 'negotiating';
}

async function follow(needs: RemoteNeeds, id: string, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const node = await needs.remotes.at(dispatch.address, speakerOf(await needs.rows.get(id), dispatch), signal);
  const there = await node.find(dispatch.taskId, signal);
  if (!there) return;
  let record = await there.view(signal);
  await takeOver(needs, id, dispatch, record);
  for await (const _ of there.changes(Number(record.event?.at(-1)?.sequence ?? 0), signal)) {
    record = await there.view(signal);
    await takeOver(needs, id, dispatch, record);
  }
  const { state, error, 'state-reason': reason = 'no reason was given' } = record;
  // The deadline that was set here has ended the task.
  if (error?.code === 'deadline-exceeded') return;
  if (isTaskState(state) && isFinal(state)) await endHere(needs, id, dispatch, `${state} on ${node.place}: ${reason}`);
}
