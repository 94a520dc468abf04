/** Edits of devices, by agents inside the node, that persons approve. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineAgent } from '../../src/index.js';
import { FakeDevice } from '../devices/fake-device.js';
import { temporaryFolder } from '../support/clean-up.js';
import { errorIn, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { APPROVALS, type Members, passwordOf, profile } from './approvals-rig.js';

const RULES = '/restconf/data/yangent-access:access/approval-rule';
const device = new FakeDevice();
const editor = (id: string) =>
  defineAgent({
    ...{ id, profile: profile(id), devices: ['box-1'] },
    skills: {
      up: async ({ value }, run) => {
        await run.devices.edit('box-1', { 'acme:link': { up: value.objective === 'up' } });
        return 'edited';
      },
    },
  });
let node: TestNode;
let admin: Https;
let nina: Https;
let vera: Https;

beforeAll(async () => {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'box'), 'secret', { mode: 0o600 });
  node = await startTestNode({
    ...{ data, agents: [editor('keeper'), editor('other')], drivers: new Map([['netconf-ssh', device]]) },
  });
  const user = (name: string, group: readonly string[] = []) => ({ name, group, password: `$0$${passwordOf(name)}` });
  await node.node.edit({
    'yangent-access:access': { user: [user('nina', ['voters']), user('vera', ['voters'])] },
    'yangent-agents:agents': {
      agent: [
        { id: 'keeper', owner: ['nina'] },
        { id: 'other', owner: ['nina'] },
        { id: 'noc', owner: ['nina'], profile: profile('noc') },
      ],
    },
    'yangent-devices:devices': {
      device: [{ name: 'box-1', address: '127.0.0.1', user: 'admin', credential: 'box', 'host-key': 'SHA256:key' }],
    },
  });
  [admin, nina, vera] = [
    new Https(node),
    new Https(node, 'nina', passwordOf('nina')),
    new Https(node, 'vera', passwordOf('vera')),
  ];
});
afterAll(async () => {
  for (const each of [admin, nina, vera]) each?.close();
  await node?.stop();
});

/** Has an agent edit the device. @returns its task, when it is over */
async function edited(to: string, objective = 'up'): Promise<Members> {
  const policy = { 'max-attempts': 1 };
  const { body } = await nina.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': { from: 'noc', to, type: 'up', objective, async: false, policy } }),
  });
  return JSON.parse(body)['yangent-tasks:output'];
}

async function shown(id: string): Promise<Members> {
  return JSON.parse((await vera.send('GET', `${APPROVALS}=${id}`)).body)['yangent-access:approval'][0];
}

const approve = (id: string, who: Https) =>
  who.send('POST', `${APPROVALS}=${id}/approve`, { body: '{"yangent-access:input":{}}' });

/** Returns the approval that the edit lacked. */
function needed(task: Members): string {
  expect(task).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('is needed first') } });
  return /approval (\S+) is needed first/.exec(JSON.stringify(task))?.[1] ?? '';
}

it('waits for persons where a rule names device.edit, and is made once with the same document', async () => {
  const rule = { name: 'devices', action: ['device.edit'], agent: ['keeper'], 'approver-group': ['voters'] };
  await node.node.edit({ 'yangent-access:access': { 'approval-rule': [rule] } });
  const id = needed(await edited('keeper'));
  expect(device.edits).toEqual([]);
  expect(await shown(id)).toMatchObject({
    ...{ user: 'nina', actor: ['agent:keeper'], operation: 'device.edit', state: 'waiting' },
    target: ["/yangent-devices:devices/device[name='box-1']"],
    input: '{"document":{"acme:link":{"up":true}}}',
  });
  const own = await approve(id, nina);
  expect([own.status, errorIn(own)['error-app-tag']]).toEqual([403, 'not-a-voter']);
  expect((await approve(id, vera)).status).toBe(200);
  expect(needed(await edited('keeper', 'down'))).not.toBe(id);
  expect(device.edits).toEqual([]);
  expect(await edited('keeper')).toMatchObject({ state: 'completed' });
  expect(device.edits).toEqual([{ 'acme:link': { up: true } }]);
  expect(await shown(id)).toMatchObject({ state: 'used' });
  needed(await edited('keeper'));
  expect(await edited('other')).toMatchObject({ state: 'completed' });
  expect(device.edits).toHaveLength(2);

  const log = async (): Promise<readonly Members[]> =>
    JSON.parse((await admin.send('GET', '/restconf/data/yangent-audit:audit/log')).body)['yangent-audit:log'].entry;
  const of = async () =>
    (await log()).filter(({ operation, approval }) => operation === 'device-edit' && approval === id);
  await expect.poll(async () => (await of()).map(({ outcome }) => outcome)).toEqual(['denied', 'intent', 'done']);
  await admin.send('DELETE', `${RULES}=devices`);
});

it('uses its approval up before it leaves the node, also when the device refuses it', async () => {
  const rule = { name: 'devices', action: ['device.edit'], 'approver-group': ['voters'] };
  await node.node.edit({ 'yangent-access:access': { 'approval-rule': [rule] } });
  const id = needed(await edited('keeper'));
  expect((await approve(id, vera)).status).toBe(200);
  device.refuses = 'no route';
  device.drop();
  expect(await edited('keeper')).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('no route') },
  });
  device.refuses = undefined;
  expect(await shown(id)).toMatchObject({ state: 'used' });
  expect(needed(await edited('keeper'))).not.toBe(id);
});
