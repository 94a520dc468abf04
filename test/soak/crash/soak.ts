/** The crash test at full length, with its progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../../support/build.js';
import type { Soak } from '../soak.js';
import { crash } from './crash.js';

const FAULTS_SHOWN = 50;

export const crashSoak: Soak = {
  about: 'kills a node under task traffic and checks that nothing acknowledged is lost',
  unit: 'rounds',
  amount: 200,
  async run({ amount, tell }) {
    tell('building');
    build();
    const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
    const { faults, record, killedInStart } = await crash({
      rounds: amount,
      directory,
      onRound: (round, { acknowledged, events, deliveries }) =>
        tell(
          `round ${round}/${amount}: ${acknowledged.size} tasks, ${events.length} events, ${deliveries.length} reports`,
        ),
    });
    tell(
      `killed ${amount} times under traffic and ${killedInStart} times while starting: ` +
        `${record.acknowledged.size} tasks, ${record.events.length} events, ${record.deliveries.length} reports`,
    );
    if (faults.length === 0) {
      tell('nothing acknowledged was lost');
      rmSync(directory, { recursive: true, force: true });
      return true;
    }
    for (const fault of faults.slice(0, FAULTS_SHOWN)) tell(fault);
    tell(`${faults.length} faults; the data are kept in ${directory}`);
    return false;
  },
};
