/** How long work on a store rests between its steps. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Store } from '../../src/store/index.js';

/** One transaction: how long it took, and how long nothing was done behind it, in milliseconds. */
export interface Step {
  readonly took: number;
  readonly rest: number;
}

const measured = new AsyncLocalStorage<true>();

/** Runs `work` and measures the transactions that it makes in the store, and no others; behind the last one is what is left of the work. */
export async function stepsOf(store: Store, work: () => Promise<unknown>): Promise<readonly Step[]> {
  const { transact } = store;
  const times: { readonly begun: number; readonly over: number }[] = [];
  const spy = vi.spyOn(store, 'transact').mockImplementation(async (each) => {
    if (!measured.getStore()) return transact.call(store, each);
    const begun = performance.now();
    const result = await transact.call(store, each);
    times.push({ begun, over: performance.now() });
    return result;
  });
  await measured.run(true, work);
  const end = performance.now();
  spy.mockRestore();
  return times.map(({ begun, over }, at) => ({ took: over - begun, rest: (times[at + 1]?.begun ?? end) - over }));
}

/** True where others have most of the time; timers may ring a millisecond early. */
export function isRested({ took, rest }: Step): boolean {
  return rest >= 3 * took - 1 && rest > 0.5;
}
