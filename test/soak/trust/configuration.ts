/** The node under test: its users, agents, rules and device, and a module whose entries its clients and its agent write. */
import { hashPassword } from '../../../src/access/password.js';

export const LEDGER = { module: 'acme-ledger', namespace: 'urn:acme:ledger' } as const;

export const MODULE = `module ${LEDGER.module} {
  yang-version 1.1;
  namespace "${LEDGER.namespace}";
  prefix l;
  container ledger {
    list batch {
      key name;
      leaf name { type string; }
      list entry {
        key name;
        leaf name { type string; }
        leaf number { type uint8 { range "0..99"; } }
      }
    }
  }
}`;

/** The user who gives grants and asks for approvals, the one to whom grants are given, and the one who votes. */
export const USERS = ['ann', 'bob', 'vera'] as const;
export type UserName = (typeof USERS)[number];
export const passwordOf = (name: string) => `the password of ${name}`;

/** The device of the node under test, and its login there. */
export const DEVICE = 'box';
/** The scrypt cost as a power of two: the login of each user is checked again in each life. */
const CHEAP = 4;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'ACME' });

/** Returns the configuration of the node. @param device where the device listens */
export async function configurationOf(device: { readonly port: number; readonly hostKey: string }): Promise<object> {
  const user = await Promise.all(
    USERS.map(async (name) => ({
      name,
      password: await hashPassword(passwordOf(name), CHEAP),
      group: name === 'vera' ? ['voters'] : [],
    })),
  );
  return {
    'yangent-access:access': {
      user,
      'approval-rule': [
        {
          ...{ name: 'guarded', action: ['yangent-tasks.assign'], skill: ['guarded'], 'approver-group': ['voters'] },
          // Those that a kill leaves behind must not be too many at a time.
          expires: 60,
        },
      ],
    },
    'yangent-agents:agents': {
      agent: [
        { id: 'noc', owner: ['ann'], profile: profile('noc') },
        { id: 'field', owner: ['admin'], profile: profile('field') },
      ],
    },
    'yangent-keys:keys': { 'publish-lead': 0 },
    'yangent-devices:devices': {
      device: [
        {
          ...{ name: DEVICE, address: '127.0.0.1', port: device.port, user: 'admin', credential: DEVICE },
          'host-key': device.hostKey,
        },
      ],
    },
  };
}
