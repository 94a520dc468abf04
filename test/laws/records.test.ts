import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neverAccepted, openRecords, type Records, recordsLaw, type Said } from './records.js';

let records: Records;
beforeAll(async () => {
  records = await openRecords();
}, 60_000);
afterAll(() => records.close());

/** Kinds of messages that so few runs may leave without one that is accepted. */
const UNLUCKY = 10;

test('whatever is accepted is read again by all who may read it, over both protocols, and is valid', async () => {
  const said: Said = new Map();
  await fc.assert(
    recordsLaw(() => records, said),
    { numRuns: 30, seed: 1 },
  );
  expect(neverAccepted(said).length).toBeLessThanOrEqual(UNLUCKY);
}, 240_000);
