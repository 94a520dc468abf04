/** Records are found the latest first, also in an earlier log, and each call reads a bounded number of them. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findRecords } from '../../src/audit/index.js';
import { appendRecords, EDIT, openLog } from './rig.js';

it('an earlier log of the node is still read, as far as the database has it', async () => {
  const first = await openLog();
  await appendRecords(first, 2, { ...EDIT, user: 'otto' });
  const { origin } = first.log.head;
  const copy = join(first.directory, 'backup');
  const second = await first.reopen(() => copyFileSync(join(first.directory, 'store.db'), copy));
  await appendRecords(second, 5, { ...EDIT, user: 'otto' });
  await second.log.show();
  const { log } = await second.reopen(() => copyFileSync(copy, join(first.directory, 'store.db')));
  const found = (o: { origin?: string }) => findRecords(log, { user: 'otto' }, { limit: 10, ...o });
  expect(await found({})).toEqual({ records: [] });
  expect((await found({ origin })).records.map(({ sequence }) => sequence)).toEqual([3, 2]);
  await expect(found({ origin: 'another' })).rejects.toThrow(
    `the node has no log another; it has ${origin}, ${origin}/2`,
  );
});

it('a record among very many others is found in some calls, each of which says where to go on', async () => {
  const rig = await openLog();
  const { log } = rig;
  await appendRecords(rig, 1, { ...EDIT, user: 'otto' });
  await rig.store.transact(async (tx) => {
    for (let count = 0; count < 10_500; count += 1) log.append(tx, EDIT);
  });
  const first = await findRecords(log, { user: 'otto' }, { limit: 10 });
  expect(first).toEqual({ records: [], before: 503 });
  const { records, before } = await findRecords(log, { user: 'otto' }, { limit: 10, before: first.before });
  expect([records.map(({ sequence }) => sequence), before]).toEqual([[2], undefined]);
  // Records that are too old end the search.
  expect(await findRecords(log, { since: Date.now() + 60_000 }, { limit: 10 })).toEqual({ records: [] });
});
