/** The crash test at full length, with its progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import build from '../support/build.js';
import { crash } from './crash/crash.js';

const ROUNDS = 200;
const FAULTS_SHOWN = 50;

const rounds = Number(process.argv[2] ?? ROUNDS);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('usage: npm run soak [-- ROUNDS]');
  process.exit(2);
}
console.log('Building ...');
build();
const directory = mkdtempSync(join(tmpdir(), 'yangent-soak-'));
const begun = Date.now();
const { faults, record, killedInStart } = await crash({
  rounds,
  directory,
  onRound: (round, { acknowledged, events, deliveries }) => {
    const seconds = Math.round((Date.now() - begun) / 1_000);
    console.log(
      `round ${round}/${rounds}, ${seconds} s: ${acknowledged.size} tasks, ${events.length} events, ${deliveries.length} reports`,
    );
  },
});
console.log(
  `killed ${rounds} times under traffic and ${killedInStart} times while starting: ` +
    `${record.acknowledged.size} tasks, ${record.events.length} events, ${record.deliveries.length} reports`,
);
if (faults.length === 0) {
  console.log('nothing acknowledged was lost');
  rmSync(directory, { recursive: true, force: true });
} else {
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.error(fault);
  console.error(`${faults.length} faults; the data are kept in ${directory}`);
  process.exitCode = 1;
}
