/** Runs that ended are deleted by age and by number, with all that belongs to them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/store/index.js';
import { newRun } from '../../../src/workflows/engine/begin.js';
import { purge } from '../../../src/workflows/engine/retention.js';
import { workflowMigrations } from '../../../src/workflows/index.js';
import { RunRows } from '../../../src/workflows/run/rows.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-31T00:00:00Z');
let store: Store;
let rows: RunRows;
/** Data parameters that were deleted. */
const forgotten: string[] = [];
const contexts = {
  forget: async (_: unknown, { params }: { readonly params: readonly string[] }) => void forgotten.push(...params),
};
/** Runs whose keys were deleted. */
const shredded: string[] = [];
const content = { delete: async (_: unknown, ids: readonly string[]) => void shredded.push(...ids) };
beforeAll(async () => {
  store = await openStore({ file: ':memory:', migrations: workflowMigrations });
  rows = new RunRows(store);
});
afterAll(() => store.close());

/** Stores a run that ended so many days ago. */
async function ended(id: string, days: number | undefined): Promise<void> {
  const run = newRun(NOW, {
    id,
    version: '1',
    digest: 'd',
    coordinator: 'c',
    initiator: 'i',
    input: {},
    labels: { l: id },
  });
  const end =
    days === undefined ? {} : ({ state: 'completed', ended: new Date(NOW - days * DAY).toISOString() } as const);
  await store.transact(async (tx) => {
    await rows.insert(tx, { ...run, ...end });
    await rows.values.keep(tx, id, 'v', '1');
    await rows.values.setParam(tx, id, 'v', `data of ${id}`);
    await rows.keepGraph(tx, `graph of ${id}`, '{}');
    await rows.journal.add(tx, id, [{ sequence: 1, entry: '{}', hash: 'h' }]);
  });
}

const left = async () => (await rows.page(undefined, 100)).map(({ id }) => id);

it('deletes what is too old, then what is too much; what has not ended stays', async () => {
  await ended('open', undefined);
  for (const days of [1, 2, 3, 40, 50]) await ended(`${days}`, days);
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 100 }, NOW)).toBe(2);
  expect(await left()).toEqual(['1', '2', '3', 'open']);
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 2 }, NOW)).toBe(1);
  expect(await left()).toEqual(['1', '2', 'open']);
  expect([await rows.values.get('3', 'v'), await rows.journal.page('3', 0, 9), await rows.graph('graph of 3')]).toEqual(
    [undefined, [], undefined],
  );
  expect(await rows.list({ labels: { l: '3' }, limit: 9 })).toEqual([]);
  expect(forgotten).toEqual(['data of 50', 'data of 40', 'data of 3']);
  expect(await rows.references.paramsInUse()).toEqual(['data of open']);
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 2 }, NOW)).toBe(0);
});

it('keeps a data parameter as long as another run may read it', async () => {
  forgotten.length = 0;
  const output = { param: 'data of child', digest: 'v' };
  await ended('parent', undefined);
  await ended('child', 40);
  await store.transact(async (tx) => {
    const made = { param: 'data of open', digest: 'made up' };
    expect(await rows.references.real(tx, 'child', [made, output])).toEqual([output]);
    await rows.references.pass(tx, 'parent', [output]);
  });
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 100 }, NOW)).toBe(1);
  expect([forgotten, await rows.values.get('child', 'v')]).toEqual([[], undefined]);
  expect(await rows.references.paramsInUse()).toContain('data of child');
  await store.transact(async (tx) => {
    expect(await rows.references.real(tx, 'parent', [output])).toEqual([output]);
    const parent = await rows.run('parent', tx);
    if (parent) await rows.update(tx, { ...parent, state: 'completed', ended: new Date(NOW - 40 * DAY).toISOString() });
  });
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 100 }, NOW)).toBe(1);
  expect(forgotten.toSorted()).toEqual(['data of child', 'data of parent']);
});

it('keeps a run that waits for votes on its way back, and deletes gates and votes with a run that has ended', async () => {
  const terms = { terms: '{}', statement: '{}', salt: '', subject: '{}', reason: null, asked: NOW, expires: NOW };
  const gate = { node: 'n', generation: 1, name: 'rollback:1/guard:g', guard: 'g', digest: 'd', ...terms };
  await ended('asks', 40);
  await ended('asked', 40);
  await store.transact(async (tx) => {
    for (const run of ['asks', 'asked']) {
      await rows.gates.add(tx, { ...gate, state: 'open', run, number: 1 });
      const vote = {
        by: 'u',
        verdict: 'approve',
        at: NOW,
        methods: '[]',
        proof: '',
        comment: null,
        data: null,
      } as const;
      await rows.gates.vote(tx, { ...vote, run, gate: 1, signature: null, key: null });
    }
    const asks = await rows.run('asks', tx);
    if (asks) await rows.update(tx, { ...asks, state: 'rolling-back', ended: undefined });
  });
  expect(await purge({ store, rows, contexts, content }, { days: 30, count: 0 }, NOW)).toBeGreaterThan(0);
  expect([await rows.run('asks'), await rows.run('asked')]).toMatchObject([{ state: 'rolling-back' }, undefined]);
  expect(await rows.gates.ofRun('asks')).toHaveLength(1);
  expect(await rows.gates.ofRun('asked')).toEqual([]);
  expect(await rows.gates.votes({ run: 'asked', number: 1 })).toEqual([]);
});
