/** The parts of the stream `inbox`: turns, what streams wrote in which order, and the last messages in memory. */
import { describe, expect, it } from 'vitest';
import { Remembered } from '../../src/sessions/deliver/inbox/remembered.js';
import { Turns } from '../../src/sessions/deliver/inbox/turns.js';
import { RecentMessages } from '../../src/sessions/log/recent.js';
import { Rings } from '../../src/sessions/log/ring.js';
import { Written } from '../../src/sessions/log/written.js';
import type { MessageRecord } from '../../src/sessions/record/message.js';
import type { SessionRecord } from '../../src/sessions/record/session.js';
import { termsOf } from '../../src/sessions/record/terms.js';

describe('turns', () => {
  /** Lets waiters with pieces of one size spend their credit. @returns the octets that each spent */
  function share(rounds: number, waiters: readonly { readonly priority: number; readonly piece: number }[]): number[] {
    const turns = new Turns();
    const spent = waiters.map(() => 0);
    for (const waiter of waiters) turns.add(waiter);
    for (let n = 0; n < rounds * waiters.length; n += 1) {
      const waiter = turns.first as (typeof waiters)[number];
      let credit = turns.begin(waiter);
      for (; credit >= waiter.piece; credit -= waiter.piece) {
        turns.spend(waiter, waiter.piece);
        spent[waiters.indexOf(waiter)] = (spent[waiters.indexOf(waiter)] ?? 0) + waiter.piece;
      }
      turns.end(waiter, true);
    }
    return spent;
  }

  it('give each step of the priority twice as much, whatever the size of the pieces', () => {
    const [low = 0, middle = 0, high = 0] = share(1_000, [
      { priority: 0, piece: 100 },
      { priority: 1, piece: 50_000 },
      { priority: 3, piece: 7_000 },
    ]);
    expect(middle / low).toBeCloseTo(2, 0);
    expect(high / low).toBeCloseTo(8, 0);
  });

  it('keep no credit of those that do not wait', () => {
    const turns = new Turns();
    const waiter = { priority: 0 };
    turns.add(waiter);
    expect([turns.begin(waiter), turns.begin(waiter)]).toEqual([1024, 2048]);
    turns.end(waiter, false);
    expect(turns.first).toBeUndefined();
    turns.add(waiter);
    expect(turns.begin(waiter)).toBe(1024);
  });
});

describe('what streams wrote', () => {
  it('is known up to an event, in every session', () => {
    const remembered = new Remembered();
    const course = remembered.begin('alice');
    for (const [session, sequence] of [
      ['a', 3],
      ['b', 9],
      ['a', 4],
      ['b', 10],
    ] as const)
      course.wrote(session, sequence);
    expect(remembered.until('alice', 'a', 4)).toEqual(
      new Map([
        ['a', 4],
        ['b', 9],
      ]),
    );
    expect(remembered.until('alice', 'a', 5)).toEqual(new Map());
    expect(remembered.until('bob', 'a', 4)).toEqual(new Map());
  });

  it('is only what all have written that wrote the event', () => {
    const remembered = new Remembered();
    const [one, two] = [remembered.begin('alice'), remembered.begin('alice')];
    for (const [session, sequence] of [
      ['a', 3],
      ['b', 9],
      ['c', 1],
    ] as const)
      one.wrote(session, sequence);
    for (const [session, sequence] of [
      ['a', 2],
      ['c', 1],
    ] as const)
      two.wrote(session, sequence);
    expect(remembered.until('alice', 'c', 1)).toEqual(
      new Map([
        ['a', 2],
        ['b', 0],
        ['c', 1],
      ]),
    );
  });

  it('is known for events of which the order is forgotten, and for the last streams of an owner', () => {
    const remembered = new Remembered();
    const course = remembered.begin('alice');
    course.wrote('b', 7);
    for (let sequence = 1; sequence <= 10_000; sequence += 1) course.wrote('a', sequence);
    expect(remembered.until('alice', 'a', 10_000)).toEqual(
      new Map([
        ['b', 7],
        ['a', 10_000],
      ]),
    );
    expect(remembered.until('alice', 'b', 7)).toEqual(new Map());
    for (let n = 0; n < 16; n += 1) remembered.begin('alice');
    expect(remembered.until('alice', 'a', 10_000).size).toBe(2);
    for (let n = 0; n < 16; n += 1) remembered.begin('alice').wrote('c', 1);
    expect(remembered.until('alice', 'a', 10_000)).toEqual(new Map());
  });

  it('may be acknowledged after the stream has ended, and counts against the backlog while it lasts', () => {
    const written = new Written();
    const writing = written.begin('a', 'ip', 3);
    expect([written.through('a', 'ip'), written.attached('a', 'ip')]).toEqual([0, 3]);
    writing.through = 8;
    written.wrote('a', 'ip', writing);
    written.end('a', 'ip', writing);
    expect([written.through('a', 'ip'), written.attached('a', 'ip')]).toEqual([8, 0]);
    written.acknowledged('a', 'ip', 8);
    expect(written.through('a', 'ip')).toBe(0);
  });

  it('counts skipped messages once, also for a stream that begins again', () => {
    const written = new Written();
    written.begin('a', 'ip', 0);
    written.skipped('a', 'ip', { from: 0, count: 4, through: 4 });
    written.skipped('a', 'ip', { from: 6, count: 3, through: 9 });
    expect(written.gap('a', 'ip')).toMatchObject({ count: 7, through: 9 });
    written.skipped('a', 'ip', { from: 0, count: 10, through: 10 });
    expect(written.gap('a', 'ip')).toMatchObject({ count: 10, through: 10 });
    written.acknowledged('a', 'ip', 9);
    expect(written.gap('a', 'ip')).toMatchObject({ count: 10 });
    written.acknowledged('a', 'ip', 10);
    expect(written.gap('a', 'ip')).toBeUndefined();
  });
});

