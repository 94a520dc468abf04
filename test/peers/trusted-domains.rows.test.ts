/** Peers of two organizations that trust each other: tokens stand for passwords, and a trust domain says what may pass. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cmsOf } from '../../src/keys/index.js';
import { errorIn } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { Client, PEERS, users, WORKER } from './domains-rig.js';

/** What the node of the worker lets members of the other organization do: all that a task needs. */
const PERMIT = [
  {
    name: 'tasks',
    action: [
      ...['assign', 'query', 'update', 'cancel', 'suspend', 'resume', 'provide-input', 'renew-authority'].map(
        (name) => `yangent-tasks.${name}`,
      ),
      ...['data.read', 'data.subscribe'],
    ],
  },
];
const SEND = [{ name: 'surveys', action: ['yangent-tasks.assign'], constraint: { agent: ['worker@core.example'] } }];

let oss: TestNode;
let core: TestNode;
let ann: Client;
let admin: Client;

async function trusting(name: string, { url, certificate }: TestNode, more: object) {
  const cms = await cmsOf(readFileSync(certificate, 'utf8'));
  const bag = { name, certificate: [{ name: 'node', 'cert-data': cms.toString('base64') }] };
  return {
    'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': [bag] } },
    'yangent-access:access': {
      'trust-domain': [{ name, by: { 'node-host': [new URL(url).host], 'node-bag': name }, ...more }],
    },
  };
}

beforeAll(async () => {
  [oss, core] = await Promise.all([
    startTestNode({ limits: { remote: { patience: 5_000 } } }),
    startTestNode({ agents: [WORKER] }),
  ]);
  await core.node.edit({
    ...(await trusting('carrier-oss', oss, { permit: PERMIT })),
    'yangent-peers:peers': {
      domain: 'core.example',
      peer: [{ name: 'oss', domain: ['oss.example'], 'trust-domain': 'carrier-oss' }],
    },
  });
  await oss.node.edit(await trusting('carrier-core', core, { send: SEND }));
  await oss.node.edit({
    ...users('ann'),
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann'])] },
    'yangent-peers:peers': {
      domain: 'oss.example',
      peer: [{ name: 'core', domain: ['core.example'], 'trust-domain': 'carrier-core', address: { target: core.url } }],
    },
  });
  [ann, admin] = [new Client(oss, 'ann'), new Client(core)];
});
afterAll(async () => {
  for (const client of [ann, admin]) client?.https.close();
  await Promise.all([oss?.stop(), core?.stop()]);
});

const order = (to: string) => ({
  ...{ from: 'noc', to, type: 'survey', async: true, content: '##task description look at the links' },
});

it('a task goes to the agent of the other organization, and its result comes back', async () => {
  const { id } = await ann.output('yangent-tasks:assign', order('worker@core.example'));
  const done = await until(
    () => ann.task(id),
    ({ state }) => state === 'completed' || state === 'failed',
  );
  expect(done).toMatchObject({ state: 'completed' });
  const [there] = (await admin.tasks()).filter((task) => task['task-id'].startsWith(`${id}.`));
  expect(there).toMatchObject({ from: 'noc@oss.example', to: 'worker', state: 'completed' });
});

it('the trust domain still says to which agents something is sent', async () => {
  const { state, error } = await ann.output('yangent-tasks:assign', order('other@core.example'));
  expect([state, error?.code]).toEqual(['rejected', 'access-denied']);
});

it('an address beside a trust domain has no login of its own', async () => {
  const address = { target: core.url, user: 'x', credential: 'y' };
  const peer = { name: 'core', domain: ['core.example'], 'trust-domain': 'carrier-core', address };
  const answer = await new Client(oss).put(`${PEERS}/peer=core`, { 'yangent-peers:peer': [peer] });
  expect([answer.status, errorIn(answer)['error-app-tag']]).toEqual([412, 'must-violation']);
});
