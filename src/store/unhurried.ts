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
    await pause(REST * (performance.now() - begun), undefined, { signal }).catch(() => {});
  }
}
