/** Random bytes in database files, as many files as are asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { damage } from './damage.js';

export const damageSoak: Soak = {
  about: 'writes random bytes into the database of a node at rest: it says so, or has everything',
  unit: 'files',
  amount: 200,
  async run({ amount, seed, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    try {
      const progress = (done: number) => done % 20 === 0 && tell(`${done}/${amount} files`);
      const { told, whole, faults } = await damage({ directory, rounds: amount, seed, tell: progress });
      for (const fault of faults) tell(fault);
      tell(`seed ${seed}: ${told} files said to be damaged, ${whole} without harm`);
      return faults.length === 0;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
