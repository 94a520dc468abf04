/** The crash test of commits at full length, with its progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { crashCommits } from './commits.js';

/** Rounds between two lines of progress. */
const STEP = 10;
/** Every so many rounds one is with a startup datastore. */
const STARTUP_SHARE = 5;

export const commitsSoak: Soak = {
  about: 'kills a node while it edits and commits, and checks that running is as before or as after',
  unit: 'rounds',
  amount: 500,
  async run({ amount, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const withStartup = Math.floor(amount / STARTUP_SHARE);
    for (const [startup, rounds] of [
      [false, amount - withStartup],
      [true, withStartup],
    ] as const) {
      if (rounds === 0) continue;
      const what = startup ? 'with a startup datastore' : 'without one';
      const { ledger, killedInStart } = await crashCommits({
        rounds,
        directory: join(directory, String(startup)),
        startup,
        onRound: (round, { answered }) => {
          if (round % STEP === 0) tell(`${what}, round ${round}/${rounds}: ${answered} requests answered`);
        },
      });
      const { before, after, undone } = ledger.counts;
      tell(
        `${what}: killed ${rounds} times under traffic and ${killedInStart} times while starting: ${ledger.answered} requests ` +
          `answered; of the changes under way ${after} were done and ${before} were not; ${undone} confirmed commits were undone`,
      );
      for (const fault of ledger.faults) tell(fault);
      if (ledger.faults.length > 0) {
        tell(`the data are kept in ${directory}`);
        return false;
      }
    }
    tell('running was always as before or as after, and nothing acknowledged was lost');
    rmSync(directory, { recursive: true, force: true });
    return true;
  },
};
