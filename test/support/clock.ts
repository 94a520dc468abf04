import { vi } from 'vitest';

/** Sets the clock of the machine for this process, by so many milliseconds; what has passed since the start stays what it is. */
export function setClock(by: number): void {
  const now = Date.now() + by;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

/** Gives the process its clock back. */
export function resetClock(): void {
  vi.useRealTimers();
}
