/** The log in the database: what is stored is signed, whatever becomes of the transactions beside it. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AuditUnavailable,
  archivePage,
  deletePruned,
  keepCheckpoint,
  leaveAuditLog,
  NotArchived,
  proveGrowth,
  proveRecord,
  prune,
  pruneAged,
  recordAt,
  recordsFrom,
} from '../../src/audit/index.js';
import { AuditLog } from '../../src/audit/log/log.js';
import { parseCheckpoint } from '../../src/audit/note/checkpoint.js';
import { isConsistent } from '../../src/audit/tree/consistency.js';
import { leafHash } from '../../src/audit/tree/hash.js';
import { isIncluded } from '../../src/audit/tree/inclusion.js';
import { note } from '../store/note-table.js';
import { appendRecords, EDIT, faultsOf, type LogRig, openLog, textsOf } from './rig.js';

const NEVER = new AbortController().signal;

const hexOf = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'));

/** The fate of the records of one transaction. */
type Fate = 'stored' | 'rolled back' | 'part rolled back' | 'recovered';

const fates = fc.array(
  fc.tuple(
    fc.constantFrom<Fate>('stored', 'rolled back', 'part rolled back', 'recovered'),
    fc.integer({ min: 1, max: 4 }),
  ),
  {
    minLength: 1,
    maxLength: 12,
  },
);

async function live(rig: LogRig, fate: Fate, count: number): Promise<number> {
  const { store, log } = rig;
  const append = (tx: Parameters<AuditLog['append']>[0]) => {
    for (let each = 0; each < count; each += 1) log.append(tx, EDIT);
  };
  const work = store.transact(async (tx) => {
    append(tx);
    if (fate === 'rolled back') throw new RangeError('refused');
    const part = tx.part(async () => {
      append(tx);
      if (fate !== 'stored') throw new RangeError('refused');
    });
    await (fate === 'recovered' ? part.catch(() => append(tx)) : part.catch(() => undefined));
  });
  const isStored = await work.then(
    () => true,
    () => false,
  );
  if (!isStored) return 0;
  return fate === 'part rolled back' ? count : 2 * count;
}

