import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { openRecords, type Records, recordsLaw } from './records.js';

let records: Records;
beforeAll(async () => {
  records = await openRecords();
}, 60_000);
afterAll(() => records.close());

test('whatever is accepted is read again by all who may read it, over both protocols, and is valid', async () => {
  await fc.assert(
    recordsLaw(() => records),
    { numRuns: 25, seed: 1 },
  );
}, 240_000);
