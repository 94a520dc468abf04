/** One record, two models: whatever the draft or `yangent-*` accepts is read by both, over both protocols. */
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { netconfFace, RESOURCES } from '../support/faces.js';
import { errorIn, Https } from '../support/http.js';
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

const write = (https: Https, method: string, path: string, body: unknown) =>
  https.send(method, `/restconf${path}`, { body: JSON.stringify(body) });
const rpc = async (https: Https, name: string, input: unknown) => {
  const [module] = name.split(':');
  const answer = await write(https, 'POST', `/operations/${name}`, { [`${module}:input`]: input });
  return {
    status: answer.status,
    output: answer.body === '' ? undefined : JSON.parse(answer.body)[`${module}:output`],
  };
};
const read = async (https: Https, path: string) => {
  const { status, body } = await https.send('GET', `/restconf/data${path}`);
  return { status, value: status === 200 ? JSON.parse(body) : body };
};

const time = '2025-04-21T14:19:00Z';
const message = (more: object) => ({
  'irtf-agent:tasks': {
    'task-sendFrom': 'noc',
    'task-sendTo': 'meter',
    commuType: 'taskAssign',
    content: '##task description x',
    ...more,
  },
});

describe('the door of the draft', () => {
  it.each([
    ['an empty task-id', '"task-id" is empty', 'PUT', '/data/irtf-agent:tasks', message({ 'task-id': '' })],
    [
      'an empty term',
      'the key "term" of "term-explains" is empty',
      'PUT',
      '/data/irtf-agent:tasks',
      message({ 'task-id': 'terms', 'term-explains': [{ term: '', explaination: 'x' }] }),
    ],
    [
      'an empty task-id in a negotiation',
      '"task-id" is empty',
      'POST',
      '/operations/irtf-agent:task-negotiate',
      {
        'irtf-agent:input': {
          'task-sendFrom': 'noc',
          'task-sendTo': 'meter',
          'task-id': '',
          content: ['##target object x ##task description y'],
        },
      },
    ],
    [
      'data without identifier',
      'the key "id" of "data-params" is empty',
      'POST',
      '/data',
      { 'irtf-agent:data-params': [{ id: '', dataType: 'text', data: 'x' }] },
    ],
    [
      'a context entry without identifier',
      'the key "id" of "context" is empty',
      'POST',
      '/data',
      {
        'irtf-agent:context': [{ id: '', sendFrom: 'noc', sendTo: 'meter', 'request-info': { content: 'q', time } }],
      },
    ],
    [
      'a context entry to no agent',
      'sendTo is empty',
      'POST',
      '/data',
      { 'irtf-agent:context': [{ id: 'c0', sendFrom: 'noc', sendTo: '', 'request-info': { content: 'q', time } }] },
    ],
  ])('refuses %s in words of the draft', async (_what, words, method, path, body) => {
    const answer = await write(nu, method, path, body);
    expect([answer.status, errorIn(answer)['error-tag']]).toEqual([400, 'invalid-value']);
    expect(errorIn(answer)['error-message']).toContain(words);
    expect(String(errorIn(answer)['error-path'])).not.toContain('yangent');
    for (const [https, path] of [
      [nu, '/yangent-tasks:tasks'],
      [mu, '/yangent-contexts:contexts'],
      [admin, ''],
    ] as const)
      expect((await read(https, path)).status).toBeOneOf([200, 404]);
  });

  it('takes an empty optional leaf for one that is not there', async () => {
    const answer = await write(nu, 'PUT', '/data/irtf-agent:tasks', {
      ...message({
        'task-id': 'blanks',
        'expected-response': '',
        'msg-data': '',
        context: '',
        'task-subscription': { 'subscript-url': '', 'subscript-protocol': '' },
      }),
    });
    expect(answer.status).toBeOneOf([201, 204]);
    const { output } = await rpc(mu, 'yangent-tasks:query', { from: 'noc', 'task-id': 'blanks' });
    expect(output.task).not.toHaveProperty('expected-response');
    expect(output.task).not.toHaveProperty('subscription');
    expect((await read(nu, '/irtf-agent:tasks')).value['irtf-agent:tasks']).not.toHaveProperty('msg-data');
  });
});

