/** The audit log of a node: who did what, by whichever way, also where the caller is code inside the node. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent } from '../../src/index.js';
import { FakeDevice } from '../devices/fake-device.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

interface Shown {
  readonly sequence: string;
  readonly 'record-kind': string;
  readonly outcome: string;
  readonly operation: string;
  readonly [member: string]: unknown;
}

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const device = new FakeDevice({ 'acme:link': { up: false } });
const keeper = defineAgent({
  id: 'keeper',
  profile: profile('keeper'),
  devices: ['box-1'],
  skills: {
    split: async (_task, run) => {
      await run.assign('part', { to: 'helper', type: 'help', objective: 'a part' });
      await run.devices.edit('box-1', { 'acme:link': { up: true } });
      return 'done';
    },
  },
});
const helper = defineAgent({ id: 'helper', profile: profile('helper'), skills: { help: async () => 'helped' } });

let rig: TestNode;
let admin: Https;
beforeAll(async () => {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'box'), 'secret', { mode: 0o600 });
  rig = await startTestNode({ data, agents: [keeper, helper], drivers: new Map([['netconf-ssh', device]]) });
  admin = new Https(rig);
  const box = { name: 'box-1', address: '127.0.0.1', user: 'admin', credential: 'box', 'host-key': 'SHA256:key' };
  await rig.node.edit({
    'yangent-access:access': { user: [{ name: 'nora', password: '$0$the password of nora' }] },
    'yangent-devices:devices': { device: [box] },
  });
});
afterAll(async () => {
  admin?.close();
  await rig?.stop();
});

const LOG = '/restconf/data/yangent-audit:audit/log';

async function records(): Promise<readonly Shown[]> {
  const { body } = await admin.send('GET', LOG);
  return JSON.parse(body)['yangent-audit:log'].entry;
}

/** Waits for a record: those of refusals and outcomes are written soon. */
async function recorded(fits: (record: Shown) => boolean): Promise<Shown> {
  let found: Shown | undefined;
  await expect
    .poll(async () => {
      found = (await records()).find(fits);
      return found;
    })
    .toBeDefined();
  return found!;
}

async function digestOf(value: unknown): Promise<string> {
  const output = await rig.node.invoke('yangent-audit:hash', { value: JSON.stringify(value) });
  return (output as { readonly 'input-digest': string })['input-digest'];
}

it('has records of an edit and of an rpc, with the digests of their inputs and the trace of the request', async () => {
  const value = { 'yangent-audit:audit': { retention: 500 } };
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const patch = { body: JSON.stringify(value), headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } };
  expect((await admin.send('PATCH', '/restconf/data/yangent-audit:audit', patch)).status).toBe(204);
  const input = { from: 'keeper', to: 'helper', type: 'help', objective: 'x' };
  await rig.node.invoke('yangent-tasks:assign', input, { user: 'admin' });
  const edit = await recorded(({ operation, protocol }) => operation === 'edit' && protocol === 'restconf');
  expect(edit).toMatchObject({ 'record-kind': 'operation', outcome: 'done', user: 'admin', source: '127.0.0.1' });
  expect(edit).toMatchObject({ 'trace-id': trace, 'input-digest': await digestOf(value) });
  const assigned = await recorded(({ operation }) => operation === 'yangent-tasks:assign');
  expect(assigned).toMatchObject({ user: 'admin', 'principal-kind': 'person', outcome: 'done' });
  expect(assigned['input-digest']).toBe(await digestOf(input));
});

it('has records of logins, those that succeed and those that fail', async () => {
  const session = await RawNetconf.open(rig);
  session.close();
  const login = (protocol: string) => (record: Shown) =>
    record['record-kind'] === 'login' && record.outcome === 'done' && record.protocol === protocol;
  expect(await recorded(login('netconf'))).toMatchObject({ user: 'admin', source: '127.0.0.1' });
  expect(await recorded(login('restconf'))).toMatchObject({ user: 'admin', source: '127.0.0.1', method: 'password' });
  expect((await records()).filter(login('restconf'))).toHaveLength(1);
  const http = new Https(rig, 'admin', 'wrong password');
  expect((await http.send('GET', LOG)).status).toBe(401);
  http.close();
  expect(await recorded((record) => record['record-kind'] === 'login' && record.outcome === 'denied')).toMatchObject({
    ...{ user: 'admin', method: 'password', 'principal-kind': 'unknown' },
  });
});

