/** Long background work on the store, in steps with pauses, so that requests are not delayed. */
import { setTimeout as pause } from 'node:timers/promises';

/** Length of the pause as a multiple of the step before: a busy day leaves hundreds of steps. */
const REST = 3;

/** Repeats `step` until it returns false or the signal is aborted. With an aborted signal it does no step. */
export async function unhurried(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    if (!(await step())) return;
    const over = performance.now();
    await restUntil(over + REST * (over - begun), signal);
  }
}

/** Waits until a time. A timer counts from the start of its turn of the event loop, so it may fire early. */
async function restUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - performance.now(); left > 0 && !signal.aborted; left = time - performance.now())
    await pause(left, undefined, { signal }).catch(() => {});
}
