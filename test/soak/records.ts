/** Random messages of the draft and of `yangent-*`, then every read over both protocols. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { MESSAGES, neverAccepted, openRecords, recordsLaw, type Said } from '../laws/records.js';
import type { Soak } from './soak.js';

/** Runs between two lines of progress. */
const STEP = 50;
/** Messages among which each kind is accepted at least once. */
const ENOUGH = 20_000;

export const recordsSoak: Soak = {
  about: 'sends random messages of the draft and of yangent-*, then reads everything over both protocols as every user',
  unit: 'messages',
  amount: 100_000,
  async run({ amount, seed, tell }) {
    const records = await openRecords();
    const said: Said = new Map();
    const law = recordsLaw(() => records, said);
    let sent = 0;
    try {
      for (let step = 0; sent < amount; step += 1) {
        // A run has half of the most messages on average.
        const numRuns = Math.max(1, Math.min(STEP, Math.ceil((amount - sent) / (MESSAGES / 2))));
        const details = await fc.check(law, { numRuns, seed: seed + step });
        if (details.failed) {
          tell(`a law is broken:\n${await fc.asyncDefaultReportMessage(details)}\n${inspect(details.errorInstance)}`);
          return false;
        }
        sent = [...said.values()].reduce((sum, { done, refused }) => sum + done + refused, 0);
        tell(`${Math.min(sent, amount)}/${amount} messages`);
      }
      for (const [name, { done, refused }] of said) tell(`${name}: accepted ${done}, refused ${refused}`);
      const never = neverAccepted(said);
      if (never.length > 0) tell(`never accepted: ${never.join(', ')}`);
      return never.length === 0 || amount < ENOUGH;
    } finally {
      await records.close();
    }
  },
};
