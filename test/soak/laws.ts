/** The laws of documents (round trips, edits, filters) on many random schemas. */
import { soak } from '../laws/soak.js';
import type { Soak } from './soak.js';

/** Schemas between two lines of progress. */
const STEP = 500;

export const lawsSoak: Soak = {
  about: 'checks the laws of round trips, edits, merging, validation, defaults and filters on random documents',
  unit: 'schemas',
  amount: 10_000,
  async run({ amount, seed, tell }) {
    for (let done = 0; done < amount; done += STEP) {
      const count = Math.min(STEP, amount - done);
      const { checked, skipped, fault } = await soak(count, seed + done);
      if (fault !== undefined) {
        tell(`a law is broken:\n${fault}`);
        return false;
      }
      tell(`${done + checked}/${amount} schemas, ${skipped} of the last ${count} without a document`);
    }
    return true;
  },
};
