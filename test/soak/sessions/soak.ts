/** The crash test of sessions at full length, with its progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import type { Crew } from './crew.js';
import { crashSessions } from './sessions.js';

const FAULTS_SHOWN = 50;
const TOLD_EVERY = 10;

export const sessionsSoak: Soak = {
  about: 'kills a node while agents talk in a group and work in teams, and compares the logs with what was answered',
  unit: 'kills',
  amount: 200,
  async run({ amount, seed, tell }) {
    tell(`building; seed ${seed}`);
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const { faults, journal, crews } = await crashSessions({
      ...{ rounds: amount, directory, seed },
      onRound: (round, { journal, crews }) => {
        if (round % TOLD_EVERY === 0)
          tell(
            `${round}/${amount} kills: ${journal.counts.sent} messages of the group, ${sum(crews, 'turns')} turns of teams`,
          );
      },
    });
    const { sent, repeated, given, redelivered, acknowledged } = journal.counts;
    tell(
      `group: ${sent} messages answered, ${repeated} sent again; ${given} given, ${redelivered} given again, ${acknowledged} acknowledgements`,
    );
    tell(
      `teams: ${sum(crews, 'teams')} formed, ${sum(crews, 'concluded')} concluded; ${sum(crews, 'turns')} turns, of which ` +
        `${sum(crews, 'pauses')} pauses; ${sum(crews, 'refused')} refused without floor; ${sum(crews, 'assigned')} tasks assigned, ` +
        `${sum(crews, 'ended')} ended by their assignees`,
    );
    if (faults.length === 0) {
      tell('each answered message, turn and task was there once, in one order for all members');
      rmSync(directory, { recursive: true, force: true });
      return true;
    }
    for (const fault of faults.slice(0, FAULTS_SHOWN)) tell(fault);
    tell(`${faults.length} faults; the data are kept in ${directory}`);
    return false;
  },
};

function sum(crews: readonly Crew[], what: keyof Crew['counts']): number {
  return crews.reduce((total, { counts }) => total + counts[what], 0);
}
