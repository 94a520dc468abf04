import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { EventRecord } from '../../src/events/index.js';
import { resetClock, setClock } from '../support/clock.js';
import { brief, numbers, openLog, report, take } from './open-log.js';

const LONG_AGO = '2000-01-01T00:00:00Z';
const stream = 'NETCONF';

describe('when the clock is set back', () => {
  afterEach(resetClock);

  it('a subscription with a replay goes on with what happens', async () => {
    const opened = await openLog();
    await report(opened, 1);
    const items = opened.log.subscribe({ stream, startTime: new Date(Date.now() - 1_000).toISOString() });
    expect(await take(items, 2)).toEqual([1, 'replay-complete']);
    setClock(-86_400_000);
    await report(opened, 2);
    expect(await take(items, 1)).toEqual([2]);
  });
});

describe('a live subscription', () => {
  it('tells how far it has come, also past events that it does not want', async () => {
    const opened = await openLog();
    const passed: number[] = [];
    const accepts = ({ value }: EventRecord) => Object(value).n !== 2;
    const items = opened.log.subscribe({ stream, accepts, passed: (event) => passed.push(event) });
    await report(opened, 1);
    expect([await take(items, 1), passed]).toEqual([[1], [0]]);
    const next = take(items, 1);
    await report(opened, 2);
    await expect.poll(() => passed.at(-1)).toBe(2);
    await report(opened, 3);
    expect(await next).toEqual([3]);
  });

  it('gives what is committed after it began, not what was before, whenever it is first read', async () => {
    const opened = await openLog();
    await report(opened, 1);
    const items = opened.log.subscribe({ stream });
    await report(opened, 2);
    await report(opened, 3);
    expect(await take(items, 2)).toEqual([2, 3]);
  });

  it('waits for the next event', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({ stream });
    const waiting = take(items, 1);
    await report(opened, 1);
    expect(await waiting).toEqual([1]);
  });

  it('gives only what the reader accepts', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({ stream, accepts: (event) => event.audience?.users?.includes('anna') ?? true });
    await report(opened, 1, { audience: { users: ['bert'] } });
    await report(opened, 2, { audience: { users: ['anna'] } });
    await report(opened, 3);
    expect(await take(items, 2)).toEqual([2, 3]);
  });

  it('ends at once when it is aborted or returned, also while it waits', async () => {
    const opened = await openLog();
    const abort = new AbortController();
    const aborted = opened.log.subscribe({ stream, signal: abort.signal });
    const returned = opened.log.subscribe({ stream });
    const waiting = [take(aborted, 1), take(returned, 1)];
    abort.abort();
    await returned.return?.();
    expect(await Promise.all(waiting)).toEqual([['done'], ['done']]);
    const late = opened.log.subscribe({ stream, signal: abort.signal });
    expect(await take(late, 1)).toEqual(['done']);
  });

  it('is dropped with a notice when it falls too far behind and takes nothing', async () => {
    const opened = await openLog({ tail: { events: 8 } });
    const items = opened.log.subscribe({ stream, maxBehind: 20, patience: 0 });
    await report(opened, 1);
    expect(await take(items, 1)).toEqual([1]);
    for (const n of numbers(2, 40)) await report(opened, n);
    expect(await take(items, 3)).toEqual(['dropped: too-slow', 'done']);
  });

  it('holds one large event at a time, and is dropped where its user has no room for the next one', async () => {
    const opened = await openLog({ tail: { events: 2 } });
    let free = 250_000;
    const hold = (octets: number) => {
      if (octets > free) return undefined;
      free -= octets;
      return () => {
        free += octets;
      };
    };
    const first = opened.log.subscribe({ stream, hold });
    const second = opened.log.subscribe({ stream, hold });
    const third = opened.log.subscribe({ stream, hold });
    for (const n of numbers(1, 4)) await report(opened, n, { value: { n, text: 'x'.repeat(100_000) } });
    expect(await take(first, 3)).toEqual([1, 2, 3]);
    expect(await take(second, 1)).toEqual([1]);
    expect(await take(third, 2)).toEqual(['dropped: no-room', 'done']);
    await second.return?.();
    expect(await take(opened.log.subscribe({ stream, after: '0', hold }), 4)).toEqual([1, 2, 3, 4]);
    await first.return?.();
  });

  it('loses nothing, however far behind it is, while it goes on reading', async () => {
    const opened = await openLog({ tail: { events: 8 } });
    const items = opened.log.subscribe({ stream, maxBehind: 20, patience: 60_000 });
    for (const n of numbers(1, 300)) await report(opened, n);
    expect(await take(items, 300)).toEqual(numbers(1, 300));
  });

  it('is given the same objects as others who are behind, so that what is made of them is made once', async () => {
    const opened = await openLog({ tail: { events: 2 } });
    const first = opened.log.subscribe({ stream });
    await report(opened, 1);
    const second = opened.log.subscribe({ stream });
    for (const n of numbers(2, 300)) await report(opened, n);
    expect(await take(first, 1)).toEqual([1]);
    const shared = new Set<unknown>();
    for await (const item of first) {
      shared.add(item.kind === 'event' && item.event);
      if (shared.size === 250) break;
    }
    let known = 0;
    for (let n = 2; n < 250; n += 1) {
      const { value } = await second.next();
      if (value?.kind === 'event' && shared.has(value.event)) known += 1;
    }
    // All but the first page, which the two enter at different events.
    expect(known).toBeGreaterThanOrEqual(250 - 2 - 64);
  });

  it('is dropped when what it wants next has fallen out of the log', async () => {
    const opened = await openLog({ retention: { count: 5 }, tail: { events: 2 } });
    const items = opened.log.subscribe({ stream });
    for (const n of numbers(1, 10)) await report(opened, n);
    await opened.log.trim();
    expect(await take(items, 2)).toEqual(['dropped: expired', 'done']);
  });

  it('gives what is left and then ends when the log is closed', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({ stream });
    await report(opened, 1);
    await opened.log.close();
    expect(await take(items, 3)).toEqual([1, 'dropped: closed', 'done']);
  });
});

