/** A node with users in groups, and access control that an administrator configures over RESTCONF. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

export const USERS = { ann: 'the password of ann', ben: 'the password of ben' } as const;
export type User = keyof typeof USERS;

const BOX = `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  import ietf-netconf-acm { prefix nacm; }
  revision 2026-01-01;
  container box {
    leaf name { type string; }
    leaf secret { type string; nacm:default-deny-all; }
    leaf limit { type uint8; default 7; }
    list port {
      key name;
      unique serial;
      leaf name { type string; }
      leaf speed { type uint32; }
      leaf serial { type string; }
      leaf backup { type leafref { path "../../port/name"; } }
    }
  }
}`;

/** ann and ben are configured users in groups staff and guests, not among the administrators. */
export async function startAccessNode(): Promise<TestNode> {
  const yang = temporaryFolder();
  writeFileSync(join(yang, 'acme-box.yang'), BOX);
  const rig = await startTestNode({ yang: [yang] });
  const admin = new Https(rig);
  const user = Object.entries(USERS).map(([name, password]) => ({
    name,
    password: `$0$${password}`,
    group: [name === 'ann' ? 'staff' : 'guests'],
  }));
  const body = JSON.stringify({ 'yangent-access:access': { user } });
  const { status } = await admin.send('PUT', '/restconf/data/yangent-access:access', { body });
  if (status !== 201 && status !== 204) throw new Error(`users were answered with ${status}`);
  admin.close();
  return rig;
}

export const PORTS = {
  'acme-box:box': {
    name: 'b',
    secret: 'hush',
    port: [
      { name: 'p1', speed: 10, serial: 's1' },
      { name: 'p2', speed: 20, serial: 's2' },
    ],
  },
};

export async function put(rig: TestNode, path: string, value: unknown): Promise<void> {
  const admin = new Https(rig);
  const answer = await admin.send('PUT', `/restconf/data/${path}`, { body: JSON.stringify(value) });
  admin.close();
  if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
}

/** Makes these the rules for group staff, before the defaults. */
export function nacm(rig: TestNode, rule: readonly Record<string, string>[], more: Record<string, unknown> = {}) {
  const list = { name: 'staff', group: ['staff'], rule: rule.map((each, n) => ({ name: `r${n}`, ...each })) };
  return put(rig, 'ietf-netconf-acm:nacm', { 'ietf-netconf-acm:nacm': { ...more, 'rule-list': [list] } });
}

export const https = (rig: TestNode, user: User) => new Https(rig, user, USERS[user]);
export const netconf = (rig: TestNode, user: User) => RawNetconf.open(rig, '1.1', { user, password: USERS[user] });
