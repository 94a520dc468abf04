/** Who acts when the node acts: itself as `system`, hosted agents and loops as their owners, none of them as an administrator. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedLoop, defineAgent } from '../../src/index.js';
import { FakeDevice } from '../devices/fake-device.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const device = new FakeDevice({ 'acme:link': { up: false } });
const seen = new Subject<string>();

const keepUp = closedLoop({
  name: 'keep-up',
  policy: { mode: 'autonomous' },
  observe: () => seen,
  analyse: (what: string) => what,
  decide: (what) => ({ summary: `repair: ${what}` }),
  execute: async (_decision, { devices, invoke, agent, cycle }) => {
    await devices.edit('box-1', { 'acme:link': { up: true } });
    await invoke('yangent-tasks:assign', { from: agent, to: 'helper', type: 'help', 'task-id': cycle, objective: 'x' });
    return 'done';
  },
  verify: async () => ({ ok: true, note: 'up' }),
});

const keeper = defineAgent({
  id: 'keeper',
  profile: profile('keeper'),
  devices: ['box-1'],
  skills: {
    split: async (_task, run) => {
      const { state } = await run.assign('part', { to: 'helper', type: 'help', objective: 'a part' });
      await run.devices.edit('box-1', { 'acme:link': { up: true } });
      return state;
    },
    stray: async (_task, run) => void (await run.devices.edit('box-2', { 'acme:link': { up: true } })),
    hidden: async (_task, run) => void (await run.assign('part', { to: 'secret', objective: 'a part' })),
    wrong: async (_task, run) => void (await run.assign('part', { to: 'helper', priority: 9 })),
  },
  loops: [keepUp],
});
const helper = defineAgent({ id: 'helper', profile: profile('helper'), skills: { help: async () => 'helped' } });

let node: TestNode;
let admin: Https;

beforeAll(async () => {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'box'), 'secret', { mode: 0o600 });
  const box = (name: string) => ({
    ...{ name, address: '127.0.0.1', user: 'admin', credential: 'box', 'host-key': 'SHA256:key' },
  });
  const config = join(data, 'config.json');
  const agent = (id: string, more: object) => ({ id, profile: profile(id), ...more });
  writeFileSync(
    config,
    JSON.stringify({
      'yangent-access:access': { user: [{ name: 'nina', password: '$0$pw-xxxxxxxx', group: ['operator'] }] },
      'yangent-agents:agents': {
        agent: [
          agent('keeper', { owner: ['nina'] }),
          agent('noc', { owner: ['nina'] }),
          agent('secret', { owner: ['other'], visibility: 'private' }),
        ],
      },
      'yangent-devices:devices': { device: [box('box-1'), box('box-2')] },
    }),
  );
  node = await startTestNode({
    data,
    agents: [keeper, helper],
    config: [config],
    drivers: new Map([['netconf-ssh', device]]),
  });
  admin = new Https(node);
});
afterAll(() => node?.stop());

type Line = Readonly<Record<string, unknown>>;

/** The audit records so far, as the event stream tells them. */
async function audit(): Promise<readonly Line[]> {
  const span = `start-time=2020-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
  const { body } = await admin.send('GET', `/restconf/streams/audit/json?${span}`, { accept: 'text/event-stream' });
  return [...body.matchAll(/^data: (.*)$/gm)].flatMap(([, text = '']) => {
    const { 'ietf-restconf:notification': event = {} } = JSON.parse(text);
    return event['yangent-access:audit'] ?? [];
  });
}

const assigned = async (type: string) => {
  const nina = new Https(node, 'nina', 'pw-xxxxxxxx');
  const input = { from: 'noc', to: 'keeper', type, objective: type, async: false };
  const { body } = await nina.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': { ...input, policy: { 'max-attempts': 1 } } }),
  });
  return JSON.parse(body)['yangent-tasks:output'];
};

const BOX_1 = "/yangent-devices:devices/device[name='box-1']";
const inKeeper = { user: 'nina', actor: ['agent:keeper'], protocol: 'local' };

it('the edits of the node itself are those of system', async () => {
  const edits = (await audit()).filter(({ operation, protocol }) => operation === 'edit' && protocol === 'local');
  expect(edits.length).toBeGreaterThan(0);
  expect(new Set(edits.map(({ user }) => user))).toEqual(new Set(['system']));
});

it('a part that a skill gives away and an edit of a device are those of the owner of the agent', async () => {
  expect(await assigned('split')).toMatchObject({ state: 'completed', artifact: [{ value: 'completed' }] });
  const byNina = async () => (await audit()).filter(({ user, protocol }) => user === 'nina' && protocol === 'local');
  const records = [
    { ...inKeeper, operation: 'yangent-tasks:assign', outcome: 'done' },
    { ...inKeeper, operation: 'device-edit', target: [BOX_1], outcome: 'begun' },
    { ...inKeeper, operation: 'device-edit', target: [BOX_1], outcome: 'done' },
  ].map((record) => expect.objectContaining(record));
  await expect.poll(byNina).toEqual(expect.arrayContaining(records));
});

it('an edit of a device that the definition does not name is refused, and recorded', async () => {
  const before = device.edits.length;
  expect(await assigned('stray')).toMatchObject({
    state: 'failed',
    error: {
      message:
        'agent "keeper" may not edit device "box-2"; the devices that its definition names are: box-1 (defineAgent({ devices: [\'box-2\'] }))',
    },
  });
  expect(device.edits.length).toBe(before);
  const denied = { ...inKeeper, operation: 'device-edit', outcome: 'denied', 'error-tag': 'access-denied' };
  await expect.poll(audit).toContainEqual(expect.objectContaining(denied));
});

it('a part is checked and permitted as the order of any caller', async () => {
  expect(await assigned('hidden')).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('"to" names "secret", but there is no such agent here') },
  });
  expect(await assigned('wrong')).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('9') } });
});

it('a loop of the definition acts with the rights of its agent, one that a user commits as that user', async () => {
  const loop = '/restconf/data/yangent-loops:loops/loop=keep-up';
  const acts = async () => JSON.parse((await admin.send('GET', loop)).body)['yangent-loops:loop'][0];
  expect(await acts()).toMatchObject({ agent: 'keeper', 'acts-as': 'nina' });
  const repairedBy = async (user: string) => {
    const before = device.edits.length;
    seen.next(`at ${before}`);
    await expect.poll(() => device.edits.length).toBe(before + 1);
    await expect.poll(async () => (await acts())['last-outcome']).toBe('succeeded');
    const by = (operation: string) => ({ user, actor: ['agent:keeper'], operation });
    const last = async () => {
      const lines = (await audit()).filter(({ protocol, operation }) => protocol === 'local' && operation !== 'edit');
      return lines.slice(-3).map(({ user, actor, operation }) => ({ user, actor, operation }));
    };
    await expect.poll(last).toEqual([by('device-edit'), by('device-edit'), by('yangent-tasks:assign')]);
  };
  await repairedBy('nina');

  const { 'yangent-loops:loop': entries } = JSON.parse((await admin.send('GET', `${loop}?content=config`)).body);
  expect((await admin.send('DELETE', loop)).status).toBe(204);
  const made = await admin.send('PUT', loop, { body: JSON.stringify({ 'yangent-loops:loop': entries }) });
  expect(made.status).toBe(201);
  expect(await acts()).toMatchObject({ 'acts-as': 'admin', state: 'running' });
  await repairedBy('admin');

  const owner = { 'yangent-loops:loop': [{ name: 'keep-up', owner: 'nina' }] };
  expect((await admin.send('PATCH', loop, { body: JSON.stringify(owner) })).status).toBe(204);
  await repairedBy('nina');
});

it('no user has the name of the node', async () => {
  const path = '/restconf/data/yangent-access:access/user=system';
  const answer = await admin.send('PUT', path, {
    body: JSON.stringify({ 'yangent-access:user': [{ name: 'system', password: '$0$pw-xxxxxxxx' }] }),
  });
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining("'system' is the node itself") });
  expect((await new Https(node, 'system', node.password).send('GET', '/restconf/data')).status).toBe(401);
});
