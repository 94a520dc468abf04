import { describe, expect, it } from 'vitest';
import { WaitHistogram } from '../../src/tasks/execution/wait-histogram.js';

describe('waits in turns', () => {
  it('are the tasks given out since a task was queued, however long that took', () => {
    const waits = new WaitHistogram();
    waits.give([0, 0], 1_000);
    waits.give([500], 3_600_000);
    expect([waits.since(0), waits.since(999), waits.since(1_000), waits.since(3_600_000)]).toEqual([3, 3, 1, 0]);
  });

  it('have a median, in which thousands count', () => {
    const waits = new WaitHistogram();
    expect(waits.median()).toBe(0);
    // Each waits for the two before it.
    for (let now = 1; now <= 10_000; now++) waits.give([now - 2.5], now);
    expect(waits.median()).toBe(2);
    for (let now = 10_001; now <= 11_000; now++) waits.give([now - 100.5], now);
    expect(waits.median()).toBe(2);
    for (let now = 11_001; now <= 20_000; now++) waits.give([now - 100.5], now);
    expect(waits.median()).toBe(100);
  });

  it('are told apart up to 256: who waits longer than that is late at any median', () => {
    const waits = new WaitHistogram();
    for (let now = 1; now <= 1_000; now++) waits.give([0], now);
    expect(waits.since(0)).toBe(256);
    expect(waits.isLonger(0, 5 * waits.median())).toBe(true);
    expect(waits.isLonger(900, 5 * waits.median())).toBe(false);
  });
});
