/** What stays bounded, and what nobody loses by a bound. */
import { describe, expect, it, vi } from 'vitest';
import { joining, type Span } from '../../src/sessions/record/member.js';
import { steadyTime } from '../../src/store/index.js';
import { register } from '../rows/agents-rig.js';
import { texts, useSessionsRig } from './sessions-rig.js';

const { rig, call, act, open, group, say, receive } = useSessionsRig();

describe('receive', () => {
  it('finds the message of one session behind a hundred others of which nothing passes', async () => {
    await register(rig, 'bob', 'reader');
    const sessions = await Promise.all(
      Array.from({ length: 101 }, async () => {
        const session = await open('topic');
        await act('bob', session, 'join', { agent: 'reader', filter: ['wanted'] });
        await say('noc', session, 'no', { subject: 'other' });
        return session;
      }),
    );
    // The look begins with the least identifier.
    sessions.sort();
    await say('noc', sessions.at(-1) ?? '', 'yes', { subject: 'wanted' });
    expect(texts((await call('bob', 'receive', { agent: 'reader' })).output ?? {})).toEqual(['yes']);
  });

  it('counts tags and receivers to the length of its answer', async () => {
    const session = await group('ip');
    const tag = Array.from({ length: 100 }, (_, number) => `${number}`.padEnd(255, 'x'));
    await Promise.all(Array.from({ length: 170 }, () => say('noc', session, '100', { tag })));
    const given = texts(await receive('ip', { session, max: 1000 }));
    expect(given.length).toBe(Math.floor((4 * 1024 * 1024) / 25_512));
  });
});

describe('a loan', () => {
  it('ends when its time is over, also when the clock of the machine is set back', async () => {
    const session = await group('ip');
    await say('noc', session, 'again');
    expect(texts(await receive('ip', { session, 'redeliver-after': 2 }))).toEqual(['again']);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => steadyTime() - 3_600_000);
    try {
      expect(texts(await receive('ip', { session, wait: 20 }))).toEqual(['again']);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('a member that comes and goes', () => {
  it('does so no faster than it may send', async () => {
    const session = await open('topic', { qos: { 'max-rate': 1 } });
    const tries: unknown[] = [];
    while (tries.length < 20 && !tries.includes('rate-limited')) {
      const { status, output } = await act('bob', session, 'join', { agent: 'ip' });
      tries.push(status === 200 ? 'in' : output['error-app-tag']);
      await act('bob', session, 'leave', { agent: 'ip' });
    }
    expect(tries).toContain('rate-limited');
    expect(tries[0]).toBe('in');
  });
});

describe('the times of a member', () => {
  it('are the first and the newest, however often it comes and goes', () => {
    let spans: readonly Span[] = [];
    for (let number = 1; number <= 150; number += 1) {
      spans = joining(
        spans.map((span) => ({ to: span.from + 1, ...span })),
        2 * number,
      );
    }
    expect(spans).toHaveLength(100);
    expect(spans[0]).toEqual({ from: 2, to: 3 });
    expect(spans[1]).toEqual({ from: 104, to: 105 });
    expect(spans.at(-1)).toEqual({ from: 300 });
  });
});

describe('a backlog', () => {
  it('is counted anew when a member wants something else, so that nothing is passed over', async () => {
    await register(rig, 'bob', 'changes');
    const session = await open('topic', { qos: { 'when-full': 'refuse', 'max-backlog': 3 } });
    await act('bob', session, 'join', { agent: 'changes', filter: ['a'] });
    const reads = async () =>
      texts((await call('bob', 'receive', { agent: 'changes', session, 'redeliver-after': 1, wait: 5 })).output);
    for (const [subject, content] of [
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
      ['b', '4'],
    ] as const)
      await say('noc', session, content, { subject });
    expect(await reads()).toEqual(['2']);
    await say('noc', session, '5', { subject: 'b' });
    await act('bob', session, 'join', { agent: 'changes', filter: ['b'] });
    expect(await say('noc', session, '6', { subject: 'b' })).toMatchObject({
      output: { 'error-app-tag': 'backlog-full' },
    });
    expect(await reads()).toEqual(['3', '4', '5']);
  });
});
