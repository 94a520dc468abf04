/** Records that transactions remember between them. */
import { expect, it } from 'vitest';
import { Latest } from '../../src/sessions/record/latest.js';
import { openStore, type Tx } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';

const TABLE = 'create table test_row (id text primary key, value integer)';

async function open() {
  const store = await openStore({ file: ':memory:', migrations: [] });
  cleanUp(() => store.close());
  const latest = new Latest<number>();
  let reads = 0;
  await store.transact((tx) => tx.change(TABLE, []));
  const get = (tx: Tx, id: string) =>
    latest.get(id, async () => {
      reads += 1;
      const [row] = await tx.query<{ readonly value: number }>('select value from test_row where id = ?', [id]);
      return row?.value;
    });
  const put = async (tx: Tx, id: string, value: number, change?: () => number) => {
    await tx.change('insert or replace into test_row values (?, ?)', [id, value]);
    latest.changed(tx, id, change);
  };
  return { store, latest, get, put, reads: () => reads };
}

it('a record is read once until it changes, and a change that tells the new value needs no reading', async () => {
  const { store, get, put, reads } = await open();
  await store.transact((tx) => put(tx, 'a', 1));
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(1);
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(1);
  expect(reads()).toBe(1);
  await store.transact((tx) => put(tx, 'a', 2));
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(2);
  await store.transact((tx) => put(tx, 'a', 3, () => 3));
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(3);
  expect(reads()).toBe(2);
});

it('a change that was rolled back is not remembered, nor a record that was stored for the first time', async () => {
  const { store, get, put } = await open();
  await store.transact((tx) => put(tx, 'a', 1));
  const refused = store.transact(async (tx) => {
    await put(tx, 'a', 2, () => 2);
    await put(tx, 'b', 2);
    expect([await get(tx, 'a'), await get(tx, 'b')]).toEqual([2, 2]);
    throw new RangeError('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await store.transact(async (tx) => [await get(tx, 'a'), await get(tx, 'b')])).toEqual([1, undefined]);
});

it('a part that was rolled back leaves the record as it was before', async () => {
  const { store, get, put } = await open();
  const seen = await store.transact(async (tx) => {
    await put(tx, 'a', 1);
    await get(tx, 'a');
    const part = tx.part(async () => {
      await put(tx, 'a', 2, () => 2);
      throw new RangeError('refused');
    });
    await expect(part).rejects.toThrow('refused');
    return get(tx, 'a');
  });
  expect(seen).toBe(1);
});

it('a commit that fails takes along what later transactions of its group have read', async () => {
  const { store, get, put } = await open();
  await store.transact((tx) => put(tx, 'a', 1));
  const failing = store.transact(async (tx) => {
    tx.beforeGroupCommit(async () => {
      throw new RangeError('no seal');
    });
    await put(tx, 'a', 2);
  });
  const reading = store.transact((tx) => get(tx, 'a'));
  const outcomes = await Promise.allSettled([failing, reading]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(1);
});

it('a record that was read before a rollback and arrives after it is not remembered', async () => {
  const { store, latest, get, put } = await open();
  await store.transact((tx) => put(tx, 'a', 1));
  let late: Promise<number | undefined> | undefined;
  const refused = store.transact(async (tx) => {
    await put(tx, 'a', 2);
    late = latest.get('a', async () => {
      const [row] = await tx.query<{ readonly value: number }>('select value from test_row where id = ?', ['a']);
      await new Promise((resolve) => setImmediate(resolve));
      return row?.value;
    });
    throw new RangeError('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await late).toBe(2);
  expect(await store.transact((tx) => get(tx, 'a'))).toBe(1);
});
