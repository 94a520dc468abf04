/** The clock of a node under test: it stands still unless it is moved, so that times in replies are literal. */
import { vi } from 'vitest';

/** When the node of each file starts. */
export const START = '2026-03-02T09:00:00Z';

/** Stops the clock of the process at `START`. Timers run on as they are. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse(START) });
}

/** @param by milliseconds */
export function moveClock(by: number): void {
  vi.advanceTimersByTime(by);
}

export function releaseClock(): void {
  vi.useRealTimers();
}
