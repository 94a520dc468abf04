/** The token with which a node hands the task of a step over to the node of another organization. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cmsOf } from '../../src/keys/index.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { NodeHost } from '../support/node-host.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Run, stepOf, WorkflowClient } from '../workflows/rig.js';
import { passwordOf, users } from './domains-rig.js';

let oss: TestNode;
let core: NodeHost;
let ann: Https;
let flows: WorkflowClient;

const SEND = [{ name: 'surveys', action: ['yangent-tasks.assign'] }];
const READ = { name: 'read', action: ['data.read'], constraint: { path: ['/yangent-agents:agents'] } };

beforeAll(async () => {
  [oss, core] = await Promise.all([startTestNode({ limits: { remote: { patience: 1_000 } } }), NodeHost.start()]);
  const bag = {
    name: 'core',
    certificate: [{ name: 'node', 'cert-data': (await cmsOf(core.cert)).toString('base64') }],
  };
  await oss.node.edit({
    'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': [bag] } },
    'yangent-access:access': {
      ...users('ann')['yangent-access:access'],
      'trust-domain': [
        { name: 'carrier-core', by: { 'node-host': [new URL(core.url).host], 'node-bag': 'core' }, send: SEND },
      ],
    },
  });
  const execution = {
    kind: 'remote',
    target: core.url,
    remote: { agent: 'worker', as: 'noc', 'trust-domain': 'carrier-core' },
  };
  await oss.node.edit({
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann']), agentEntry('meter', [], { execution })] },
  });
  ann = new Https(oss, 'ann', passwordOf('ann'));
  flows = new WorkflowClient(ann);
});
afterAll(async () => {
  ann?.close();
  await Promise.all([oss?.stop(), core?.stop()]);
});

/** Starts a run whose step goes to the other node, and returns it with the claims of the token that arrived there. */
async function handedOver(more: object): Promise<{ run: Run; claims: Awaited<ReturnType<typeof verified>> }> {
  core.logins.length = 0;
  const step = { name: 'a', task: { skill: 'diagnose-link', agent: 'meter' }, retry: { 'max-attempts': 1 } };
  const run = await flows.start({ execution: { assurance: 'fast' }, node: [{ ...step, ...more }] }, { wait: 0 });
  const [login = ''] = await until(
    async () => core.logins,
    (logins) => logins.length > 0,
  );
  expect(login).toMatch(/^DPoP /);
  return { run: await flows.run(run.id), claims: await verified(login.slice('DPoP '.length)) };
}

async function verified(token: string) {
  const keys = createLocalJWKSet(JSON.parse((await ann.send('GET', '/oauth/jwks')).body));
  return (await jwtVerify(token, keys, { typ: 'at+jwt', issuer: oss.url, audience: core.url })).payload;
}

it('ATD-7-a ATD-7-b: has the claims of the step, and allows what the step names and what handing it over takes', async () => {
  const { run, claims } = await handedOver({ authorization: { capability: [READ] } });
  const [task = ''] = stepOf(run, 'a').task as readonly string[];
  expect(claims).toMatchObject({
    act: { sub: oss.url },
    agent: { id: 'agent:meter' },
    task: { id: `${task}.1`, purpose: 'diagnose-link', created_by: 'ann' },
    oversight: { level: 'fast' },
    delegation: { depth: 0, max_depth: 0, chain: ['agent:meter'] },
    context: { coordinator: 'coordinator' },
    audit: { trace_id: run.id.replaceAll('-', '') },
    ...{ dagid: run.uri, tasknode: 'a', checkpointref: `${run.uri};c=1`, recovery_state: 'none' },
    executioncontext: { ref: expect.stringContaining(`/${run.id}/a;g=1`), digest: expect.any(String) },
    cnf: { jkt: expect.any(String) },
  });
  expect(claims.capabilities).toContainEqual({
    action: 'data.read',
    constraints: { path: ['/yangent-agents:agents'] },
  });
  expect(claims.capabilities).toContainEqual({
    action: 'yangent-tasks.assign',
    constraints: { agent: ['worker'] },
  });
  expect(JSON.stringify(claims.capabilities)).not.toContain('device.');
  expect(claims).toMatchObject({ lineage: [] });
  await flows.act(`${run.id}/cancel`);
});

it('has no claims of a step where the step names nothing', async () => {
  const { run, claims } = await handedOver({});
  for (const name of ['dagid', 'tasknode', 'recovery_state']) expect(claims).not.toHaveProperty(name);
  await flows.act(`${run.id}/cancel`);
});
