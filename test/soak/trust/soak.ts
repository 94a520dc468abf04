/** The kills under traffic of all kinds at full length, with their progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { killUnderTraffic } from './trust.js';

const FAULTS_SHOWN = 50;
const TOLD_EVERY = 20;

export const trustSoak: Soak = {
  about: 'kills a node under traffic of all kinds and compares the records of its audit log with their effects',
  unit: 'kills',
  amount: 1_000,
  async run({ amount, seed, tell }) {
    tell(`building; seed ${seed}`);
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const { faults, journal, log, standing, killed, killedInStart } = await killUnderTraffic({
      rounds: amount,
      directory,
      seed,
      onRound: (round, { log, standing }) => {
        if (round % TOLD_EVERY === 0)
          tell(`${round}/${amount} kills: ${log.size} records, ${standing.counts.edits} edits of the device`);
      },
    });
    tell(`killed ${killed} times under traffic and ${killedInStart} times while starting: ${log.size} records`);
    for (const [kind, { done, open, refused }] of journal.counts)
      tell(`  ${kind}: ${done} acknowledged, ${open} without answer, ${refused} refused`);
    const { edits, unknown, revoked, replayed, rates } = standing.counts;
    tell(`  device: ${edits} edits, of which ${unknown} have an unknown outcome`);
    tell(`  asked for again: ${revoked} revoked tokens, ${replayed} used approvals, ${rates} rates`);
    if (faults.length === 0) {
      tell('each acknowledged change has its record, and each record its change');
      rmSync(directory, { recursive: true, force: true });
      return true;
    }
    for (const fault of faults.slice(0, FAULTS_SHOWN)) tell(fault);
    tell(`${faults.length} faults; the data are kept in ${directory}`);
    return false;
  },
};
