import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/tasks/execution/wait-histogram.js';

describe('waits in turns', () => {
  it('are the tasks given out since a task was queued, however long that took', () => {
    const turns = new Turns();
    turns.give([0, 0], 1_000);
    turns.give([500], 3_600_000);
    expect([turns.since(0), turns.since(999), turns.since(1_000), turns.since(3_600_000)]).toEqual([3, 3, 1, 0]);
  });

  it('have a median, in which thousands count', () => {
    const turns = new Turns();
    expect(turns.median()).toBe(0);
    // Each waits for the two before it.
    for (let now = 1; now <= 10_000; now++) turns.give([now - 2.5], now);
    expect(turns.median()).toBe(2);
    for (let now = 10_001; now <= 11_000; now++) turns.give([now - 100.5], now);
    expect(turns.median()).toBe(2);
    for (let now = 11_001; now <= 20_000; now++) turns.give([now - 100.5], now);
    expect(turns.median()).toBe(100);
  });

  it('are told apart up to 256: who waits longer than that is late at any median', () => {
    const turns = new Turns();
    for (let now = 1; now <= 1_000; now++) turns.give([0], now);
    expect(turns.since(0)).toBe(256);
    expect(turns.isLonger(0, 5 * turns.median())).toBe(true);
    expect(turns.isLonger(900, 5 * turns.median())).toBe(false);
  });
});