describe('an event id that the log does not have', () => {
  it('is refused at once: one beyond the last event, and one that is no longer kept', async () => {
    const opened = await openLog({ retention: { count: 2 } });
    for (const n of numbers(1, 4)) await report(opened, n);
    expect(() => opened.log.subscribe({ stream, after: '5000' })).toThrow(
      "the event '5000' lies beyond the last event, 4: the log was restored or made anew; subscribe without an event id",
    );
    await opened.log.trim();
    expect(() => opened.log.subscribe({ stream, after: '1' })).toThrow("the event '1' is no longer kept;");
    expect(await take(opened.log.subscribe({ stream, after: '2' }), 2)).toEqual([3, 4]);
    const atTheEnd = opened.log.subscribe({ stream, after: '4' });
    await report(opened, 5);
    expect(await take(atTheEnd, 1)).toEqual([5]);
  });
});

describe('a replay', () => {
  it('gives the past since the start time, says when that is complete, and goes on live', async () => {
    const opened = await openLog();
    for (const n of numbers(1, 5)) await report(opened, n, { time: `2025-01-0${n}T00:00:00Z` });
    const items = opened.log.subscribe({ stream, startTime: '2025-01-03T00:00:00Z' });
    await report(opened, 6);
    expect(await take(items, 5)).toEqual([3, 4, 5, 'replay-complete', 6]);
  });

  it('finds events by their own time, even when they were logged out of order', async () => {
    const opened = await openLog();
    for (const [n, day] of [
      [1, 1],
      [2, 9],
      [3, 2],
      [4, 8],
    ]) {
      await report(opened, n as number, { time: `2025-01-0${day}T00:00:00Z` });
    }
    const items = opened.log.subscribe({ stream, startTime: '2025-01-05T00:00:00Z' });
    expect(await take(items, 3)).toEqual([2, 4, 'replay-complete']);
  });

  it('is complete at once when there is nothing to replay', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({ stream, startTime: LONG_AGO });
    expect(await take(items, 1)).toEqual(['replay-complete']);
  });

  it('stops after a stop time in the past, leaving out what is later', async () => {
    const opened = await openLog();
    for (const n of numbers(1, 5)) await report(opened, n, { time: `2025-01-0${n}T00:00:00Z` });
    const items = opened.log.subscribe({ stream, startTime: '2025-01-02T00:00:00Z', stopTime: '2025-01-03T00:00:00Z' });
    expect(await take(items, 9)).toEqual([2, 3, 'replay-complete', 'stopped', 'done']);
  });

  it('stops by itself when a stop time in the future comes', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({
      stream,
      startTime: LONG_AGO,
      stopTime: new Date(Date.now() + 80).toISOString(),
    });
    await report(opened, 1);
    expect(await take(items, 4)).toEqual(['replay-complete', 1, 'stopped', 'done']);
  });

  it('takes a stop time that changes while it waits', async () => {
    const opened = await openLog();
    let stop: string | undefined;
    const items = opened.log.subscribe({ stream, stopTime: () => stop });
    await report(opened, 1);
    expect(await take(items, 1)).toEqual([1]);
    const rest = take(items, 2);
    stop = new Date(Date.now() + 50).toISOString();
    opened.log.refresh();
    expect(await rest).toEqual(['stopped', 'done']);
  });

  it('goes on behind an event by its id', async () => {
    const opened = await openLog();
    for (const n of numbers(1, 4)) await report(opened, n);
    const items = opened.log.subscribe({ stream, after: '2' });
    await report(opened, 5);
    expect(await take(items, 3)).toEqual([3, 4, 5]);
  });

  it('leaves the others a turn after each page, however many readers there are', async () => {
    const opened = await openLog({ tail: { events: 2 } });
    for (const n of numbers(1, 10)) await report(opened, n, { value: { n, text: 'x'.repeat(40_000) } });
    let turns = 0;
    let counting = true;
    const count = () => {
      turns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const readers = Array.from({ length: 20 }, () => opened.log.subscribe({ stream, startTime: LONG_AGO }));
    const taken = await Promise.all(readers.map((items) => take(items, 8)));
    counting = false;
    expect(taken).toEqual(readers.map(() => numbers(1, 8)));
    expect(turns).toBeGreaterThanOrEqual(20 * 8);
  });

  it('is not dropped for being long', async () => {
    const opened = await openLog({ tail: { events: 4 } });
    for (const n of numbers(1, 300)) await report(opened, n);
    const items = opened.log.subscribe({ stream, startTime: LONG_AGO, maxBehind: 1 });
    expect(await take(items, 301)).toEqual([...numbers(1, 300), 'replay-complete']);
  });

  it('begins with what is kept, and is dropped with the reason when that is gone before it is read', async () => {
    const opened = await openLog({ retention: { count: 2 } });
    for (const n of numbers(1, 5)) await report(opened, n);
    const late = opened.log.subscribe({ stream, after: '1' });
    await opened.log.trim();
    expect(await take(late, 1)).toEqual(['dropped: expired']);
    expect(await take(opened.log.subscribe({ stream, startTime: LONG_AGO }), 2)).toEqual([4, 5]);
  });

  it.each([
    [{ startTime: '2999-01-01T00:00:00Z' }, 'start-in-future'],
    [{ startTime: '2025-01-02T00:00:00Z', stopTime: '2025-01-01T00:00:00Z' }, 'stop-before-start'],
    [{ startTime: '2025-01-02' }, 'invalid-time'],
    [{ stopTime: '2025-13-02T00:00:00Z' }, 'invalid-time'],
    [{ after: 'abc' }, 'unknown-cursor'],
    [{ stream: 'x' }, 'unknown-stream'],
  ])('with %o is refused as %s', async (o, code) => {
    const { log } = await openLog();
    expect(() => log.subscribe({ stream, ...o })).toThrow(expect.objectContaining({ code }));
  });
});

