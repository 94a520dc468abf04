/** References to data and context: shown where they lead somewhere for the reader, so that each read is valid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJson, validateAsync } from '../../src/data/index.js';
import { nodeSchema } from '../support/faces.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

let rig: TestNode;
let admin: Https;
let nu: Https;
let mu: Https;

const entry = (id: string, owner: string) => ({
  id,
  owner: [owner],
  profile: { name: id, description: 'd', version: '1.0.0', provider: 'p' },
});

beforeAll(async () => {
  rig = await startTestNode();
  admin = new Https(rig);
  nu = new Https(rig, 'nu', 'pw-xxxxxxxx');
  mu = new Https(rig, 'mu', 'pw-xxxxxxxx');
  const user = (name: string) => ({ name, password: '$0$pw-xxxxxxxx' });
  await rig.node.edit({ 'yangent-access:access': { user: [user('nu'), user('mu')] } });
  await rig.node.edit({ 'yangent-agents:agents': { agent: [entry('noc', 'nu'), entry('meter', 'mu')] } });
}, 60_000);
afterAll(async () => {
  for (const https of [admin, nu, mu]) https.close();
  await rig.stop();
});

const time = '2025-04-21T14:19:00Z';
const send = async (https: Https, method: string, path: string, body?: object) => {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, body: answer } = await https.send(method, `/restconf${path}`, text);
  return { status, value: answer === '' ? undefined : JSON.parse(answer) };
};
const add = (https: Https, data: object) => send(https, 'POST', '/data', data);
const rpc = (https: Https, name: string, input: object) =>
  send(https, 'POST', `/operations/${name}`, { [`${name.split(':')[0]}:input`]: input });
const data = (id: string) => ({ 'irtf-agent:data-params': [{ id, dataType: 'text', data: 'x' }] });
const item = (id: string, dataParam?: string) => ({
  id,
  sendFrom: 'noc',
  sendTo: 'meter',
  'request-info': { content: 'q', ...(dataParam === undefined ? {} : { dataParam }), time },
});

/** The draft's lists as the user reads them, which are valid together. */
async function readDraft(https: Https): Promise<Record<string, unknown>> {
  const { status, value } = await send(
    https,
    'GET',
    '/data?fields=irtf-agent:context;irtf-agent:data-params;irtf-agent:tasks',
  );
  expect(status).toBe(200);
  const all = value['ietf-restconf:data'];
  await validateAsync(decodeJson(nodeSchema.root, all, { schema: nodeSchema }), {
    schema: nodeSchema,
    type: 'data',
    skip: new Set([...nodeSchema.root.data.keys()].filter((name) => !name.startsWith('irtf-agent:'))),
  });
  return all;
}

describe.each([
  ['its owner deletes it', (id: string) => send(nu, 'DELETE', `/data/irtf-agent:data-params=${id}`)],
  ['its bytes are deleted', async (id: string) => nu.send('DELETE', `/data/${id}`)],
  ['an operator removes it', (id: string) => rpc(admin, 'yangent-contexts:remove', { param: [id] })],
])('a reference to data, once %s', (how, remove) => {
  it('is not shown in any record that has it', async () => {
    const id = how.replaceAll(' ', '-');
    await add(nu, data(id));
    expect((await add(nu, { 'irtf-agent:context': [item(`c-${id}`, id)] })).status).toBe(201);
    const share = { from: 'noc', to: 'meter', id: `s-${id}`, type: 'conversation', content: 'x', 'data-param': [id] };
    expect((await rpc(nu, 'yangent-contexts:share', share)).status).toBe(200);
    const order = { from: 'noc', to: 'meter', 'task-id': id, objective: 'x', async: true, 'data-param': [id] };
    const { value: task } = await rpc(nu, 'yangent-tasks:assign', order);
    const entryPath = `/data/irtf-agent:context=c-${id}`;
    const before = (await send(mu, 'GET', entryPath)).value['irtf-agent:context'][0];
    expect(before['request-info'].dataParam).toBe(id);

    expect([200, 204]).toContain((await remove(id)).status);
    for (const https of [nu, mu, admin]) {
      const { value } = await send(https, 'GET', entryPath);
      expect(value['irtf-agent:context'][0]).toEqual(item(`c-${id}`));
      const shared = await send(https, 'GET', `/data/yangent-contexts:contexts/item=s-${id}`);
      expect(shared.value['yangent-contexts:item'][0]).not.toHaveProperty('data-param');
      const path = `/data/yangent-tasks:tasks/task=${task['yangent-tasks:output'].id}`;
      expect((await send(https, 'GET', path)).value['yangent-tasks:task'][0]).not.toHaveProperty('data-param');
      await readDraft(https);
    }
    const fetched = await rpc(mu, 'yangent-contexts:fetch', { id: [`s-${id}`] });
    expect(fetched.value['yangent-contexts:output'].item[0]).not.toHaveProperty('data-param');
    // Sent again as it is read now, it is the entry that is there.
    const again = await send(nu, 'PUT', entryPath, { 'irtf-agent:context': [item(`c-${id}`)] });
    expect(again.status).toBe(204);
  });
});

describe('a response', () => {
  it('is not shown once its data are gone, and is given once all the same', async () => {
    await add(mu, data('answer'));
    await add(nu, { 'irtf-agent:context': [item('asked')] });
    const path = '/data/irtf-agent:context=asked';
    const response = (dataParam: string) => ({
      'irtf-agent:context': [{ id: 'asked', sendFrom: 'noc', sendTo: 'meter', 'response-info': { dataParam, time } }],
    });
    expect((await send(mu, 'PATCH', path, response('answer'))).status).toBe(204);
    expect((await send(nu, 'GET', path)).value['irtf-agent:context'][0]['response-info'].dataParam).toBe('answer');
    expect((await send(mu, 'DELETE', '/data/irtf-agent:data-params=answer')).status).toBe(204);
    expect((await send(nu, 'GET', path)).value['irtf-agent:context'][0]).toEqual(item('asked'));
    await readDraft(nu);
    await add(mu, data('other-answer'));
    expect((await send(mu, 'PATCH', path, response('other-answer'))).status).toBe(409);
  });
});

describe('a message of the draft', () => {
  it('names its context and its data while they are there', async () => {
    await add(nu, data('told'));
    await add(nu, { 'irtf-agent:context': [item('told-of')] });
    const message = {
      'task-sendFrom': 'noc',
      'task-sendTo': 'meter',
      commuType: 'taskAssign',
      'task-id': 'telling',
      content: '##task description x',
      'msg-data': 'told',
      context: 'told-of',
    };
    expect((await send(nu, 'PUT', '/data/irtf-agent:tasks', { 'irtf-agent:tasks': message })).status).toBe(201);
    expect(await readDraft(nu)).toMatchObject({ 'irtf-agent:tasks': { 'msg-data': 'told', context: 'told-of' } });
    await rpc(admin, 'yangent-contexts:remove', { param: ['told'], item: ['told-of'] });
    const shown = (await readDraft(nu))['irtf-agent:tasks'];
    expect(shown).not.toHaveProperty('msg-data');
    expect(shown).not.toHaveProperty('context');
  });
});
