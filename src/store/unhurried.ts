/** Long work on the store for which no request waits, done in steps with rests between, so that others need not wait for theirs. */
import { setTimeout as pause } from 'node:timers/promises';

/** How many times as long as a step takes it rests behind it: what a busy day leaves are hundreds of steps. */
const REST = 3;

/**
 * Runs `step` again and again until it answers false, or the signal is aborted. Resolves before the first step too where the
 * signal is aborted already.
 */
export async function unhurried(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    if (!(await step())) return;
    const over = performance.now();
    await restUntil(over + REST * (over - begun), signal);
  }
}

/** A timer counts from the beginning of the turn of the event loop in which it was set, and so may ring early. */
async function restUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - performance.now(); left > 0 && !signal.aborted; left = time - performance.now())
    await pause(left, undefined, { signal }).catch(() => {});
}