describe('replay and live together', () => {
  it('have neither gap nor repetition in commit order, however writers and readers interleave', async () => {
    const plan = fc.record({
      before: fc.integer({ min: 0, max: 90 }),
      groups: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      tail: fc.integer({ min: 1, max: 50 }),
      pauses: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      failing: fc.integer({ min: 2, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ before, groups, tail, pauses, failing }) => {
        const opened = await openLog({ tail: { events: tail } });
        const committed: number[] = [];
        let next = 1;
        const append = async () => {
          const n = next++;
          await opened.store
            .transact(async (tx) => {
              await opened.log.append(tx, { name: 'acme:event', value: { n } });
              if (n % failing === 0) throw new Error('rolled back');
              tx.afterCommit(() => committed.push(n));
            })
            .catch(() => {});
        };
        await Promise.all(Array.from({ length: before }, append));
        const total = groups.reduce((sum, size) => sum + size, before);
        const expected = numbers(1, total).filter((n) => n % failing !== 0);

        const read = async (startTime: string | undefined) => {
          const seen: unknown[] = [];
          const items = opened.log.subscribe({ stream, startTime });
          const wanted = startTime === undefined ? expected.filter((n) => n > before).length : expected.length + 1;
          while (seen.length < wanted) {
            const item = await items.next();
            if (item.done === true) break;
            seen.push(brief(item.value));
            if (pauses[seen.length % pauses.length]) await new Promise((resolve) => setImmediate(resolve));
          }
          await items.return?.();
          return seen;
        };
        const readers = Promise.all([read(LONG_AGO), read(undefined), read(LONG_AGO)]);
        for (const size of groups) await Promise.all(Array.from({ length: size }, append));
        const [replayed, live, again] = await readers;

        expect(committed).toEqual(expected);
        expect(live).toEqual(expected.filter((n) => n > before));
        expect(replayed?.filter((n) => n !== 'replay-complete')).toEqual(expected);
        expect(replayed?.indexOf('replay-complete')).toBe(expected.filter((n) => n <= before).length);
        expect(again).toEqual(replayed);
        await opened.log.close();
        await opened.store.close();
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe('observe', () => {
  it('gives the events and completes at the stop time', async () => {
    const opened = await openLog();
    for (const n of numbers(1, 3)) await report(opened, n, { time: `2025-01-0${n}T00:00:00Z` });
    const seen: unknown[] = [];
    await opened.log
      .observe({ stream, startTime: LONG_AGO, stopTime: '2025-01-02T00:00:00Z' })
      .forEach((event) => void seen.push(event.value));
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('fails when the log drops it, and ends its subscription when nobody listens any more', async () => {
    const opened = await openLog();
    const closing = await openLog();
    const dropped = closing.log.observe({ stream }).forEach(() => {});
    await closing.log.close();
    await expect(dropped).rejects.toMatchObject({ code: 'dropped' });
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => {
      const subscription = opened.log.observe({ stream }).subscribe((event) => {
        seen.push(event.value);
        subscription.unsubscribe();
        resolve();
      });
      void report(opened, 1);
    });
    await report(opened, 2);
    expect(seen).toEqual([{ n: 1 }]);
  });
});
