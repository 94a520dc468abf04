import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createOutbox,
  type Outbox,
  type OutboxOptions,
  openStore,
  type Store,
  Undeliverable,
} from '../../src/store/index.js';
import { backOff } from '../../src/store/outbox-retry.js';
import { OutboxRows } from '../../src/store/outbox-rows.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';
import { resetClock, setClock } from '../support/clock.js';

const QUICK = { attempts: 3, first: 2, longest: 5 };

async function open(o: OutboxOptions = {}, file = ':memory:'): Promise<{ store: Store; outbox: Outbox }> {
  const store = await openStore({ file, migrations: [] });
  const outbox = createOutbox(store, { retry: QUICK, ...o });
  cleanUp(async () => {
    await outbox.stop();
    await store.close();
  });
  return { store, outbox };
}

/** A handler that notes what it is asked, and a promise of having been asked `count` times. */
function recorder(count: number, behave: (payload: unknown, attempt: number) => void = () => {}) {
  const calls: { payload: unknown; attempt: number; id: string }[] = [];
  let reached: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const handler = async (job: { id: string; payload: unknown }, { attempt }: { attempt: number }) => {
    calls.push({ payload: job.payload, attempt, id: job.id });
    if (calls.length === count) reached();
    behave(job.payload, attempt);
  };
  return { calls, all, handler };
}

const post = (store: Store, outbox: Outbox, payload: unknown, key = 'k', notBefore?: Date) =>
  store.transact((tx) => outbox.enqueue(tx, { kind: 'post', key, payload, notBefore }));

const DAY = 86_400_000;