describe('the last messages of a session', () => {
  const session = (id: string, last: number): SessionRecord => ({
    ...{
      id,
      kind: 'group',
      owner: 'alice',
      initiator: 'noc',
      depth: 0,
      created: 0,
      state: 'open',
      since: 0,
      first: 1,
      last,
    },
    terms: termsOf('group', {}),
  });
  const message = (sequence: number, content = ''): MessageRecord => ({
    ...{ sequence, id: `m${sequence}`, type: 'discussion', at: 0, to: [], tags: [], content },
  });
  const post = (rings: Rings, id: string, sequence: number, content?: string) =>
    rings.post(session(id, sequence), message(sequence, content));
  const numbers = (rings: Rings, id: string, after: number) =>
    rings.behind(id, after)?.messages.map(({ sequence }) => sequence);

  it('are known behind a number, as many as are kept', () => {
    const rings = new Rings(3);
    for (let sequence = 5; sequence <= 9; sequence += 1) post(rings, 'a', sequence);
    expect(numbers(rings, 'a', 7)).toEqual([8, 9]);
    expect(numbers(rings, 'a', 6)).toEqual([7, 8, 9]);
    expect(numbers(rings, 'a', 9)).toEqual([]);
    expect(numbers(rings, 'a', 5)).toBeUndefined();
    expect(rings.behind('a', 9)?.session.last).toBe(9);
    expect(numbers(rings, 'b', 0)).toBeUndefined();
  });

  it('have no hole, and are forgotten', () => {
    const rings = new Rings(10);
    post(rings, 'a', 1);
    post(rings, 'a', 4);
    expect(numbers(rings, 'a', 3)).toEqual([4]);
    expect(numbers(rings, 'a', 0)).toBeUndefined();
    rings.forget('a');
    expect(numbers(rings, 'a', 3)).toBeUndefined();
  });

  it('are read from memory where it reaches back far enough, else from their rows', async () => {
    const rings = new Rings(3);
    for (let sequence = 5; sequence <= 9; sequence += 1) post(rings, 'a', sequence);
    const row = message(1, 'a row');
    const recent = new RecentMessages(rings, { range: async () => [row], among: async () => [row] });
    const range = (after: number, more: object = {}) => recent.range('a', { after, limit: 2, ...more });
    expect((await range(6)).map(({ sequence }) => sequence)).toEqual([7, 8]);
    expect((await range(6, { before: 8 })).map(({ sequence }) => sequence)).toEqual([7]);
    expect([await range(5), await range(6, { newestFirst: true })]).toEqual([[row], [row]]);
    expect((await recent.among('a', [7, 9])).map(({ sequence }) => sequence)).toEqual([7, 9]);
    expect(await recent.among('a', [6, 9])).toEqual([row]);
    rings.forget('a');
    expect([await range(8), await recent.among('a', [9])]).toEqual([[row], [row]]);
  });

  it('of other sessions make room when they are too many or too long', () => {
    const rings = new Rings(10);
    for (let n = 0; n < 1_001; n += 1) post(rings, `s${n}`, 1);
    expect([numbers(rings, 's0', 0), numbers(rings, 's1', 0)]).toEqual([undefined, [1]]);
    for (let n = 0; n < 20; n += 1) post(rings, `long${n}`, 1, 'x'.repeat(1024 * 1024));
    expect(numbers(rings, 's1000', 0)).toBeUndefined();
    expect(numbers(rings, 'long3', 0)).toBeUndefined();
    expect(numbers(rings, 'long4', 0)).toEqual([1]);
  });
});