describe('rows that an earlier version of the node took', () => {
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const taskId of ['spoiled', 'sound']) {
      const { output } = await rpc(nu, 'yangent-tasks:assign', {
        from: 'noc',
        to: 'meter',
        'task-id': taskId,
        objective: 'x',
      });
      ids[taskId] = output.id;
    }
    await rpc(nu, 'yangent-contexts:share', { id: 'fine', from: 'noc', to: 'meter', type: 'task', content: 'c' });
    await write(nu, 'POST', '/data', { 'irtf-agent:data-params': [{ id: 'whole', dataType: 'text', data: 'x' }] });
    const database = new Database(join(rig.directory, 'yangent.db'));
    database.prepare(`update task set task_id = '' where id = ?`).run([ids.spoiled]);
    database
      .prepare(
        `insert into context_item (id, owner, from_agent, to_agent, type, at, document) values ('', 'nu', 'noc', 'meter', 'task', 0, ?)`,
      )
      .run([
        JSON.stringify({
          id: '',
          owner: 'nu',
          from: 'noc',
          to: 'meter',
          type: 'task',
          dataParams: [],
          redacted: [],
          at: time,
        }),
      ]);
    database
      .prepare(
        `insert into data_param (id, owner, modality, data, size, chunks, created, modified) values ('', 'nu', 'text', 'x', 1, 1, ?, 0)`,
      )
      .run([time]);
    database.close();
  });

  it.each(['nu', 'mu', 'admin'])('fail no list that %s reads', async (name) => {
    const https = { nu, mu, admin }[name] ?? admin;
    expect((await read(https, '')).status).toBe(200);
    const tasks = (await read(https, '/yangent-tasks:tasks')).value['yangent-tasks:tasks'].task;
    expect(tasks.map((task: { id: string }) => task.id)).toContain(ids.sound);
    expect(tasks.map((task: { id: string }) => task.id)).not.toContain(ids.spoiled);
    const items = (await read(https, '/yangent-contexts:contexts')).value['yangent-contexts:contexts'].item;
    expect(items.map((item: { id: string }) => item.id)).toContain('fine');
    if (name !== 'mu') {
      const params = (await read(https, '/yangent-contexts:data')).value['yangent-contexts:data'].param;
      expect(params.map((param: { id: string }) => param.id)).toContain('whole');
    }
    expect((await rpc(https, 'yangent-contexts:fetch', { agent: 'meter' })).status).toBe(200);
    const face = await netconfFace(rig, https === admin ? undefined : { user: name, password: 'pw-xxxxxxxx' });
    expect(await face.read(RESOURCES.tasks)).toBeDefined();
    await face.close();
  });

  it('are claimed by nobody, and keep no sound task from being claimed', async () => {
    const { status, output } = await rpc(mu, 'yangent-tasks:claim-next', { agent: 'meter', max: 10 });
    expect(status).toBe(200);
    expect(output.task.map((task: { id: string }) => task.id)).toContain(ids.sound);
    expect(output.task.map((task: { id: string }) => task.id)).not.toContain(ids.spoiled);
  });

  it('are removed by an operator, and by nobody else', async () => {
    expect(await rpc(nu, 'yangent-tasks:remove', { id: [ids.spoiled] })).toMatchObject({ status: 403 });
    expect((await rpc(nu, 'yangent-contexts:remove', { item: [''] })).status).toBe(403);
    expect(await rpc(admin, 'yangent-tasks:remove', { id: [ids.spoiled, ids.sound, 'nowhere'] })).toEqual({
      status: 200,
      output: { tasks: 2 },
    });
    expect(await rpc(admin, 'yangent-contexts:remove', { item: [''], param: ['', 'whole'] })).toEqual({
      status: 200,
      output: { items: 1, params: 2 },
    });
    const database = new Database(join(rig.directory, 'yangent.db'), { readonly: true });
    const left = ['task', 'context_item', 'data_param'].map((table) =>
      database.prepare(`select count(*) as left from ${table} where id in ('', ?)`).get([ids.spoiled]),
    );
    database.close();
    for (const row of left) expect(row).toMatchObject({ left: 0 });
  });
});
