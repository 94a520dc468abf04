/** Keeps the authority of a task on another node in force for as long as the task is followed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt } from '../attempt.js';
import type { RemoteTask } from './nodes.js';

/** Part of the time that is left after which the authority is prolonged again. */
const EARLY = 0.5;
/** Milliseconds between two attempts, whatever the other node says. */
const LEAST = 1_000;
const MOST = 300_000;
/** Milliseconds until it is tried again after a failure. */
const AGAIN = 5_000;

/** Prolongs the authority once, and then again and again until the signal is aborted. Never rejects. */
export async function keepAuthority(there: RemoteTask, { log }: Attempt, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const wait = await there.renew(signal).then(
      (ends) => (ends === undefined ? undefined : Math.min(MOST, Math.max(LEAST, (ends - Date.now()) * EARLY))),
      (error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'task: its authority on the other node could not be prolonged');
        return AGAIN;
      },
    );
    if (wait === undefined) return;
    await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
