import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src/data/index.js';
import { admin, ann, control, nobody, rules, schema } from './rig.js';

const PORT = "/acme:box/port[slot='1'][name='p1']";

describe('rpcs', () => {
  it.each([
    [[], 'permit', true],
    [[], 'deny', false],
    [[{ action: 'permit', 'rpc-name': 'ping' }], 'deny', true],
    [[{ action: 'permit', 'rpc-name': '*' }], 'deny', true],
    [[{ action: 'permit', 'rpc-name': 'ping', 'module-name': 'acme' }], 'deny', true],
    [[{ action: 'permit', 'rpc-name': 'ping', 'module-name': 'ietf-netconf' }], 'deny', false],
    [[{ action: 'permit', 'rpc-name': 'ping', 'access-operations': 'exec' }], 'deny', true],
    [[{ action: 'permit', 'rpc-name': 'ping', 'access-operations': 'read' }], 'deny', false],
    [[{ action: 'permit' }], 'deny', true],
    [[{ action: 'permit', path: '/' }], 'deny', false],
    [[{ action: 'deny', 'rpc-name': 'ping' }], 'permit', false],
    [[{ action: 'deny', 'notification-name': '*' }], 'permit', true],
  ] as const)('under %o, exec-default %s: %s', (list, execDefault, expected) => {
    expect(control(rules(list, { 'exec-default': execDefault })).execute(ann, 'acme:ping')).toBe(expected);
  });

  it('that are marked, kill-session and delete-config need a rule', () => {
    for (const name of ['acme:shred', 'ietf-netconf:kill-session', 'ietf-netconf:delete-config']) {
      const [, local = ''] = name.split(':');
      expect(control(rules([])).execute(ann, name), name).toBe(false);
      expect(control(rules([{ action: 'permit', 'rpc-name': local }])).execute(ann, name), name).toBe(true);
    }
  });

  it('close-session is always permitted', () => {
    const rig = control(rules([{ action: 'deny' }], { 'exec-default': 'deny' }));
    expect(rig.execute(ann, 'ietf-netconf:close-session')).toBe(true);
    expect(rig.execute(nobody, 'ietf-netconf:close-session')).toBe(true);
    expect(rig.execute(ann, 'ietf-netconf:get')).toBe(false);
  });
});

describe('actions', () => {
  it.each([
    [[], 'permit', true],
    [[], 'deny', false],
    [[{ action: 'permit', path: '/acme:box/port/reset' }], 'deny', true],
    [[{ action: 'permit', path: '/acme:box' }], 'deny', true],
    [[{ action: 'permit', path: `${PORT}/reset` }], 'deny', true],
    [[{ action: 'permit', path: "/acme:box/port[slot='2']/reset" }], 'deny', false],
    [[{ action: 'deny', path: "/acme:box/port[slot='1']" }], 'permit', false],
    [[{ action: 'deny', path: '/acme:box/port/reset', 'access-operations': 'read' }], 'permit', true],
    [[{ action: 'permit', 'rpc-name': 'reset' }], 'deny', true],
  ] as const)('under %o, exec-default %s: %s', (list, execDefault, expected) => {
    expect(control(rules(list, { 'exec-default': execDefault })).execute(ann, 'acme:reset', PORT)).toBe(expected);
  });

  it('that are marked need a rule', () => {
    expect(control(rules([])).execute(ann, 'acme:wipe', PORT)).toBe(false);
    expect(control(rules([{ action: 'permit', path: '/acme:box/port/wipe' }])).execute(ann, 'acme:wipe', PORT)).toBe(
      true,
    );
  });
});

describe('notifications', () => {
  it.each([
    [[], 'permit', true],
    [[], 'deny', false],
    [[{ action: 'permit', 'notification-name': 'alarm' }], 'deny', true],
    [[{ action: 'permit', 'notification-name': '*', 'access-operations': 'exec' }], 'deny', false],
    [[{ action: 'deny', 'notification-name': 'alarm' }], 'permit', false],
    [[{ action: 'deny', 'rpc-name': 'alarm' }], 'permit', true],
    [[{ action: 'deny', 'module-name': 'acme' }], 'permit', false],
  ] as const)('under %o, read-default %s: %s', (list, readDefault, expected) => {
    expect(control(rules(list, { 'read-default': readDefault })).receive(ann, 'acme:alarm')).toBe(expected);
  });

  it('that are marked need a rule, and those about the stream itself none', () => {
    expect(control(rules([])).receive(ann, 'acme:leak')).toBe(false);
    const closed = control(rules([{ action: 'deny' }], { 'read-default': 'deny' }));
    expect(closed.receive(ann, 'nc-notifications:replayComplete')).toBe(true);
    expect(closed.receive(ann, 'nc-notifications:notificationComplete')).toBe(true);
  });

  it('of a data node need its node to be readable', () => {
    expect(control(rules([])).receive(ann, 'acme:down', PORT)).toBe(true);
    expect(control(rules([{ action: 'deny', path: '/acme:box/port/down' }])).receive(ann, 'acme:down', PORT)).toBe(
      false,
    );
    const hidden = rules([
      { action: 'permit', path: '/acme:box/port/down' },
      { action: 'deny', path: '/acme:box/port' },
    ]);
    expect(control(hidden).receive(ann, 'acme:down', PORT)).toBe(false);
  });
});

it('refusals are of type protocol, and counted', () => {
  const rig = control(rules([], { 'exec-default': 'deny', 'read-default': 'deny' }));
  const ping = schema.rpcs.get('acme:ping');
  if (!ping) throw new Error('no ping');
  expect(() => rig.access.requireExecute(ann, ping)).toThrow(RpcError);
  expect(() => rig.access.requireExecute(ann, ping)).toThrow(
    expect.objectContaining({ type: 'protocol', tag: 'access-denied' }),
  );
  rig.receive(ann, 'acme:alarm');
  expect(rig.access.denied).toEqual({ operations: 2, dataWrites: 0, notifications: 1 });
});

it('without rules administrators run everything, others what is for everyone', () => {
  expect(control().execute(admin, 'acme:shred')).toBe(true);
  expect(control().execute(nobody, 'acme:ping')).toBe(false);
  expect(control().execute(nobody, 'ietf-netconf:get')).toBe(true);
});
