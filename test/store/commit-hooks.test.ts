/** Statements that belong to a commit of several transactions, and to the first transaction of a piece of work. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import { openStore, type Tx } from '../../src/store/index.js';
import { cleanUp } from '../support/clean-up.js';
import { gate } from '../support/gate.js';
import { note, noteIds, noteMigration } from './note-table.js';

async function open() {
  const store = await openStore({ file: ':memory:', migrations: [noteMigration] });
  cleanUp(() => store.close());
  return store;
}

describe('the last statements of a commit', () => {
  it('run once for all transactions that ask for them, and are stored with them', async () => {
    const store = await open();
    const runs: number[] = [];
    const seal = async (tx: Tx) => {
      runs.push((await tx.query('select id from test_note', [])).length);
      await note(tx, 100 + runs.length);
    };
    await Promise.all(
      [1, 2, 3].map((id) =>
        store.transact(async (tx) => {
          if (id !== 2) tx.beforeGroupCommit(seal);
          await note(tx, id);
        }),
      ),
    );
    expect(runs).toEqual([3]);
    expect(await noteIds(store)).toEqual([1, 2, 3, 101]);
  });

  it('do not run for a transaction that was rolled back', async () => {
    const store = await open();
    const seal = (tx: Tx) => note(tx, 9);
    const failing = store.transact(async (tx) => {
      tx.beforeGroupCommit(seal);
      throw new RangeError('refused');
    });
    await Promise.all([store.transact((tx) => note(tx, 1)), expect(failing).rejects.toThrow('refused')]);
    expect(await noteIds(store)).toEqual([1]);
  });

  it('undo all transactions of the commit when they fail, last to first', async () => {
    const store = await open();
    const undone: string[] = [];
    const seal = async (tx: Tx) => {
      tx.afterRollback(() => undone.push('seal'));
      throw new RangeError('no seal');
    };
    const write = (id: number) =>
      store.transact(async (tx) => {
        tx.beforeGroupCommit(seal);
        tx.afterRollback(() => undone.push(`${id}`));
        await note(tx, id);
      });
    const outcomes = await Promise.allSettled([write(1), write(2)]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { code: 'not-stored', cause: new RangeError('no seal') } });
    expect(undone).toEqual(['seal', '2', '1']);
    expect(await noteIds(store)).toEqual([]);
    await store.transact((tx) => note(tx, 3));
    expect(await noteIds(store)).toEqual([3]);
  });
});

describe('the first transaction of a piece of work', () => {
  it('has the statements that were given for it; the second has not', async () => {
    const store = await open();
    await store.beginWith(
      (tx) => note(tx, 1),
      async () => {
        await store.transact((tx) => note(tx, 2));
        await store.transact((tx) => note(tx, 3));
      },
    );
    expect(await noteIds(store)).toEqual([1, 2, 3]);
  });

  it('is the next one when it was not stored', async () => {
    const store = await open();
    await store.beginWith(
      (tx) => note(tx, 1),
      async () => {
        const refused = store.transact(async () => {
          throw new RangeError('refused');
        });
        await expect(refused).rejects.toThrow('refused');
        expect(await noteIds(store)).toEqual([]);
        await store.transact((tx) => note(tx, 2));
      },
    );
    expect(await noteIds(store)).toEqual([1, 2]);
  });

  it('is not one of other work, of work apart from it, or of work that goes on later', async () => {
    const store = await open();
    const end = gate<void>();
    let later: Promise<void> | undefined;
    await store.beginWith(
      (tx) => note(tx, 1),
      async () => {
        await store.apart(() => store.transact((tx) => note(tx, 2)));
        later = end.opened.then(() => store.transact((tx) => note(tx, 3)));
      },
    );
    await store.transact((tx) => note(tx, 4));
    end.open();
    await later;
    expect(await noteIds(store)).toEqual([2, 3, 4]);
  });

  it('has the statements of the work around first, and so has the next one when it was not stored', async () => {
    const store = await open();
    await store.beginWith(
      (tx) => note(tx, 1),
      () =>
        store.beginWith(
          (tx) => note(tx, 2),
          async () => {
            const refused = store.transact(async () => {
              throw new RangeError('refused');
            });
            await expect(refused).rejects.toThrow('refused');
            await store.transact((tx) => note(tx, 3));
            await store.transact((tx) => note(tx, 4));
          },
        ),
    );
    expect(await noteIds(store)).toEqual([1, 2, 3, 4]);
  });

  it('has only the statements of work that is not over', async () => {
    const store = await open();
    await store.beginWith(
      (tx) => note(tx, 1),
      async () => {
        await store.beginWith(
          (tx) => note(tx, 2),
          async () => undefined,
        );
        await store.transact((tx) => note(tx, 3));
      },
    );
    expect(await noteIds(store)).toEqual([1, 3]);
  });

  it('has the statements of its work while other work ends and begins', async () => {
    const store = await open();
    const end = gate<void>();
    const work = (id: number, until?: Promise<void>) =>
      store.beginWith(
        (tx) => note(tx, 10 * id),
        async () => {
          await until;
          await store.transact((tx) => note(tx, id));
        },
      );
    const long = work(1, end.opened);
    await work(2);
    await store.transact((tx) => note(tx, 3));
    end.open();
    await long;
    await store.transact((tx) => note(tx, 4));
    await work(5);
    expect(await noteIds(store)).toEqual([1, 2, 3, 4, 5, 10, 20, 50]);
  });

  it('is followed no longer than its work, since that slows down every promise', async () => {
    const store = await open();
    const disabled = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
    cleanUp(() => disabled.mockRestore());
    const end = gate<void>();
    const nothing = async () => undefined;
    const long = store.beginWith(nothing, () => end.opened);
    await store.beginWith(nothing, nothing);
    expect(disabled).not.toHaveBeenCalled();
    end.open();
    await long;
    expect(disabled).toHaveBeenCalledOnce();
  });

  it('is refused when the statements fail', async () => {
    const store = await open();
    const refused = store.beginWith(
      async () => {
        throw new RangeError('no record');
      },
      () => store.transact((tx) => note(tx, 1)),
    );
    await expect(refused).rejects.toThrow('no record');
    expect(await noteIds(store)).toEqual([]);
  });
});
