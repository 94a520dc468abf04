/** The draft's messages, written to `irtf-agent:tasks` in every way there is, and what becomes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IRTF, type Members, membersXml, netconfFace, Refusal } from '../support/faces.js';
import { errorIn, Https } from '../support/http.js';
import { Receiver } from '../support/receiver.js';
import { RESOURCES, useTasksRig } from './tasks-rig.js';

const rig = useTasksRig();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver?.stop());

type Send = (message: Members) => Promise<void>;

/** A request of RESTCONF that must be taken in with one of these statuses. */
async function http(method: string, path: string, document: Members, agent?: string): Promise<void> {
  const https = new Https(rig.node);
  const root = agent === undefined ? '/restconf' : `/agents/${agent}/restconf`;
  const answer = await https.send(method, `${root}/data${path}`, { body: JSON.stringify(document) });
  https.close();
  if (answer.status < 400) return;
  const { 'error-tag': tag, 'error-message': text } = errorIn(answer);
  throw new Refusal(tag, String(text));
}

const NETCONF_TARGET = '<target><running/></target>';
const editConfig = async (message: Members, operation: string) => {
  const { client } = rig.faces.NETCONF as Awaited<ReturnType<typeof netconfFace>>;
  const config = membersXml('irtf-agent:tasks', message).replace('<tasks', `<tasks nc:operation="${operation}"`);
  const base = 'urn:ietf:params:xml:ns:netconf:base:1.0';
  await client
    .rpc(`<edit-config xmlns:nc="${base}">${NETCONF_TARGET}<config>${config}</config></edit-config>`)
    .catch((error) => {
      throw new Refusal(error.tag, error.message);
    });
};

/** Every way to write the message, and what the standards call it. */
const WAYS: readonly (readonly [title: string, send: Send])[] = [
  ['edit-config, merge', (message) => rig.faces.NETCONF.merge({ 'irtf-agent:tasks': message })],
  ['edit-config, replace', (message) => editConfig(message, 'replace')],
  [
    'edit-config on the endpoint of the agent',
    async (message) => {
      const face = await netconfFace(rig.node, { user: 'admin%noc', password: rig.node.password });
      await face.merge({ 'irtf-agent:tasks': message }).finally(() => face.close());
    },
  ],
  ['PUT', (message) => http('PUT', '/irtf-agent:tasks', { 'irtf-agent:tasks': message })],
  ['PATCH', (message) => http('PATCH', '/irtf-agent:tasks', { 'irtf-agent:tasks': message })],
  [
    'PUT on the endpoint of the agent',
    (message) => http('PUT', '/irtf-agent:tasks', { 'irtf-agent:tasks': message }, 'noc'),
  ],
  ['node.edit', (message) => rig.faces.TypeScript.merge({ 'irtf-agent:tasks': message })],
];

const CONTENT = '##target object cell-1 ##task description diagnose the link';

