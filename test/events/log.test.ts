import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EventInput, EventLogError } from '../../src/events/index.js';
import { isRested, stepsOf } from '../store/steps.js';
import { temporaryDirectory } from '../support/clean-up.js';
import { resetClock, setClock } from '../support/clock.js';
import { numbers, openLog, report, take } from './open-log.js';

describe('append and read', () => {
  it('keep everything an event says', async () => {
    const opened = await openLog();
    await report(opened, 1, {
      time: '2025-03-01T13:00:00.123456+01:00',
      path: "/acme:box[name='b1']",
      audience: { agents: ['ip-fault'], users: ['anna'] },
    });
    expect(await opened.log.read({ stream: 'NETCONF', limit: 10 })).toEqual([
      {
        id: '1',
        time: '2025-03-01T12:00:00.123456Z',
        stream: 'NETCONF',
        name: 'acme:event',
        value: { n: 1 },
        path: "/acme:box[name='b1']",
        audience: { agents: ['ip-fault'], users: ['anna'] },
      },
    ]);
  });

  it('give an event without content an empty one and the time of now', async () => {
    const opened = await openLog();
    const before = Date.now();
    await report(opened, 1, { value: undefined });
    const [event] = await opened.log.read({ stream: 'NETCONF', limit: 1 });
    expect(event?.value).toEqual({});
    expect(Date.parse(event?.time ?? '')).toBeGreaterThanOrEqual(before);
  });

  describe('of an event that does not fit its model', () => {
    const check = ({ value }: EventInput) => {
      if (JSON.stringify(value).includes('2')) throw new Error('n is 2');
    };

    it('leave it out and log it, with its name', async () => {
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
      const opened = await openLog({ check, log });
      const event = (n: number) => ({ name: `acme:event-${n}`, value: { n } });
      await opened.store.transact((tx) => opened.log.append(tx, event(1), event(2), event(3)));
      await report(opened, 2);
      expect((await opened.log.read({ stream: 'NETCONF', limit: 9 })).map(({ value }) => value)).toEqual([
        { n: 1 },
        { n: 3 },
      ]);
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ notification: 'acme:event-2', err: expect.objectContaining({ message: 'n is 2' }) }),
        expect.objectContaining({ notification: 'acme:event' }),
      ]);
    });

    it('refuse it with the change that it reports where the log is strict', async () => {
      const opened = await openLog({ check, strict: true });
      await expect(report(opened, 2)).rejects.toThrow('n is 2');
      await report(opened, 1);
      expect(await opened.log.read({ stream: 'NETCONF', limit: 9 })).toHaveLength(1);
    });
  });

  it('forget the event with the transaction that reported it', async () => {
    const opened = await openLog();
    const items = opened.log.subscribe({ stream: 'NETCONF' });
    await expect(
      opened.store.transact(async (tx) => {
        await opened.log.append(tx, { name: 'acme:event', value: { n: 1 } });
        throw new Error('the change was refused');
      }),
    ).rejects.toThrow('refused');
    await report(opened, 2);
    expect(await take(items, 1)).toEqual([2]);
    expect(await opened.log.read({ stream: 'NETCONF', limit: 10 })).toHaveLength(1);
  });

  it('page by cursor and begin at a time', async () => {
    const opened = await openLog();
    for (const n of numbers(1, 5)) await report(opened, n, { time: `2025-01-0${n}T00:00:00Z` });
    const page = await opened.log.read({ stream: 'NETCONF', from: '2025-01-02T00:00:00Z', limit: 2 });
    expect(page.map((event) => event.value)).toEqual([{ n: 2 }, { n: 3 }]);
    const rest = await opened.log.read({ stream: 'NETCONF', after: page.at(-1)?.id, limit: 9 });
    expect(rest.map((event) => event.value)).toEqual([{ n: 4 }, { n: 5 }]);
  });

  it('refuse what is no stream, no cursor and no time', async () => {
    const opened = await openLog();
    await expect(report(opened, 1, { stream: 'nowhere' })).rejects.toThrow(
      "there is no event stream 'nowhere'; there is NETCONF",
    );
    await expect(report(opened, 1, { time: 'yesterday' })).rejects.toMatchObject({ code: 'invalid-time' });
    await expect(opened.log.read({ stream: 'nowhere', limit: 1 })).rejects.toBeInstanceOf(EventLogError);
    await expect(opened.log.read({ stream: 'NETCONF', after: "1' or '1", limit: 1 })).rejects.toMatchObject({
      code: 'unknown-cursor',
    });
  });
});

