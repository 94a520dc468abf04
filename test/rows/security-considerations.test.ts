/** The security considerations of the drafts, over the wire. */
import { readFileSync } from 'node:fs';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent } from '../../src/index.js';
import { type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { until } from '../until.js';

type Members = Readonly<Record<string, unknown>>;

const worker = defineAgent({
  id: 'worker',
  profile: { name: 'worker', description: 'works', version: '1.0.0', provider: 'acme' },
  skills: { work: async () => 'done' },
});
let rig: TestNode;
let admin: Https;
let ann: Https;
let vera: Https;

beforeAll(async () => {
  rig = await startTestNode({ agents: [worker] });
  await rig.node.edit({
    'yangent-access:access': {
      user: [
        { name: 'ann', password: '$0$the password of ann', group: ['admin'] },
        { name: 'vera', password: '$0$the password of vera', group: ['operator'] },
      ],
      'approval-rule': [{ name: 'start', action: ['yangent-workflows.start'], 'approver-group': ['operator'] }],
    },
    'yangent-agents:agents': {
      agent: [
        {
          ...{ id: 'desk', owner: ['ann'] },
          profile: { name: 'desk', description: 'assigns', version: '1.0.0', provider: 'acme' },
        },
      ],
    },
    'yangent-workflows:workflows': {
      definition: [
        { name: 'one', version: '1.0.0', node: [{ name: 'work', task: { agent: 'worker', skill: 'work' } }] },
      ],
    },
  });
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'the password of ann');
  vera = new Https(rig, 'vera', 'the password of vera');
});
afterAll(async () => {
  for (const client of [admin, ann, vera]) client?.close();
  await rig?.stop();
});

/** Connects with one version of TLS. @returns the version in use; undefined when the node refuses it */
function speaks(version: SecureVersion): Promise<string | null | undefined> {
  const { hostname, port } = new URL(rig.url);
  const versions = { minVersion: version, maxVersion: version };
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca: readFileSync(rig.certificate), ...versions });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
  });
}

it('IOA-8-b: RESTCONF speaks TLS 1.3, and no earlier version', async () => {
  expect(await speaks('TLSv1.3')).toBe('TLSv1.3');
  for (const version of ['TLSv1.2', 'TLSv1.1'] as const)
    expect([version, await speaks(version)]).toEqual([version, undefined]);
});

function post(who: Https, path: string, input: Members, module: string): Promise<HttpAnswer> {
  return who.send('POST', path, { body: JSON.stringify({ [`${module}:input`]: input }) });
}
const rpc = (who: Https, name: string, input: Members) =>
  post(who, `/restconf/operations/${name}`, input, name.split(':')[0] ?? '');

it('ATD-8-k: the log has the start of a graph, assignments, authorizations, outcomes and what persons decided', async () => {
  const refused = await rpc(ann, 'yangent-workflows:start', { definition: 'one' });
  const [error] = JSON.parse(refused.body)['ietf-restconf:errors'].error;
  const approval: string = error['error-info']['yangent-access:approval'];
  const vote = await vera.send('POST', `/restconf/data/yangent-access:approvals/approval=${approval}/approve`, {
    body: JSON.stringify({ 'yangent-access:input': {} }),
  });
  expect(vote.status).toBe(200);
  expect((await rpc(ann, 'yangent-workflows:start', { definition: 'one' })).status).toBe(200);
  const capability = [{ name: 'look', action: ['data.read'] }];
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  expect((await rpc(ann, 'yangent-access:delegate', { to: 'vera', capability, expires })).status).toBe(200);
  const task = { from: 'desk', to: 'desk', objective: 'work', async: true };
  const assigned = await rpc(ann, 'yangent-tasks:assign', task);
  const { id } = JSON.parse(assigned.body)['yangent-tasks:output'];
  for (const action of ['claim', 'complete'])
    expect([
      action,
      (await post(ann, `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`, {}, 'yangent-tasks')).status,
    ]).toEqual([action, 200]);
  const log = await until(
    async () => {
      const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log');
      const entries: readonly Members[] = JSON.parse(body)['yangent-audit:log'].entry;
      return entries;
    },
    (entries) => entries.some(({ operation }) => String(operation).endsWith('complete')),
  );
  const has = (members: Members) => expect(log).toContainEqual(expect.objectContaining(members));
  has({ 'record-kind': 'operation', user: 'ann', operation: 'yangent-workflows:start', outcome: 'done' });
  has({ 'record-kind': 'grant', user: 'ann', operation: 'yangent-access:delegate', outcome: 'done' });
  has({ 'record-kind': 'approval', user: 'vera', approval });
  has({ 'record-kind': 'operation', user: 'ann', operation: 'yangent-tasks:assign', outcome: 'done' });
  has({ 'record-kind': 'operation', user: 'ann', operation: expect.stringContaining('complete'), outcome: 'done' });
});