describe.each(WAYS)('a message written by %s', (title, send) => {
  const id = (name: string) => `${title.replace(/\W+/g, '-')}-${name}`;
  const header = (commuType: string, name: string, to = 'ip-fault') => ({
    'task-sendFrom': 'noc',
    'task-sendTo': to,
    commuType,
    'task-id': id(name),
  });

  it.each(['taskAssign', 'taskAssgin'])(
    'MAG-5.2-b MAG-5.2-c MAG-5.2-d MAG-5.2-e MAG-5.2-f MAG-5.2-h MAG-5.2-n MAG-5.2-q MAG-5.2-w MAG-5.2-y: %s assigns, and the result is seen as the draft and as the model show it',
    async (commuType) => {
      await send({ ...header(commuType, commuType), content: CONTENT, 'expected-response': 'the kilometre' });
      const task = await rig.watcher.reached(id(commuType), 'completed');
      expect(await rig.same(RESOURCES.task(task))).toMatchObject({
        from: 'noc',
        to: 'ip-fault',
        'task-id': id(commuType),
        content: CONTENT,
        'expected-response': 'the kilometre',
        state: 'completed',
      });
      const message = await rig.same(RESOURCES.message);
      expect(message).toMatchObject({ ...header(commuType, commuType), 'task-status': 'finished' });
      const param = await rig.same(RESOURCES.param(String(message['msg-data'])));
      expect(param).toMatchObject({ dataType: 'text', data: `fibre cut at km 12 (${id(commuType)})` });
    },
  );

  it('MAG-5.2-i: taskCancel calls the task off', async () => {
    await rig.assignToCrew(id('cancel'));
    await send(header('taskCancel', 'cancel', 'crew'));
    const task = await rig.watcher.reached(id('cancel'), 'canceled');
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({ state: 'canceled' });
    expect(await rig.same(RESOURCES.message)).toMatchObject({ commuType: 'taskCancel', 'task-status': 'failed' });
  });

  it('MAG-5.2-k: taskResultQuery shows the status and where the result is', async () => {
    const task = await rig.assignToCrew(id('query'));
    await send(header('taskResultQuery', 'query', 'crew'));
    expect(await rig.same(RESOURCES.message)).toMatchObject({ commuType: 'taskResultQuery', 'task-status': 'create' });
    await rig.faces.TypeScript.act(task, 'claim');
    await rig.faces.TypeScript.act(task, 'complete', { artifact: [{ name: 'report', value: 'done' }] });
    await send(header('taskResultQuery', 'query', 'crew'));
    const message = await rig.same(RESOURCES.message);
    expect(message).toMatchObject({ commuType: 'taskResultQuery', 'task-status': 'finished' });
    expect(await rig.same(RESOURCES.param(String(message['msg-data'])))).toMatchObject({ data: 'done' });
  });

  it('MAG-4.2-c MAG-5.2-l MAG-5.2-r MAG-5.2-s MAG-5.2-t MAG-5.2-u MAG-5.4-a MAG-5.4-e MAG-5.4-f: taskResultSubscribe has every change posted to the URL', async () => {
    const task = await rig.assignToCrew(id('subscribe'));
    const path = `/draft/${id('subscribe')}`;
    await send({
      ...header('taskResultSubscribe', 'subscribe', 'crew'),
      'task-subscription': {
        'subscript-protocol': 'http',
        'subscript-method': 'POST',
        'subscript-url': receiver.url + path,
      },
    });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({ subscription: [{ url: receiver.url + path }] });
    await send(header('taskCancel', 'subscribe', 'crew'));
    const [report] = await receiver.until(path, ({ body }) => body.includes('canceled'));
    expect(
      JSON.parse(report?.body ?? '')['ietf-restconf:notification']['irtf-agent:condition-notifications'],
    ).toMatchObject({
      'task-sendFrom': 'crew',
      'task-sendTo': 'noc',
      commuType: 'taskResultNotify',
      'task-id': id('subscribe'),
      'input-required': [
        { status: 'failed', required: expect.stringMatching(/##\s*target object[\s\S]*##\s*task description/) },
      ],
      'yangent-tasks:state': 'canceled',
    });
  });

  it('MAG-4.1-c MAG-5.2-g: CapabilityRequest puts the profile where the sender can read it', async () => {
    await send({ 'task-sendFrom': 'noc', 'task-sendTo': 'ip-fault', commuType: 'CapabilityRequest' });
    const message = await rig.same(RESOURCES.message);
    const param = await rig.same(RESOURCES.param(String(message['msg-data'])));
    expect(JSON.parse(String(param.data))['irtf-agent:agent']).toMatchObject({
      name: 'TMF-ACME-IP-1.0',
      provider: 'ACME',
    });
  });

  it.each([
    ['FeasibilityNegotiate', 'FEASIBILITY', 'half of it'],
    ['FulfillmentNegotiate', 'FULFILLMENT', 'name the kilometre'],
  ])('MAG-4.3-a MAG-5.2-j: %s negotiates over three rounds', async (commuType, type, counter) => {
    const name = `negotiate-${type}`;
    const rounds = async (count: number) =>
      rig.watcher.until(
        ({ value }) => value['task-id'] === id(name) && String(value.note).startsWith(`${type} round ${count}`),
      );
    for (const [index, wish] of ['all of it', 'most of it', 'some of it'].entries()) {
      await send({ ...header(commuType, name), content: `##target object ring ##task description ${wish}` });
      await rounds(2 * index + 2);
      const message = await rig.same(RESOURCES.message);
      const { data } = await rig.same(RESOURCES.param(String(message['msg-data'])));
      expect(JSON.parse(String(data))['yangent-tasks:negotiation']).toMatchObject({
        'task-id': id(name),
        type,
        by: 'ip-fault',
        ...(index < 2 ? { verdict: 'countered', counter } : {}),
      });
    }
    const { value } = await rounds(6);
    const task = await rig.same(RESOURCES.task(String(value.id)));
    expect(task.negotiation).toMatchObject([
      { round: 1, type, by: 'noc', content: ['##target object ring ##task description all of it'] },
      { round: 2, type, by: 'ip-fault', verdict: 'countered', counter },
      { round: 3, type, by: 'noc' },
      { round: 4, type, by: 'ip-fault', verdict: 'countered', counter },
      { round: 5, type, by: 'noc' },
      { round: 6, type, by: 'ip-fault', verdict: type === 'FEASIBILITY' ? 'feasible' : 'satisfied' },
    ]);
  });

  it('is refused when it means nothing', async () => {
    await expect(send({ ...header('taskCancel', 'unknown') })).rejects.toMatchObject({ tag: 'data-missing' });
    await expect(send({ ...header('whatever', 'odd'), content: CONTENT })).rejects.toMatchObject({
      tag: 'invalid-value',
    });
    await expect(send({ ...header('taskAssign', 'plain'), content: 'diagnose cell 1' })).rejects.toMatchObject({
      tag: 'invalid-value',
    });
    await expect(
      send({ ...header('taskAssign', 'dangling'), content: CONTENT, 'msg-data': 'nope' }),
    ).rejects.toMatchObject({
      tag: 'data-missing',
    });
  });
});

describe('taskResultNotify', () => {
  it.each(WAYS.filter(([title]) => !title.includes('endpoint')))(
    'MAG-5.2-m MAG-5.4-b MAG-5.4-c: by %s is how an executor reports',
    async (title, send) => {
      const taskId = `notify-${title.replace(/\W+/g, '-')}`;
      const task = await rig.assignToCrew(taskId);
      const report = {
        'task-sendFrom': 'crew',
        'task-sendTo': 'noc',
        commuType: 'taskResultNotify',
        'task-id': taskId,
      };
      await send({ ...report, 'task-status': 'processing', content: '##task description driving there' });
      expect(await rig.same(RESOURCES.task(task))).toMatchObject({
        state: 'running',
        progress: { note: 'driving there' },
      });
      await send({ ...report, 'task-status': 'blocking', content: '##task description which door' });
      expect(await rig.same(RESOURCES.task(task))).toMatchObject({ state: 'input-required' });
      await rig.faces.NETCONF.act(task, 'provide-input', { content: 'the red one' });
      await send({ ...report, 'task-status': 'finished', content: '##task description repaired' });
      expect(await rig.same(RESOURCES.task(task))).toMatchObject({
        state: 'completed',
        artifact: [{ value: 'repaired' }],
      });
      await rig.watcher.reached(taskId, 'completed');
      const { value } = await rig.watcher.until(
        ({ name, value }) =>
          name === 'irtf-agent:condition-notifications' && value['task-id'] === taskId && value.state === 'completed',
      );
      expect(value).toMatchObject({ 'task-sendFrom': 'crew', 'task-sendTo': 'noc', result: 'repaired', progress: 100 });
    },
  );
});

describe('POST of a message to the datastore', () => {
  const post = async (message: Members, type = 'application/yang-data+json', root = '/restconf') => {
    const https = new Https(rig.node);
    const body = type.endsWith('json')
      ? JSON.stringify({ 'irtf-agent:tasks': message })
      : membersXml('irtf-agent:tasks', message);
    const answer = await https.send('POST', `${root}/data`, { body, type, accept: type });
    https.close();
    return answer;
  };

  it.each([
    ['/restconf', 'taskAssign'],
    ['/restconf', 'taskAssgin'],
    ['/agents/noc/restconf', 'taskAssign'],
    ['/agents/ip-fault/restconf', 'taskAssign'],
  ])(
    'MAG-4.2-b MAG-5.2-p MAG-5.2-v CUI-4.2-l: to %s of a synchronous %s is answered with the finished message',
    async (root, commuType) => {
      const taskId = `post-${root.length}-${commuType}`;
      const { status, headers, body } = await post(
        {
          'task-sendFrom': 'noc',
          'task-sendTo': 'ip-fault',
          commuType,
          'task-id': taskId,
          content: CONTENT,
          'task-async': false,
        },
        undefined,
        root,
      );
      expect({ status, location: headers.location }).toEqual({
        status: 201,
        location: `${rig.node.url}${root}/data/irtf-agent:tasks`,
      });
      const message = JSON.parse(body)['irtf-agent:tasks'];
      expect(message).toMatchObject({ 'task-id': taskId, 'task-status': 'finished', 'task-async': false });
      expect(await rig.same(RESOURCES.param(message['msg-data']))).toMatchObject({
        data: `fibre cut at km 12 (${taskId})`,
      });
      expect(await rig.same(RESOURCES.message)).toEqual(message);
    },
  );

  it('in XML is answered in XML', async () => {
    const { status, body } = await post(
      {
        'task-sendFrom': 'noc',
        'task-sendTo': 'ip-fault',
        'task-id': 'post-xml',
        content: CONTENT,
        'task-async': false,
      },
      'application/yang-data+xml',
    );
    expect(status).toBe(201);
    expect(body).toMatch(new RegExp(`^<tasks xmlns="${IRTF}">.*<task-status>finished</task-status>.*</tasks>$`));
  });

  it('of an asynchronous one is acknowledged without a body', async () => {
    const { status, body } = await post({
      'task-sendFrom': 'noc',
      'task-sendTo': 'ip-fault',
      'task-id': 'post-async',
      content: CONTENT,
    });
    expect({ status, body }).toEqual({ status: 201, body: '' });
    await rig.watcher.reached('post-async', 'completed');
  });
});
