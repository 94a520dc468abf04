import { describe, expect, it } from 'vitest';
import { affectedBy } from '../../src/loops/cycle.js';
import type { Action, Decision } from '../../src/loops/definition.js';
import type { Store } from '../../src/store/index.js';
import { resetClock, setClock } from '../support/clock.js';
import { until } from '../until.js';
import { idle, pending, policyOf, started } from './loop.js';

describe('an autonomous loop', () => {
  it('executes and verifies what it decides, and records it', async () => {
    const { loop, journal, history, told } = await started('autonomous');
    loop.seen.next(-3);
    expect(await history(1)).toEqual([
      {
        id: 1,
        seen: '-3',
        concluded: '-3 is negative',
        decided: 'add 3',
        affected: 3,
        done: 'added 3',
        verified: 'it is 0',
        outcome: 'succeeded',
        at: expect.stringMatching(/^\d{4}-/),
        reason: undefined,
        by: undefined,
      },
    ]);
    expect(loop.executed).toEqual([-3]);
    expect(journal.status).toMatchObject({
      state: 'running',
      lastOutcome: 'succeeded',
      counters: {
        observations: 1,
        decisions: 1,
        executions: 1,
        successes: 1,
        failures: 0,
        suppressed: 0,
        rejections: 0,
      },
    });
    expect(await told()).toEqual([
      'yangent-loops:loop-changed running',
      'yangent-loops:loop-changed execute',
      'yangent-loops:loop-changed succeeded',
    ]);
  });

  it('does nothing, and records nothing, while all is well', async () => {
    const { loop, runner, journal, history } = await started('autonomous');
    loop.seen.next(1);
    await until(
      () => journal.status.counters.observations,
      (count) => count === 1,
    );
    await idle({ runner });
    expect(await history(0)).toEqual([]);
  });

  it('says when an execution did not help, and tries again at the next observation', async () => {
    const { loop, history, journal } = await started('autonomous');
    loop.ok = false;
    loop.seen.next(-1);
    await history(1);
    loop.ok = true;
    loop.seen.next(-1);
    expect((await history(2)).map(({ outcome, verified }) => [outcome, verified])).toEqual([
      ['unverified', 'it is still negative'],
      ['succeeded', 'it is 0'],
    ]);
    expect(journal.status.counters).toMatchObject({ executions: 2, successes: 1, failures: 1 });
  });

  it('records why an execution failed', async () => {
    const { loop, history, journal } = await started('autonomous');
    loop.execute = () => Promise.reject(new Error('the device is on fire'));
    loop.seen.next(-1);
    expect(await history(1)).toMatchObject([{ outcome: 'failed', reason: 'the device is on fire' }]);
    expect(journal.status.counters).toMatchObject({ executions: 1, failures: 1 });
  });

  it('records a failing analysis once, however often it fails in the same way', async () => {
    const { loop, runner, history, journal } = await started('autonomous');
    for (let n = 1; n <= 3; n += 1) {
      loop.seen.next(Number.NaN);
      await until(
        () => journal.status.counters.observations,
        (count) => count === n,
      );
      await idle({ runner });
    }
    expect(await history(1)).toMatchObject([{ outcome: 'failed', reason: 'that is no number' }]);
    expect(journal.status.counters).toMatchObject({ executions: 0, decisions: 0, failures: 1 });
  });

  it('records a finding about which nothing can be done, and goes on', async () => {
    const { loop, history } = await started('autonomous');
    loop.seen.next(-200);
    await history(1);
    loop.seen.next(-2);
    expect((await history(2)).map(({ outcome }) => outcome)).toEqual(['no-action', 'succeeded']);
  });

  it('works on the latest observation when several came while it was busy', async () => {
    const { loop, runner, history } = await started('autonomous');
    const gates: (() => void)[] = [];
    loop.execute = () => new Promise((resolve) => gates.push(resolve));
    loop.seen.next(-1);
    await until(
      () => gates.length,
      (length) => length === 1,
    );
    for (const value of [-2, -3, -4]) loop.seen.next(value);
    loop.execute = async () => undefined;
    gates.forEach((open) => {
      open();
    });
    await history(2);
    // An execution is in the history before it begins.
    await idle({ runner });
    expect(loop.executed).toEqual([-1, -4]);
  });

  it('is held back by its policy, says so once, and acts when the policy allows it again', async () => {
    const { loop, runner, policy, history, journal } = await started('autonomous');
    policy.current = policyOf('autonomous', { maxAffected: 2 });
    for (let n = 1; n <= 2; n += 1) {
      loop.seen.next(-3);
      await until(
        () => journal.status.counters.observations,
        (count) => count === n,
      );
      await idle({ runner });
    }
    policy.current = policyOf('autonomous');
    loop.seen.next(-3);
    const records = await history(2);
    expect(records).toMatchObject([
      { outcome: 'suppressed', reason: 'would touch 3 elements, 2 are allowed' },
      { outcome: 'succeeded' },
    ]);
    expect(journal.status.counters).toMatchObject({ suppressed: 1, executions: 1, decisions: 2 });
  });

  it('counts a decision that does not say how much it touches by its resources', () => {
    const counted = (decision: Partial<Decision>) =>
      affectedBy({ decision: { summary: 'x', ...decision } } as unknown as Action);
    expect(counted({})).toBe(1);
    expect(counted({ resources: ['a', 'b', 'a'] })).toBe(2);
    expect(counted({ resources: ['a', 'b'], affected: 1 })).toBe(1);
  });

  it.each([-0.5, Number.NEGATIVE_INFINITY])(
    'does not execute a decision that touches no number of elements: %d',
    async (value) => {
      const { loop, history } = await started('autonomous');
      loop.decides = () => ({ value, summary: 'add something', affected: -value });
      loop.seen.next(-1);
      expect(await history(1)).toMatchObject([
        { outcome: 'failed', reason: expect.stringMatching(/^the decision says that it affects \S+ elements/) },
      ]);
      expect(loop.executed).toEqual([]);
    },
  );

  it('remembers its executions for the cool-down and the rate limit, however much else its history has had since', async () => {
    const { loop, journal, history } = await started('autonomous');
    loop.seen.next(-1);
    await history(1);
    const record = () => ({ id: journal.nextId(), at: new Date().toISOString(), seen: 'x', decided: 'y' });
    for (let n = 0; n < 1_250; n += 1) await journal.finish(record(), 'suppressed', false);
    expect(await journal.executionsWithin(3_600_000)).toHaveLength(1);
    const kept = await journal.history(10_000);
    expect(kept.length).toBeLessThan(1_200);
    expect(kept[0]).toMatchObject({ id: 1, outcome: 'succeeded' });
  });

  it('executes what was decided from free text only where its policy allows that', async () => {
    const { loop, policy, history } = await started('autonomous');
    loop.decides = (value) => ({ value, summary: 'do as they say', affected: 1, fromFreeText: true });
    loop.seen.next(-1);
    expect(await history(1)).toMatchObject([{ outcome: 'suppressed', reason: expect.stringContaining('free text') }]);
    policy.current = policyOf('autonomous', { allowFreeText: true });
    loop.seen.next(-2);
    expect(await history(2)).toMatchObject([{}, { outcome: 'succeeded' }]);
    expect(loop.executed).toEqual([-2]);
  });

  it.each([-86_400_000, 86_400_000])(
    'cools down for as long as its policy says when the clock is set by %i ms',
    async (by) => {
      const { loop, policy, history } = await started('autonomous');
      policy.current = policyOf('autonomous', { coolDown: 3_600 });
      loop.seen.next(-1);
      await history(1);
      setClock(by);
      loop.seen.next(-2);
      expect(await history(2)).toMatchObject([{}, { reason: 'cooling down for 3600 s after the last execution' }]);
      policy.current = policyOf('autonomous', { coolDown: 0 });
      loop.seen.next(-3);
      expect(await history(3)).toMatchObject([{}, {}, { outcome: 'succeeded' }]);
      resetClock();
    },
  );

  it('cools down no longer than its policy says after a start with an earlier clock', async () => {
    const { loop, journal, policy, history } = await started('autonomous');
    loop.seen.next(-1);
    await history(1);
    const store = (journal as unknown as { readonly store: Store }).store;
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    await store.transact((tx) => tx.sql.updateTable('loop_history').set({ executed_at: ahead }).execute());
    const [at] = await journal.executionsWithin(3_600_000);
    expect(at?.getTime()).toBeLessThanOrEqual(Date.now());
    policy.current = policyOf('autonomous', { coolDown: 3_600 });
    loop.seen.next(-2);
    expect(await history(2)).toMatchObject([{}, { outcome: 'suppressed' }]);
  });

  it('counts executions against its rate limit', async () => {
    const { loop, policy, history } = await started('autonomous');
    policy.current = policyOf('autonomous', { rateLimit: 1 });
    loop.seen.next(-1);
    await history(1);
    loop.seen.next(-2);
    expect((await history(2)).map(({ outcome }) => outcome)).toEqual(['succeeded', 'suppressed']);
  });

  it('executes nothing while everything autonomous is stopped', async () => {
    const { loop, halted, history } = await started('autonomous');
    halted.reason = 'drill';
    loop.seen.next(-1);
    expect(await history(1)).toMatchObject([
      { outcome: 'suppressed', reason: 'everything autonomous is stopped: drill' },
    ]);
    expect(loop.executed).toEqual([]);
  });
});

