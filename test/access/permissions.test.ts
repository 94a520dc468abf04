import { describe, expect, it } from 'vitest';
import { defaultPermissions, type Principal, requireExecute, requireWrite } from '../../src/access/index.js';

const permissions = defaultPermissions();
const admin: Principal = { name: 'root', groups: ['admin'] };
const operator: Principal = { name: 'olga', groups: ['operator'] };
const other: Principal = { name: 'carl', groups: [] };

describe('the default permissions', () => {
  it.each([
    ['mayExecute', 'yangent-tasks:assign', true, true, true],
    ['mayExecute', 'irtf-agent:task-negotiate', true, true, true],
    ['mayExecute', 'yangent-tasks:stop-all', true, true, false],
    ['mayExecute', 'ietf-netconf:get-config', true, true, true],
    ['mayExecute', 'ietf-netconf:edit-config', true, true, true],
    ['mayExecute', 'ietf-netconf-monitoring:get-schema', true, true, true],
    ['mayExecute', 'notifications:create-subscription', true, true, true],
    ['mayExecute', 'ietf-netconf:kill-session', true, false, false],
    ['mayExecute', 'ietf-netconf:delete-config', true, false, false],
    ['mayExecute', 'ietf-netconf:get-config-and-more', true, false, false],
    ['mayExecute', 'acme-box:ping', true, false, false],
    ['mayWrite', 'irtf-agent:tasks', true, true, true],
    ['mayWrite', 'irtf-agent:data-params', true, true, true],
    ['mayWrite', 'yangent-agents:agents', true, false, false],
    ['mayRead', 'yangent-tasks:tasks', true, true, true],
    ['mayRead', 'ietf-netconf-acm:nacm', true, false, false],
  ] as const)(
    '%s %s: administrators %s, operators %s, others %s',
    (question, node, forAdmin, forOperator, forOther) => {
      expect([admin, operator, other].map((principal) => permissions[question](principal, node))).toEqual([
        forAdmin,
        forOperator,
        forOther,
      ]);
    },
  );

  it('refuse with access-denied, of type protocol for operations and application for data', () => {
    expect(() => requireExecute(permissions, other, 'ietf-netconf:kill-session')).toThrow(
      expect.objectContaining({
        type: 'protocol',
        tag: 'access-denied',
        message: "user 'carl' may not execute 'ietf-netconf:kill-session'",
      }),
    );
    expect(() => requireWrite(permissions, other, 'acme-box:box', '/acme-box:box')).toThrow(
      expect.objectContaining({ type: 'application', tag: 'access-denied', path: '/acme-box:box' }),
    );
    requireExecute(permissions, admin, 'ietf-netconf:kill-session');
    requireWrite(permissions, other, 'irtf-agent:tasks');
  });
});
