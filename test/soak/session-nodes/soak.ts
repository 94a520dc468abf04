/** The crash test of sessions over a row of nodes at full length, with its progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { crashSessionNodes } from './session-nodes.js';

const FAULTS_SHOWN = 50;
const TOLD_EVERY = 10;

export const sessionNodesSoak: Soak = {
  about:
    'kills three nodes in a row and cuts their links while agents of all talk in sessions, and compares the logs with what was answered',
  unit: 'kills',
  amount: 200,
  async run({ amount, seed, tell }) {
    tell(`building; seed ${seed}`);
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    let next = TOLD_EVERY;
    const { faults, counts } = await crashSessionNodes({
      ...{ kills: amount, directory, seed },
      onTrouble: ({ counts: { kills, cuts, sequenced, accepted } }) => {
        if (kills < next) return;
        next = kills + TOLD_EVERY;
        tell(
          `${kills}/${amount} kills, ${cuts} cuts: ${sequenced} messages answered with their number, ${accepted} without`,
        );
      },
    });
    const { sequenced, accepted, refused, repeated, given, assigned, ended, kills, cuts } = counts;
    tell(
      `${kills} kills and ${cuts} cuts; ${sequenced} messages answered with their number, ${accepted} without, ` +
        `${refused} refused, ${repeated} sent again; ${given} given to members; ${assigned} tasks assigned, ${ended} ended`,
    );
    if (faults.length === 0) {
      tell('each answered message was there once, in one order on all nodes, and each task was assigned once');
      rmSync(directory, { recursive: true, force: true });
      return true;
    }
    for (const fault of faults.slice(0, FAULTS_SHOWN)) tell(fault);
    tell(`${faults.length} faults; the data are kept in ${directory}`);
    return false;
  },
};