describe('a loop that only observes', () => {
  it('records what it would do', async () => {
    const { loop, history } = await started('observe');
    loop.seen.next(-1);
    expect(await history(1)).toMatchObject([{ decided: 'add 1', outcome: 'observed' }]);
    expect(loop.executed).toEqual([]);
  });
});

describe('a loop that asks first', () => {
  it('tells that it waits, and executes what is approved', async () => {
    const { loop, runner, history, told } = await started('approve');
    loop.seen.next(-1);
    const approval = await pending({ runner });
    expect(runner.phase).toBe('approve');
    expect(loop.executed).toEqual([]);
    approval.answer({ kind: 'approved', by: 'ann', comment: 'go on' });
    expect(await history(1)).toMatchObject([{ outcome: 'succeeded', by: 'ann', reason: 'go on' }]);
    expect(runner.pending).toBeUndefined();
    expect(await told()).toContain('yangent-loops:approval-needed ');
  });

  it('does not execute what is rejected', async () => {
    const { loop, runner, history, journal } = await started('approve');
    loop.seen.next(-1);
    (await pending({ runner })).answer({ kind: 'rejected', by: 'ann', comment: 'not now' });
    expect(await history(1)).toMatchObject([{ outcome: 'rejected', by: 'ann', reason: 'not now' }]);
    expect(loop.executed).toEqual([]);
    expect(journal.status.counters).toMatchObject({ decisions: 1, executions: 0, rejections: 1 });
  });

  it('does not ask again for what was refused, until it finds something else, nothing, or is resumed', async () => {
    const { loop, runner, journal, history } = await started('approve');
    const refuse = async () => (await pending({ runner })).answer({ kind: 'rejected', by: 'ann' });
    const seen = async (value: number) => {
      const { observations } = journal.status.counters;
      loop.seen.next(value);
      await until(
        () => journal.status.counters.observations,
        (count) => count > observations,
      );
    };
    loop.seen.next(-1);
    await refuse();
    await history(1);
    await seen(-1);
    await idle({ runner });
    expect([runner.pending, await journal.history(10)]).toMatchObject([undefined, [{ outcome: 'rejected' }]]);
    loop.seen.next(-2);
    await refuse();
    await history(2);
    await seen(1);
    await idle({ runner });
    loop.seen.next(-2);
    await refuse();
    await history(3);
    await runner.pause();
    await runner.resume();
    loop.seen.next(-2);
    expect((await pending({ runner })).record).toMatchObject({ decided: 'add 2' });
  });

  it('does not execute what nobody approves in time', async () => {
    const { loop, policy, history } = await started('approve');
    policy.current = policyOf('approve', { approvalTimeout: 0.01 });
    loop.seen.next(-1);
    expect(await history(1)).toMatchObject([{ outcome: 'expired', reason: 'nobody approved it in time' }]);
    expect(loop.executed).toEqual([]);
  });

  it('does not execute what was approved but is no longer called for', async () => {
    const { loop, runner, history } = await started('approve');
    loop.seen.next(-1);
    const approval = await pending({ runner });
    loop.seen.next(5);
    approval.answer({ kind: 'approved', by: 'ann' });
    expect(await history(1)).toMatchObject([
      { outcome: 'interrupted', reason: expect.stringContaining('something else') },
    ]);
    expect(loop.executed).toEqual([]);
  });

  it('does not execute what was approved but is no longer allowed', async () => {
    const { loop, runner, policy, history } = await started('approve');
    loop.seen.next(-3);
    const approval = await pending({ runner });
    policy.current = policyOf('approve', { maxAffected: 1 });
    approval.answer({ kind: 'approved', by: 'ann' });
    expect(await history(1)).toMatchObject([{ outcome: 'suppressed', by: 'ann' }]);
    expect(loop.executed).toEqual([]);
  });

  it('takes an approval for the decision that it names only', async () => {
    const { loop, runner } = await started('approve');
    loop.seen.next(-1);
    const approval = await pending({ runner });
    expect(() => approval.requireId('7')).toThrow('decision 1 waits for approval, not 7');
    approval.requireId('1');
  });

  it.each(['pause', 'stop'] as const)('drops what waits on %s', async (action) => {
    const { loop, runner, history } = await started('approve');
    loop.seen.next(-1);
    const approval = await pending({ runner });
    await runner[action]('maintenance');
    approval.answer({ kind: 'approved', by: 'ann' });
    expect(await history(1)).toMatchObject([{ outcome: 'interrupted', reason: 'maintenance' }]);
    expect(loop.executed).toEqual([]);
  });
});

describe('a dry run', () => {
  it('says what the loop would do about an imagined or the last observation, and does nothing', async () => {
    const { loop, runner, journal } = await started('observe');
    expect(await runner.dryRun(undefined)).toBeUndefined();
    expect(await runner.dryRun(-4)).toMatchObject({
      plan: { action: { decision: { summary: 'add 4' } } },
      permission: { kind: 'observe-only' },
    });
    loop.seen.next(1);
    await until(
      () => journal.status.counters.observations,
      (count) => count === 1,
    );
    expect((await runner.dryRun(undefined))?.plan.concluded).toBeUndefined();
    // What a caller gives and the loop cannot take the caller can mend; what the loop saw itself it cannot.
    await expect(runner.dryRun(Number.NaN)).rejects.toMatchObject({ tag: 'operation-failed', origin: 'caller' });
    loop.think = () => Promise.reject(new Error('a slip'));
    await expect(runner.dryRun(undefined)).rejects.toMatchObject({ tag: 'operation-failed', origin: 'node' });
    expect(loop.executed).toEqual([]);
    expect(await journal.history(10)).toEqual([]);
  });
});
