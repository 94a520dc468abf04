import { describe, expect, it } from 'vitest';
import { crash } from '../soak/crash/crash.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode } from '../support/node.js';

const ROUNDS = 20;

describe('kill -9 under task traffic', () => {
  it(`loses nothing that was acknowledged in ${ROUNDS} rounds: no task, result, notification or report`, async () => {
    const { faults, record, diary } = await crash({ rounds: ROUNDS, directory: temporaryFolder() });
    expect(faults).toEqual([]);
    // All that can be lost was there to be lost.
    const { acknowledged, events, deliveries, completed } = record;
    expect(acknowledged.size).toBeGreaterThanOrEqual(20 * ROUNDS);
    expect(events.length).toBeGreaterThan(4 * acknowledged.size);
    expect(deliveries.length).toBeGreaterThan(acknowledged.size);
    expect(completed.size).toBeGreaterThan(0);
    expect(diary.length).toBeGreaterThan(ROUNDS);
  }, 300_000);
});

describe('durability in force', () => {
  it('is a write-ahead log that is flushed at every commit (synchronous FULL)', async () => {
    const { node, stop } = await startTestNode({ netconf: undefined });
    expect(await node.settings()).toEqual({ journalMode: 'WAL', synchronous: 'FULL' });
    await stop();
  });
});