describe('a log', () => {
  it('begins with its key and the start, and goes on after the next one', async () => {
    const first = await openLog();
    expect(first.log.head.origin).toBe(first.store.nodeId);
    const rig = await first.reopen();
    const kinds = (await recordsFrom(rig.log, 0, 10)).map((record) => record['record-kind']);
    expect(kinds).toEqual(['key', 'start', 'start']);
    expect(await faultsOf(rig)).toEqual([]);
  });

  it('is whole and signed whichever transactions and parts of them were rolled back', async () => {
    const rig = await openLog();
    let size = rig.log.head.size;
    await fc.assert(
      fc.asyncProperty(fates, async (all) => {
        const counts = await Promise.all(all.map(([fate, count]) => live(rig, fate, count)));
        size += counts.reduce((sum, each) => sum + each, 0);
        expect(rig.log.head.size).toBe(size);
        expect(await faultsOf(rig)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('signs one checkpoint for all transactions of a commit', async () => {
    const rig = await openLog();
    const commits = (await rig.store.counts()).commits;
    await appendRecords(rig, 20);
    expect((await rig.store.counts()).commits).toBe(commits + 1);
    expect(parseCheckpoint(rig.log.head.note).size).toBe(22);
    expect(await faultsOf(rig)).toEqual([]);
  });

  it('stores nothing of a commit whose checkpoint cannot be signed, and goes on when it can', async () => {
    const rig = await openLog();
    const { store, log } = rig;
    let isBroken = true;
    const key = {
      ...log.key,
      sign: (octets: Uint8Array) => {
        if (isBroken) throw new RangeError('no key');
        return log.key.sign(octets);
      },
    };
    const { edge } = (await store.query<{ readonly edge: Uint8Array }>('select edge from audit_log', []))[0]!;
    const broken = new AuditLog({
      ...{ store, rows: log.rows, digestKey: new Uint8Array(), head: log.head },
      key,
      shown: { remember: async () => {}, read: async () => undefined } as never,
      edge: { size: 2, hashes: [edge] },
      isNew: false,
    });
    const write = (id: number) =>
      store.transact(async (tx) => {
        await note(tx, id);
        broken.append(tx, EDIT);
      });
    for (const outcome of await Promise.allSettled([write(1), write(2)]))
      expect(outcome).toMatchObject({ reason: { code: 'not-stored', cause: expect.any(AuditUnavailable) } });
    expect(await store.query('select id from test_note', [])).toEqual([]);
    isBroken = false;
    await write(3);
    expect(broken.head.size).toBe(3);
    expect(await faultsOf({ ...rig, log: broken })).toEqual([]);
  });

  it('refuses a transaction whose record has no canonical form', async () => {
    const { store, log } = await openLog();
    const odd = { ...EDIT, 'session-id': Number.NaN };
    await expect(store.transact(async (tx) => void log.append(tx, odd))).rejects.toThrow(AuditUnavailable);
    expect(log.head.size).toBe(2);
  });

  it('tells the place of a record after its transaction, not before', async () => {
    const { store, log } = await openLog();
    const record = await store.transact(async (tx) => {
      const appended = log.append(tx, EDIT);
      expect(() => appended.sequence).toThrow('not stored yet');
      return appended;
    });
    expect(record.sequence).toBe(2);
    expect(await recordAt(log, 2)).toMatchObject(EDIT);
    expect(await recordAt(log, 3)).toBeUndefined();
  });
});

describe('an intent', () => {
  const intent = { ...EDIT, 'record-kind': 'outbound', outcome: 'intent' } as const;

  it('without outcome gets the outcome unknown at the next start, once', async () => {
    const first = await openLog();
    const { store, log } = first;
    const begun = await store.transact(async (tx) => [log.append(tx, intent), log.append(tx, intent)]);
    await store.transact(async (tx) => {
      log.append(tx, { ...intent, outcome: 'done', intent: begun[0]!.sequence });
    });
    const second = await first.reopen();
    const unknown = { ...intent, outcome: 'unknown', intent: begun[1]!.sequence };
    expect((await recordsFrom(second.log, 5, 10)).slice(1)).toMatchObject([unknown]);
    const third = await second.reopen();
    expect((await recordsFrom(third.log, 7, 10)).map((record) => record['record-kind'])).toEqual(['start']);
    expect(await faultsOf(third)).toEqual([]);
  });
});

describe('a log of which a checkpoint was shown', () => {
  it('goes on under another name when the database is an older one', async () => {
    const first = await openLog();
    const copy = join(first.directory, 'backup');
    const second = await first.reopen(() => copyFileSync(join(first.directory, 'store.db'), copy));
    await appendRecords(second, 5);
    const seen = await second.log.show();
    const third = await second.reopen(() => copyFileSync(copy, join(first.directory, 'store.db')));
    expect(third.log.head.origin).toBe(`${third.store.nodeId}/2`);
    expect(await recordsFrom(third.log, 0, 10)).toMatchObject([
      {
        'record-kind': 'recovery',
        origin: seen.origin,
        size: seen.size,
        root: Buffer.from(seen.root).toString('base64'),
        reason: 'the log is shorter',
      },
      { 'record-kind': 'key' },
      { 'record-kind': 'start' },
    ]);
    const fourth = await third.reopen();
    expect(fourth.log.head).toMatchObject({ origin: `${third.store.nodeId}/2`, size: 4 });
  });

  it('goes on under another name when the configuration was imported while no node ran', async () => {
    const first = await openLog();
    await first.store.transact(leaveAuditLog);
    const second = await first.reopen();
    expect(second.log.head.origin).toBe(`${second.store.nodeId}/2`);
    const reason = 'the configuration was imported';
    expect(await recordAt(second.log, 0)).toMatchObject({ 'record-kind': 'recovery', size: 2, reason });
    expect((await second.reopen()).log.head.origin).toBe(`${second.store.nodeId}/2`);
  });

  it('goes on under another name when the database has other records, or an earlier log', async () => {
    const first = await openLog();
    const copy = join(first.directory, 'backup');
    const second = await first.reopen(() => copyFileSync(join(first.directory, 'store.db'), copy));
    await second.log.show();
    const shown = readFileSync(join(first.directory, 'audit-checkpoint'), 'utf8');
    expect(parseCheckpoint(shown).size).toBe(3);
    // The restored database starts, and writes records at the same places.
    const forged = await second.reopen(() => copyFileSync(copy, join(first.directory, 'store.db')));
    expect(await recordAt(forged.log, 0)).toMatchObject({ reason: 'the log is shorter' });
    const older = await forged.reopen(() => copyFileSync(copy, join(first.directory, 'store.db')));
    expect(older.log.head.origin).toBe(`${older.store.nodeId}/3`);
    expect(await recordAt(older.log, 0)).toMatchObject({ reason: 'the log is an earlier one' });
  });
});

describe('proofs of the log', () => {
  it('show each record and each extension, also after older records were pruned', async () => {
    const rig = await openLog();
    const { store, log } = rig;
    await appendRecords(rig, 37);
    const texts = await textsOf(rig);
    const early = await proveGrowth(log, 21, 30);
    for (const before of [1, 6, 7, 21]) {
      await archivePage(log, log.head.first, 1_000);
      await store.transact((tx) => prune(log, tx, before));
      await deletePruned(log, NEVER);
      expect(log.head.first).toBe(before);
      expect(await textsOf(rig)).toEqual(texts.slice(before));
      for (let sequence = before; sequence < log.head.size; sequence += 1) {
        const { head, hashes } = await proveRecord(log, sequence);
        expect(isIncluded(leafHash(Buffer.from(texts[sequence]!)), sequence, head, hashes)).toBe(true);
      }
      expect(hexOf((await proveGrowth(log, 21, 30)).hashes)).toEqual(hexOf(early.hashes));
    }
    await appendRecords(rig, 3);
    const now = log.head;
    const page = await archivePage(log, 21, 9);
    const thirty = parseCheckpoint(page.checkpoints.at(-1)?.note ?? '');
    const { hashes } = await proveGrowth(log, 30, now.size);
    expect(isConsistent(thirty, now, hashes)).toBe(true);
    await expect(proveRecord(log, 20)).rejects.toThrow('before 21 were pruned');
    await expect(proveGrowth(log, 20, 30)).rejects.toThrow('before 21 were pruned');
    await expect(proveGrowth(log, 30, 1_000)).rejects.toThrow('not 1000');
    await expect(archivePage(log, 3, 10)).rejects.toThrow('before 21 were pruned');
    const next = await rig.reopen();
    expect(next.log.head).toMatchObject({ first: 21, size: now.size + 1 });
  });
});

describe('pruning', () => {
  it('is refused for records that were not archived', async () => {
    const rig = await openLog();
    await appendRecords(rig, 10);
    await archivePage(rig.log, 0, 4);
    await archivePage(rig.log, 6, 4);
    const { store, log } = rig;
    await expect(store.transact((tx) => prune(log, tx, 5))).rejects.toThrow(NotArchived);
    await store.transact((tx) => prune(log, tx, 4));
    expect(log.head.first).toBe(4);
  });

  it('by age leaves young and unarchived records, and is a record', async () => {
    const rig = await openLog();
    const { log } = rig;
    await appendRecords(rig, 10);
    await archivePage(log, 0, 8);
    await pruneAged(log, 1, NEVER);
    expect(log.head).toMatchObject({ first: 0, size: 12 });
    await pruneAged(log, -1, NEVER);
    expect(log.head).toMatchObject({ first: 8, size: 13 });
    expect(await recordAt(log, 12)).toMatchObject({ 'record-kind': 'prune', size: 8 });
    expect(await textsOf(rig)).toHaveLength(5);
  });
});

describe('a page of an archive', () => {
  it('has the checkpoints that were kept, and one of its end', async () => {
    const rig = await openLog();
    await appendRecords(rig, 3);
    await keepCheckpoint(rig.log);
    await appendRecords(rig, 3);
    const page = await archivePage(rig.log, 0, 7);
    expect(page.checkpoints.map(({ note: text }) => parseCheckpoint(text).size)).toEqual([5, 7]);
    expect(page.records).toEqual((await textsOf(rig)).slice(0, 7));
  });
});
