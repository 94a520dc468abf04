/** Runs of many kinds end as they should although the node is killed under them, at random moments. */
import { expect, it } from 'vitest';
import { kills } from '../soak/workflows/kills/kills.js';
import { temporaryFolder } from '../support/clean-up.js';

it('ends 20 runs through 3 kills, each effect once per key', { timeout: 120_000 }, async () => {
  const tell = () => {};
  const { faults } = await kills({ directory: temporaryFolder(), runs: 20, kills: 3, time: 30_000, seed: 1, tell });
  expect(faults).toEqual([]);
});