describe.each([-DAY, DAY])('when the clock is set by %i ms, the outbox', (step) => {
  afterEach(resetClock);

  it('carries out what was handed in before, and repeats what failed', async () => {
    const { store, outbox } = await open();
    const { calls, all, handler } = recorder(2, (_, attempt) => {
      if (attempt === 1) setClock(step);
      if (attempt === 1) throw new Error('not yet');
    });
    outbox.handle('post', handler);
    await outbox.start();
    await post(store, outbox, 'x');
    await all;
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('waits no longer than its pauses after a start', async () => {
    const { store, outbox } = await open();
    await post(store, outbox, 'x');
    // As a run left it whose clock was ahead.
    await store.transact((tx) =>
      tx.sql
        .updateTable('outbox')
        .set({ attempt: 1, due: Date.now() + step })
        .execute(),
    );
    const { calls, all, handler } = recorder(1);
    outbox.handle('post', handler);
    await outbox.start();
    await all;
    expect(calls).toMatchObject([{ attempt: 2 }]);
  });
});

describe('the outbox', () => {
  it('carries out a job of a transaction that committed, and none of one that failed', async () => {
    const { store, outbox } = await open();
    const { calls, all, handler } = recorder(1);
    outbox.handle('post', handler);
    await outbox.start();
    await expect(
      store.transact(async (tx) => {
        await outbox.enqueue(tx, { kind: 'post', key: 'k', payload: 'never' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow();
    const id = await post(store, outbox, { n: 1 });
    await all;
    expect(calls).toEqual([{ payload: { n: 1 }, attempt: 1, id }]);
  });

  it('tries again with the same id and counts the attempts', async () => {
    const { store, outbox } = await open();
    const { calls, all, handler } = recorder(3, (_, attempt) => {
      if (attempt < 3) throw new Error('not yet');
    });
    outbox.handle('post', handler);
    await outbox.start();
    const id = await post(store, outbox, 'x');
    await all;
    expect(calls.map((call) => [call.id, call.attempt])).toEqual([
      [id, 1],
      [id, 2],
      [id, 3],
    ]);
  });

  it('gives a job up after its last attempt, keeps the reason, and lets an operator revive it', async () => {
    const { store, outbox } = await open();
    let broken = true;
    const { all, handler } = recorder(4, () => {
      if (broken) throw new Error('connection refused');
    });
    outbox.handle('post', handler);
    await outbox.start();
    const id = await post(store, outbox, 'x');
    await expect
      .poll(() => outbox.dead({ limit: 10 }))
      .toMatchObject([{ id, attempts: 3, error: 'connection refused', kind: 'post' }]);
    broken = false;
    expect(await outbox.revive(id)).toBe(true);
    await all;
    expect(await outbox.revive(id)).toBe(false);
    expect(await outbox.dead({ kind: 'post', limit: 10 })).toEqual([]);
  });

  it('gives up at once what can never be delivered', async () => {
    const { store, outbox } = await open();
    outbox.handle('post', async () => {
      throw new Undeliverable('410 Gone');
    });
    await outbox.start();
    await post(store, outbox, 'x');
    await expect.poll(() => outbox.dead({ limit: 10 })).toMatchObject([{ attempts: 1, error: '410 Gone' }]);
  });

  it('keeps the order within a key, also over failures, while other keys go on', async () => {
    const { store, outbox } = await open();
    const { calls, all, handler } = recorder(5, (payload, attempt) => {
      if (payload === 'a1' && attempt < 3) throw new Error('not yet');
    });
    outbox.handle('post', handler);
    for (const payload of ['a1', 'a2', 'b1']) await post(store, outbox, payload, payload[0]);
    await outbox.start();
    await all;
    const order = calls.map((call) => call.payload);
    expect(order.filter((payload) => payload !== 'b1')).toEqual(['a1', 'a1', 'a1', 'a2']);
    expect(order.indexOf('b1')).toBeLessThan(4);
  });

  it('waits for the time a job must not be tried before, without holding up its key', async () => {
    const { store, outbox } = await open();
    const { calls, all, handler } = recorder(2);
    outbox.handle('post', handler);
    await outbox.start();
    const due = Date.now() + 60;
    await post(store, outbox, 'later', 'k', new Date(due));
    await post(store, outbox, 'now', 'k');
    await all;
    expect(calls.map((call) => call.payload)).toEqual(['now', 'later']);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
  });

  it('carries out no more jobs at the same time than allowed', async () => {
    const { store, outbox } = await open({ concurrency: 3 });
    let inside = 0;
    let most = 0;
    const { all, handler } = recorder(20);
    outbox.handle('post', async (job, attempt) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      await handler(job, attempt);
      inside -= 1;
    });
    await Promise.all(Array.from({ length: 20 }, (_, n) => post(store, outbox, n, `key ${n}`)));
    await outbox.start();
    await all;
    expect(most).toBe(3);
  });

  it('leaves jobs without a handler until there is one', async () => {
    const { store, outbox } = await open();
    await outbox.start();
    await post(store, outbox, 'x');
    const { calls, all, handler } = recorder(1);
    outbox.handle('post', handler);
    await all;
    expect(calls).toHaveLength(1);
    expect(() => outbox.handle('post', handler)).toThrow(/already has a handler/);
  });

  it('aborts what is under way at stop and tries it again at the next start', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open({}, file);
    let begun: () => void = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    first.outbox.handle('post', (_, { signal }) => {
      begun();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await first.outbox.start();
    const id = await post(first.store, first.outbox, 'x');
    await running;
    await first.outbox.stop();
    await first.store.close();

    const second = await open({}, file);
    const { calls, all, handler } = recorder(1);
    second.outbox.handle('post', handler);
    await second.outbox.start();
    await all;
    expect(calls).toEqual([{ payload: 'x', attempt: 2, id }]);
  });

  it('takes up at once what a killed run had under way', async () => {
    const { store, outbox: killed } = await open();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    cleanUp(() => release());
    killed.handle('post', () => held);
    await killed.start();
    await post(store, killed, 'x');
    await expect
      .poll(async () => (await store.reads.selectFrom('outbox').select('attempt').execute())[0]?.attempt)
      .toBe(1);
    const next = createOutbox(store, { retry: QUICK });
    cleanUp(() => next.stop());
    const { calls, all, handler } = recorder(1);
    next.handle('post', handler);
    await next.start();
    await all;
    expect(calls[0]?.attempt).toBe(2);
  });
});

describe('looking for the next job', () => {
  it('also finds one that has become due since the last look for due ones', async () => {
    const { store, outbox } = await open();
    const looked = Date.now() - 10;
    await post(store, outbox, 'x', 'k', new Date(looked + 1));
    const rows = new OutboxRows(store, 'run', 1_000);
    expect(await rows.claim(['post'], 1, looked)).toEqual([]);
    expect(await rows.nextDue(['post'], looked)).toBe(looked + 1);
  });
});

describe('backOff', () => {
  it('doubles up to the longest pause, spread by a fifth', () => {
    for (const [attempt, pause] of [
      [1, 100],
      [2, 200],
      [4, 800],
      [5, 1000],
      [60, 1000],
    ] as const) {
      const actual = backOff({ attempts: 9, first: 100, longest: 1000 }, attempt);
      expect(actual).toBeGreaterThanOrEqual(pause * 0.8);
      expect(actual).toBeLessThanOrEqual(pause * 1.2);
    }
  });
});