it('has the digest of an edit of the candidate, and of one that fails', async () => {
  const value = { 'yangent-audit:audit': { retention: 501 } };
  const candidate = `<edit-config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><target><candidate/></target><config>
    <audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit"><retention>501</retention></audit></config></edit-config>`;
  const session = await RawNetconf.open(rig);
  expect(await session.ask(candidate)).toContain('<ok/>');
  expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
  session.close();
  const edit = await recorded(({ operation, protocol }) => operation === 'edit' && protocol === 'netconf');
  expect(edit).toMatchObject({ outcome: 'done', 'input-digest': await digestOf(value) });

  const nora = new Https(rig, 'nora', 'the password of nora');
  const denied = await nora.send('PATCH', '/restconf/data/yangent-audit:audit', { body: JSON.stringify(value) });
  nora.close();
  expect(denied.status).toBe(403);
  expect(await recorded(({ operation, user }) => operation === 'edit' && user === 'nora')).toMatchObject({
    ...{ 'record-kind': 'refusal', outcome: 'denied', 'input-digest': await digestOf(value) },
  });

  const user = [{ name: 'nora', password: '$0$another password' }];
  const post = { body: JSON.stringify({ 'yangent-access:user': user }) };
  expect((await admin.send('POST', '/restconf/data/yangent-access:access', post)).status).toBe(409);
  const failed = await recorded(({ operation, outcome }) => operation === 'edit' && outcome === 'failed');
  expect(failed).toMatchObject({ 'error-tag': 'data-exists', 'input-digest': expect.stringMatching(/^[0-9a-f]{64}$/) });
  // The digest is of the hash of the password: it does not tell which password was tried.
  expect(failed['input-digest']).not.toBe(await digestOf({ 'yangent-access:access': { user } }));
});

it('has records of the parts and device edits of an agent inside the node, with the intent before the edit', async () => {
  const order = { from: 'helper', to: 'keeper', type: 'split', objective: 'x' };
  const assigned = await rig.node.invoke('yangent-tasks:assign', order);
  const done = await recorded(({ operation, outcome }) => operation === 'device-edit' && outcome === 'done');
  const intent = await recorded(({ sequence }) => sequence === done.intent);
  expect(intent).toMatchObject({ 'record-kind': 'outbound', outcome: 'intent', user: 'agent:keeper' });
  const part = await recorded(({ operation, user }) => operation === 'yangent-tasks:assign' && user === 'agent:keeper');
  expect(part).toMatchObject({ 'principal-kind': 'agent' });
  // All say on which task the agent worked, and those of the edit have the digest of its document.
  const { id } = assigned as { readonly id: string };
  const digest = await digestOf({ 'acme:link': { up: true } });
  expect([part, intent, done].map(({ task }) => task)).toEqual([id, id, id]);
  expect([intent, done].map((each) => each['input-digest'])).toEqual([digest, digest]);
});

it('has the task on which an action was invoked', async () => {
  const work = { from: 'keeper', to: 'helper', type: 'help', objective: 'x', async: true };
  const { id } = (await rig.node.invoke('yangent-tasks:assign', work)) as { readonly id: string };
  await rig.node.act(`/yangent-tasks:tasks/task[id='${id}']/cancel`).catch(() => undefined);
  expect(await recorded(({ operation }) => operation === 'yangent-tasks:cancel')).toMatchObject({ task: id });
});

it('records readings when it is configured', async () => {
  const reads = (value: string) => rig.node.edit({ 'yangent-audit:audit': { record: { reads: value } } });
  await reads('sensitive');
  await admin.send('GET', '/restconf/data/ietf-netconf-acm:nacm');
  await admin.send('GET', '/restconf/data/yangent-agents:agents');
  const read = await recorded((record) => record['record-kind'] === 'read');
  expect(read).toMatchObject({ target: ['/ietf-netconf-acm:nacm'], user: 'admin' });
  await reads('all');
  await admin.send('GET', '/restconf/data/yangent-agents:agents');
  await recorded(({ target }) => JSON.stringify(target) === '["/yangent-agents:agents"]');
  await reads('none');
});

it('is closed to those who are not administrators', async () => {
  const nora = new Https(rig, 'nora', 'the password of nora');
  expect((await nora.send('GET', LOG)).status).toBe(404);
  expect((await nora.send('POST', '/restconf/operations/yangent-audit:checkpoint', { body: '' })).status).toBe(403);
  nora.close();
  expect(await recorded(({ operation }) => operation === 'yangent-audit:checkpoint')).toMatchObject({
    ...{ 'record-kind': 'refusal', user: 'nora', outcome: 'denied' },
  });
});

it('has the rule that refused a request, which the answer does not tell', async () => {
  const rules = [{ name: 'no-tasks', 'module-name': 'yangent-tasks', 'access-operations': 'exec', action: 'deny' }];
  const group = { name: 'night', 'user-name': ['nora'] };
  await rig.node.edit({
    'ietf-netconf-acm:nacm': {
      groups: { group: [group] },
      'rule-list': [{ name: 'night-shift', group: ['night'], rule: rules }],
    },
  });
  const nora = new Https(rig, 'nora', 'the password of nora');
  const body = JSON.stringify({ 'yangent-tasks:input': { from: 'keeper', to: 'helper', objective: 'x' } });
  const refused = await nora.send('POST', '/restconf/operations/yangent-tasks:assign', { body });
  nora.close();
  expect([refused.status, refused.body]).toEqual([403, expect.not.stringContaining('no-tasks')]);
  const record = await recorded(
    ({ user, outcome, rule }) => user === 'nora' && outcome === 'denied' && rule !== undefined,
  );
  expect(record).toMatchObject({ operation: 'yangent-tasks:assign', rule: 'night-shift/no-tasks' });
});
