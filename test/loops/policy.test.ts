import { describe, expect, it } from 'vitest';
import { type PolicyInput, permission } from '../../src/loops/policy.js';
import { policyOf } from './loop.js';

/** 2026-11-20 is a Friday. */
const FRIDAY_NOON = new Date('2026-11-20T12:00:00Z');

describe('permission', () => {
  const input = (more: Partial<PolicyInput>): PolicyInput => ({
    policy: policyOf('autonomous'),
    affected: 1,
    now: FRIDAY_NOON,
    executions: [],
    ...more,
  });
  const ago = (seconds: number): Date => new Date(FRIDAY_NOON.getTime() - seconds * 1000);

  it('follows the mode when nothing stands against it', () => {
    expect(permission(input({}))).toEqual({ kind: 'execute' });
    expect(permission(input({ policy: policyOf('approve') }))).toEqual({ kind: 'approve' });
    expect(permission(input({ policy: policyOf('observe') }))).toEqual({ kind: 'observe-only' });
  });

  it('only observes in mode observe, whatever else would forbid it', () => {
    expect(permission(input({ policy: policyOf('observe'), halted: 'drill' }))).toEqual({ kind: 'observe-only' });
  });

  it.each<readonly [string, Partial<PolicyInput>, string]>([
    ['everything autonomous is stopped', { halted: 'drill' }, 'everything autonomous is stopped: drill'],
    ['it was made from free text', { freeText: true }, 'decided from free text, which the policy does not allow'],
    [
      'it was made from free text and would need approval',
      { freeText: true, policy: policyOf('approve') },
      'decided from free text, which the policy does not allow',
    ],
    ['it touches too much', { policy: policyOf('approve', { maxAffected: 2 }), affected: 3 }, 'would touch 3 elements'],
    [
      'the rate limit is reached',
      { policy: policyOf('autonomous', { rateLimit: 2 }), executions: [ago(3000), ago(10)] },
      '2 executions in the last hour, 2 are allowed',
    ],
    ['it cools down', { policy: policyOf('autonomous', { coolDown: 60 }), executions: [ago(59)] }, 'cooling down'],
    [
      'it cools down for longer than an hour',
      { policy: policyOf('autonomous', { coolDown: 7200 }), executions: [ago(7000)] },
      'cooling down for 7200 s',
    ],
    [
      'no change window is open',
      { policy: policyOf('autonomous', { changeWindows: ['sat 00:00-05:00Z', 'daily 13:00-14:00Z'] }) },
      'outside the change windows',
    ],
  ])('is refused when %s', (_why, more, reason) => {
    expect(permission(input(more))).toEqual({ kind: 'suppressed', reason: expect.stringContaining(reason) });
  });

  it.each<readonly [string, Partial<PolicyInput>]>([
    ['an execution that the clock puts one millisecond ahead', { executions: [ago(-0.001)] }],
    ['as many elements as allowed', { policy: policyOf('autonomous', { maxAffected: 3 }), affected: 3 }],
    [
      'executions longer ago than an hour',
      { policy: policyOf('autonomous', { rateLimit: 1 }), executions: [ago(3600)] },
    ],
    ['free text where that is allowed', { freeText: true, policy: policyOf('autonomous', { allowFreeText: true }) }],
    ['an end of the cool-down', { policy: policyOf('autonomous', { coolDown: 60 }), executions: [ago(60)] }],
    [
      'one open window of several',
      { policy: policyOf('autonomous', { changeWindows: ['sat 00:00-01:00Z', 'fri 11:00-13:00Z'] }) },
    ],
  ])('is given with %s', (_what, more) => {
    expect(permission(input(more))).toEqual({ kind: 'execute' });
  });
});
