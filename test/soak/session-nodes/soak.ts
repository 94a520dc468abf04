/** The crash test of sessions over two nodes at full length, with its progress. */
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
    'kills two nodes while their agents talk in sessions that both share, and compares the logs with what was answered',
  unit: 'kills',
  amount: 200,
  async run({ amount, seed, tell }) {
    tell(`building; seed ${seed}`);
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const { faults, counts } = await crashSessionNodes({
      ...{ rounds: amount, directory, seed },
      onRound: (round, { counts: { sequenced, accepted } }) => {
        if (round % TOLD_EVERY === 0)
          tell(`${round}/${amount} kills: ${sequenced} messages answered with their number, ${accepted} without`);
      },
    });
    const { sequenced, accepted, refused, repeated, given, assigned, ended } = counts;
    tell(
      `${sequenced} messages answered with their number, ${accepted} without, ${refused} refused, ${repeated} sent again; ` +
        `${given} given to members; ${assigned} tasks assigned, ${ended} ended`,
    );
    if (faults.length === 0) {
      tell('each answered message was there once, in one order on both nodes, and each task was assigned once');
      rmSync(directory, { recursive: true, force: true });
      return true;
    }
    for (const fault of faults.slice(0, FAULTS_SHOWN)) tell(fault);
    tell(`${faults.length} faults; the data are kept in ${directory}`);
    return false;
  },
};
