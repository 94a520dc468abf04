/** Steps of the clock by a day, as many as are asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peer } from '../../peers.js';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { clock } from './clock.js';

export const clockSoak: Soak = {
  about: 'sets the clock by a day, forward and back, under work (needs libfaketime)',
  unit: 'steps',
  amount: 120,
  async run({ amount, tell }) {
    const library = peer('faketime');
    if (library === undefined) {
      tell('libfaketime is not installed (Debian package faketime)');
      return false;
    }
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    try {
      const progress = (done: number) => done % 12 === 0 && tell(`${done}/${amount} steps`);
      const { completed, faults } = await clock({ library, directory, steps: amount, tell: progress });
      for (const fault of faults) tell(fault);
      tell(`${completed} tasks completed over ${amount} steps of the clock`);
      return faults.length === 0;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
