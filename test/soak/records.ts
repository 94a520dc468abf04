/** Random messages of the draft and of `yangent-*`, then every read over both protocols. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { MESSAGES, openRecords, recordsLaw } from '../laws/records.js';
import type { Soak } from './soak.js';

/** Runs between two lines of progress. */
const STEP = 50;

export const recordsSoak: Soak = {
  about: 'sends random messages of the draft and of yangent-*, then reads everything over both protocols as every user',
  unit: 'messages',
  amount: 100_000,
  async run({ amount, seed, tell }) {
    const records = await openRecords();
    let sent = 0;
    try {
      for (let step = 0; sent < amount; step += 1) {
        // A run has half of the most messages on average.
        const numRuns = Math.max(1, Math.min(STEP, Math.ceil((amount - sent) / (MESSAGES / 2))));
        const details = await fc.check(
          counted((many) => (sent += many)),
          { numRuns, seed: seed + step },
        );
        if (details.failed) {
          tell(`a law is broken:\n${await fc.asyncDefaultReportMessage(details)}\n${inspect(details.errorInstance)}`);
          return false;
        }
        tell(`${Math.min(sent, amount)}/${amount} messages`);
      }
      return true;
    } finally {
      await records.close();
    }

    function counted(count: (messages: number) => void) {
      return recordsLaw(() => records, count);
    }
  },
};