describe('streams', () => {
  it('are NETCONF and those declared, each created once and for all', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await openLog({}, file);
    const [netconf] = first.log.streams();
    expect(netconf).toMatchObject({ name: 'NETCONF', replay: true });
    expect(netconf).not.toHaveProperty('logAged');
    await first.log.close();
    await first.store.close();
    const second = await openLog({ streams: [{ name: 'alarms', description: 'Alarms only' }] }, file);
    expect(second.log.streams()).toMatchObject([netconf, { name: 'alarms', description: 'Alarms only' }]);
  });

  it('do not mix', async () => {
    const opened = await openLog({ streams: [{ name: 'alarms', description: 'Alarms only' }], tail: { events: 4 } });
    const alarms = opened.log.subscribe({ stream: 'alarms' });
    const others = opened.log.subscribe({ stream: 'NETCONF' });
    for (const n of numbers(1, 10)) await report(opened, n, n % 5 === 0 ? { stream: 'alarms' } : {});
    expect(await take(alarms, 2)).toEqual([5, 10]);
    expect(await take(others, 8)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  });
});

describe('retention', () => {
  /** A log of 5,000 events that keeps one. */
  async function longLog() {
    const opened = await openLog({ retention: { count: 1 } });
    const hundred = numbers(1, 100).map((n) => ({ name: 'acme:event', value: { n } }));
    for (const _ of numbers(1, 50)) await opened.store.transact((tx) => opened.log.append(tx, ...hundred));
    return opened;
  }
  const kept = async ({ log }: Awaited<ReturnType<typeof openLog>>) =>
    (await log.read({ stream: 'NETCONF', limit: 9_999 })).length;

  it('rests behind each step, so that others have most of the time', async () => {
    const opened = await longLog();
    const steps = await stepsOf(opened.store, () => opened.log.trim());
    expect([steps.length, await kept(opened)]).toEqual([5, 1]);
    expect(steps.slice(0, -1).map(isRested)).toEqual([true, true, true, true]);
  });

  it('stops when the log is closed', async () => {
    const opened = await longLog();
    const trimming = opened.log.trim();
    await opened.log.close();
    await trimming;
    expect(await kept(opened)).toBeGreaterThanOrEqual(4_000);
  });

  it('keeps the newest events and says when the last one fell out', async () => {
    const opened = await openLog({ retention: { count: 3 } });
    for (const n of numbers(1, 10))
      await report(opened, n, { time: `2999-01-${String(n).padStart(2, '0')}T00:00:00Z` });
    await opened.log.trim();
    expect((await opened.log.read({ stream: 'NETCONF', limit: 99 })).map((event) => event.value)).toEqual([
      { n: 8 },
      { n: 9 },
      { n: 10 },
    ]);
    expect(opened.log.streams()[0]?.logAged).toBe('2999-01-07T00:00:00.000Z');
  });

  it('keeps young events when the clock was set back by more than the days that are kept', async () => {
    const opened = await openLog({ retention: { days: 1 } });
    onTestFinished(resetClock);
    setClock(-2 * 86_400_000);
    for (const n of numbers(1, 3)) await report(opened, n);
    await opened.log.trim();
    expect((await opened.log.read({ stream: 'NETCONF', limit: 99 })).map((event) => event.value)).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ]);
  });

  it('lets old events go, but never the newest, from which the log knows its end', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await openLog({ retention: { days: 1 } }, file);
    for (const n of numbers(1, 3)) await report(first, n, { time: '2020-01-01T00:00:00Z' });
    await first.log.trim();
    expect(await first.log.read({ stream: 'NETCONF', limit: 99 })).toMatchObject([{ id: '3' }]);
    await first.log.close();
    await first.store.close();
    const second = await openLog({}, file);
    await report(second, 4);
    expect(await second.log.read({ stream: 'NETCONF', after: '3', limit: 99 })).toMatchObject([{ id: '4' }]);
  });
});
