/** The defects of the draft's module, and that a client of the node meets none of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementsOf, textOf } from '../../src/data/index.js';
import { IRTF, membersXml, type netconfFace } from '../support/faces.js';
import { errorIn, Https } from '../support/http.js';
import { RESOURCES, useTasksRig } from './tasks-rig.js';

const rig = useTasksRig();
let https: Https;
beforeAll(() => {
  https = new Https(rig.node);
});
afterAll(() => https?.close());

const PROMPT = '##target object cell-1 ##task description diagnose the link';

/** The text of a module as `get-schema` gives it over NETCONF. */
async function schemaText(identifier: string): Promise<string> {
  const { client } = rig.faces.NETCONF as Awaited<ReturnType<typeof netconfFace>>;
  const input = membersXml('ietf-netconf-monitoring:get-schema', { identifier });
  const [data] = elementsOf(await client.rpc(input));
  if (!data) throw new Error('the reply has no data');
  return textOf(data);
}

async function getJson(path: string): Promise<Record<string, unknown>> {
  const { status, body } = await https.send('GET', `/restconf${path}`);
  expect(status).toBe(200);
  return JSON.parse(body);
}

function put(message: Readonly<Record<string, unknown>>) {
  return https.send('PUT', '/restconf/data/irtf-agent:tasks', {
    body: JSON.stringify({ 'irtf-agent:tasks': { 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', ...message } }),
  });
}

function negotiate(input: Readonly<Record<string, unknown>>) {
  return https.send('POST', '/restconf/operations/irtf-agent:task-negotiate', {
    body: JSON.stringify({
      'irtf-agent:input': { 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', type: 'FEASIBILITY', ...input },
    }),
  });
}

describe('the module as it is served', () => {
  it('MAG-E-a: imports nothing that the node does not serve', async () => {
    const text = await schemaText('irtf-agent');
    const imports = [...text.matchAll(/^ {2}import (\S+)/gm)].map(([, name]) => String(name));
    expect(imports).toEqual(['agent-message']);
    expect(await schemaText('agent-message')).toContain('namespace "urn:ietf:params:xml:ns:yang:agent-message"');
  });

  it('MAG-E-b: has each grouping once, and its nodes are its own', async () => {
    const text = await schemaText('irtf-agent');
    expect(text).not.toMatch(/grouping msg-(header|tail)/);
    await put({ commuType: 'taskAssign', 'task-id': 'e-b', content: PROMPT });
    await rig.watcher.reached('e-b', 'completed');
    const { status, body } = await https.send('GET', '/restconf/data/irtf-agent:tasks', {
      accept: 'application/yang-data+xml',
    });
    expect(status).toBe(200);
    expect(body).toMatch(/^<tasks xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">/);
    expect(body).toContain('<task-id>e-b</task-id>');
    expect(body).not.toContain('agent-message');
  });

  it('MAG-E-c: says the same revision in its text and in the library', async () => {
    const [revision] = /revision (\S+)/.exec(await schemaText('irtf-agent'))?.slice(1) ?? [];
    const { 'ietf-yang-library:yang-library': library } = await getJson('/data/ietf-yang-library:yang-library');
    const [{ module: modules }] = Object(library)['module-set'];
    expect(modules).toContainEqual(expect.objectContaining({ name: 'irtf-agent', revision }));
    expect(revision).toBe('2025-07-01');
  });

  it('MAG-A-c MAG-E-d: a uuid is no time, and a status is of the type of its own', async () => {
    const text = await schemaText('irtf-agent');
    const [, uuid] = /typedef uuid \{([\s\S]*?)\n {2}\}/.exec(text) ?? [];
    const [, first, second] = /pattern '([^']+)'\s*\+ '([^']+)'/.exec(String(uuid)) ?? [];
    const pattern = new RegExp(`^${first}${second}$`);
    expect(pattern.test('7f1c7ba2-9f5e-4c3a-8e1d-0123456789ab')).toBe(true);
    expect(pattern.test('2025-04-21T14:19:00+00:00')).toBe(false);
    expect(text.match(/type task-status;/g)).toHaveLength(2);
  });

  it('MAG-E-l: is YANG 1.1, and every node is described', async () => {
    const text = await schemaText('irtf-agent');
    expect(text).toContain('yang-version 1.1;');
    const nodes = [...text.matchAll(/^( +)(typedef|leaf|leaf-list|list|container|rpc|notification|anyxml) (\S+) \{/gm)];
    expect(nodes.length).toBeGreaterThan(30);
    for (const { index, 1: indent = '', 3: name } of nodes) {
      const end = text.indexOf(`\n${indent}}`, index);
      expect(text.slice(index, end), name).toMatch(new RegExp(`^${indent}  description$`, 'm'));
    }
  });
});

describe('what the draft cannot say', () => {
  it('MAG-E-e: every state has its word of the one enumeration', async () => {
    const statusOf = async () => (await rig.same(RESOURCES.message))['task-status'];
    const send = { 'task-sendTo': 'crew', 'task-id': 'e-e' };
    await put({ ...send, commuType: 'taskAssign', content: PROMPT });
    expect(await statusOf()).toBe('create');
    const task = await rig.watcher.reached('e-e', 'accepted');
    const seen: unknown[] = [];
    for (const [action, input] of [
      ['claim', {}],
      ['suspend', {}],
      ['resume', {}],
      ['claim', {}],
      ['request-input', { required: 'which door' }],
      ['provide-input', { content: 'the red one' }],
      ['complete', {}],
    ] as const) {
      await rig.faces.TypeScript.act(task, action, input);
      await put({ ...send, commuType: 'taskResultQuery' });
      seen.push(await statusOf());
    }
    expect(seen).toEqual(['processing', 'suspended', 'create', 'processing', 'blocking', 'processing', 'finished']);
  });

  it('MAG-E-f: the one container shows the last message, the lists show all tasks and agents', async () => {
    for (const name of ['e-f-1', 'e-f-2']) await put({ commuType: 'taskAssign', 'task-id': name, content: PROMPT });
    await rig.watcher.reached('e-f-2', 'completed');
    expect(await rig.same(RESOURCES.message)).toMatchObject({ 'task-id': 'e-f-2' });
    const { 'yangent-tasks:task': tasks } = await getJson('/data/yangent-tasks:tasks/task?fields=task-id');
    expect(tasks).toEqual(
      expect.arrayContaining(['e-f-1', 'e-f-2'].map((name) => expect.objectContaining({ 'task-id': name }))),
    );
    const { 'yangent-agents:agent': agents } = await getJson('/data/yangent-agents:agents/agent?fields=id');
    expect(agents).toEqual(expect.arrayContaining([{ id: 'noc' }, { id: 'crew' }, { id: 'ip-fault' }]));
  });

  it('MAG-E-k: each of the seven operations is there to be called', async () => {
    const { 'ietf-restconf:operations': operations } = await getJson('/operations');
    expect(Object.keys(Object(operations))).toEqual(
      expect.arrayContaining([
        'irtf-agent:task-negotiate',
        'yangent-agents:register',
        'yangent-agents:discover',
        'yangent-agents:negotiate-capability',
        'yangent-tasks:assign',
        'yangent-tasks:negotiate',
        'yangent-tasks:query',
      ]),
    );
    const task = await rig.assignToCrew('e-k');
    for (const action of ['cancel', 'subscribe']) {
      const path = `/restconf/data/yangent-tasks:tasks/task=${task}/${action}`;
      expect(await https.send('OPTIONS', path)).toMatchObject({ status: 200, headers: { allow: 'OPTIONS, POST' } });
    }
  });
});

describe('a message that the draft allows', () => {
  it.each([
    ['as printed', '##target object cell-1 ##task description diagnose'],
    ['with blanks', '## target object cell-1 ## task description diagnose'],
    ['of several lines', '##target object cell-1\n##task description\ndiagnose\nthe link\n'],
  ])('MAG-E-g: has a prompt %s, in a message and in a negotiation alike', async (title, content) => {
    const id = `e-g-${title}`;
    expect(await put({ commuType: 'taskAssign', 'task-id': id, content })).toMatchObject({ status: 204 });
    expect(await negotiate({ 'task-id': `${id}-n`, content: [content] })).toMatchObject({ status: 200 });
    const refused = await negotiate({ 'task-id': `${id}-n`, content: [content.replace('target object', 'target')] });
    expect({ status: refused.status, ...errorIn(refused) }).toMatchObject({
      status: 400,
      'error-tag': 'invalid-value',
    });
  });

  it('MAG-E-h: gives times as the type has them, and the example of the text is refused', async () => {
    const record = (time: string) =>
      https.send('PUT', '/restconf/data/irtf-agent:context=e-h', {
        body: JSON.stringify({
          'irtf-agent:context': [
            { id: 'e-h', sendFrom: 'noc', sendTo: 'crew', 'request-info': { content: 'look', time } },
          ],
        }),
      });
    const refused = await record('2025-04-21 14:19:00+0');
    expect({ status: refused.status, ...errorIn(refused) }).toMatchObject({
      status: 400,
      'error-tag': 'invalid-value',
      'error-path': "/irtf-agent:context[id='e-h']/request-info/time",
    });
    expect(await record('2025-04-21T14:19:00+00:00')).toMatchObject({ status: 201 });
  });

  it('MAG-E-i: is spelled as the module spells it, other spellings are refused by name', async () => {
    const refused = await put({ commutype: 'taskAssign', 'task-id': 'e-i', content: PROMPT });
    expect({ status: refused.status, ...errorIn(refused) }).toMatchObject({
      status: 400,
      'error-tag': 'unknown-element',
      'error-message': expect.stringContaining('commutype'),
    });
    expect(await put({ commuType: 'taskAssgin', 'task-id': 'e-i', content: PROMPT })).toMatchObject({ status: 204 });
  });

  it('MAG-E-j: history is no configuration, and a notification asks with a prompt as its key', async () => {
    const task = await rig.assignToCrew('e-j');
    await rig.faces.TypeScript.act(task, 'claim', {});
    await rig.faces.TypeScript.act(task, 'request-input', { required: 'which door' });
    const { value } = await rig.watcher.until(
      ({ name, value }) =>
        name === 'irtf-agent:condition-notifications' && value['task-id'] === 'e-j' && value.state === 'input-required',
    );
    expect(value['input-required']).toMatchObject([
      { status: 'blocking', required: expect.stringMatching(/##\s*target object[\s\S]*##\s*task description/) },
    ]);
    const { status, body } = await https.send('GET', '/restconf/data/irtf-agent:context?content=config');
    expect({ status, body }).toMatchObject({ status: 404 });
    const { client } = rig.faces.NETCONF as Awaited<ReturnType<typeof netconfFace>>;
    const [data] = elementsOf(await client.rpc('<get-config><source><running/></source></get-config>'));
    const names = elementsOf(data ?? { children: [] }).map(({ name, namespace }) => `${namespace}:${name}`);
    expect(names).toContain('urn:yangent:params:xml:ns:yang:yangent-agents:agents');
    expect(names).not.toContain(`${IRTF}:context`);
  });
});
