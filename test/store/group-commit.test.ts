import { describe, expect, it } from 'vitest';
import { type GroupCommitLimits, openStore } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';
import { note, noteIds, noteMigration } from './note-table.js';

async function open(limits: Partial<GroupCommitLimits> = {}) {
  const store = await openStore({ file: ':memory:', migrations: [noteMigration], limits });
  cleanUp(() => store.close());
  return store;
}

describe('transact', () => {
  it('resolves with what the work gives, after which every reader sees the data', async () => {
    const store = await open();
    const value = await store.transact(async (tx) => {
      await note(tx, 1);
      return 'stored';
    });
    expect(value).toBe('stored');
    expect(await noteIds(store)).toEqual([1]);
  });

  it('shows nothing to readers before the commit', async () => {
    const store = await open();
    const seen = await store.transact(async (tx) => {
      await note(tx, 1);
      return noteIds(store);
    });
    expect(seen).toEqual([]);
  });

  it('rolls a failing work back alone and rejects it with its own error', async () => {
    const store = await open();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((id) =>
        store.transact(async (tx) => {
          await note(tx, id);
          if (id === 3) throw new RangeError('three is refused');
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: new RangeError('three is refused') });
    expect(await noteIds(store)).toEqual([1, 2, 4]);
  });

  it('lets a work recover from a failing statement of its own', async () => {
    const store = await open();
    await store.transact((tx) => note(tx, 1));
    await store.transact(async (tx) => {
      await note(tx, 2);
      await expect(note(tx, 1)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
      await note(tx, 3);
    });
    expect(await noteIds(store)).toEqual([1, 2, 3]);
  });

  it('runs transactions in the order asked for, over many groups', async () => {
    const store = await open({ group: 7 });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        store.transact(async (tx) => {
          await note(tx, id);
          tx.afterCommit(() => order.push(id));
        }),
      ),
    );
    expect(order).toEqual(Array.from({ length: 100 }, (_, id) => id));
  });

  it('never runs two works at the same time', async () => {
    const store = await open();
    let inside = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        store.transact(async (tx) => {
          inside += 1;
          expect(inside).toBe(1);
          await note(tx, id);
          await tx.sql.selectFrom('test_note').selectAll().execute();
          inside -= 1;
        }),
      ),
    );
  });

  it('runs effects after the commit and before it resolves, and none of a work that failed', async () => {
    const store = await open();
    const happened: string[] = [];
    const failing = store.transact(async (tx) => {
      tx.afterCommit(() => happened.push('effect of the failed'));
      throw new Error('no');
    });
    const good = store.transact(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('an effect that fails harms nobody');
      });
      tx.afterCommit(() => happened.push('effect'));
      happened.push('work');
    });
    await Promise.allSettled([failing, good.then(() => happened.push('resolved'))]);
    expect(happened).toEqual(['work', 'effect', 'resolved']);
  });

  it('fails clearly when a transaction is used after its work returned', async () => {
    const store = await open();
    const kept = await store.transact(async (tx) => tx.sql);
    await expect(
      kept.insertInto('test_note').values({ id: 1, text: null, bytes: null }).execute(),
    ).rejects.toMatchObject({
      code: 'misuse',
    });
    expect(await noteIds(store)).toEqual([]);
  });

  it('lets no work begin or end the transaction of the group', async () => {
    const store = await open();
    await expect(store.transact((tx) => tx.sql.transaction().execute(async () => {}))).rejects.toMatchObject({
      code: 'misuse',
    });
    await store.transact((tx) => note(tx, 1));
    expect(await noteIds(store)).toEqual([1]);
  });

  it('gives up a work that waits for another transaction, and goes on', async () => {
    const store = await open({ workTime: 50 });
    const nested = store.transact(async (tx) => {
      await note(tx, 1);
      await store.transact((inner) => note(inner, 2));
    });
    await expect(nested).rejects.toMatchObject({ code: 'timeout' });
    await store.transact((tx) => note(tx, 3));
    expect(await noteIds(store)).toEqual([2, 3]);
  });

  it('refuses more waiting transactions than its queue holds', async () => {
    const store = await open({ waiting: 10 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, id) => store.transact((tx) => note(tx, id))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'overloaded' } },
      { reason: { code: 'overloaded' } },
    ]);
  });

  it('lets others in the process have their turn while many transactions wait', async () => {
    const store = await open({ groupTime: 1 });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    cleanUp(() => clearInterval(timer));
    await Promise.all(Array.from({ length: 3000 }, (_, id) => store.transact((tx) => note(tx, id))));
    expect(turns).toBeGreaterThan(3);
  });
});
