import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentView } from '../../../src/server/index.js';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, PROMPT, type User } from '../fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  // Longer than a test may take: a call that waits in vain fails.
  node = await openFixture({ settings: { negotiationWait: 600_000 } });
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(
    node,
    agentEntry('noc', ['alice']),
    agentEntry('crew', ['carol']),
    agentEntry('bot', ['bob'], { execution: { kind: 'hosted' } }),
  );
  node.tasks.host({
    id: 'bot',
    skills: { work: async (task) => `${task.prompt.object} repaired` },
    feasibility: async () => ({ feasible: false, counter: 'tomorrow' }),
    fulfillment: async () => ({ satisfied: true }),
  });
});
afterEach(() => node.close());
afterAll(cleanUp);

const header = (commuType: string, to: string) => ({
  'task-sendFrom': 'noc',
  'task-sendTo': to,
  commuType,
  'task-id': 't1',
});

describe('the messages of the draft', () => {
  it.each(['taskAssign', 'taskAssgin'])(
    '%s assigns, and a synchronous one answers with the result',
    async (commuType) => {
      const message = await alice.send({ ...header(commuType, 'bot'), content: PROMPT, 'task-async': false });
      expect(message).toMatchObject({ ...header(commuType, 'bot'), 'task-status': 'finished' });
      const param = await alice.read(`/irtf-agent:data-params[id='${message['msg-data']}']`);
      expect(param).toMatchObject({ dataType: 'text', data: 'cell-1 repaired' });
      expect(await alice.read('/irtf-agent:tasks')).toEqual(message);
    },
  );

  it('keeps the whole message as the description of the task', async () => {
    await alice.edit({
      'irtf-agent:data-params': [{ id: 'd1', dataType: 'text', data: 'alarm log' }],
      'irtf-agent:context': [
        {
          id: 'c1',
          sendFrom: 'noc',
          sendTo: 'crew',
          'request-info': { content: 'earlier', time: '2025-04-21T14:19:00+00:00' },
        },
      ],
      'irtf-agent:tasks': {
        ...header('taskAssign', 'crew'),
        content: PROMPT,
        'expected-response': 'a report',
        'term-explains': [{ term: 'BTS', explaination: 'base station' }],
        'msg-data': 'd1',
        context: 'c1',
      },
    });
    const [task] = (await carol.read('/yangent-tasks:tasks')).task;
    expect(task).toMatchObject({
      'expected-response': 'a report',
      term: [{ term: 'BTS', explanation: 'base station' }],
      'data-param': ['d1'],
      context: ['c1'],
    });
    expect(await carol.read("/irtf-agent:data-params[id='d1']")).toMatchObject({ data: 'alarm log' });
    expect(await node.as('bob').read("/irtf-agent:data-params[id='d1']")).toBeUndefined();
  });

  it('taskCancel, taskResultQuery and the status of the last message follow the task', async () => {
    await alice.send({ ...header('taskAssign', 'crew'), content: PROMPT });
    expect(await alice.read('/irtf-agent:tasks')).toMatchObject({ 'task-status': 'create' });
    await alice.send(header('taskResultQuery', 'crew'));
    expect(await alice.read('/irtf-agent:tasks')).toMatchObject({
      commuType: 'taskResultQuery',
      'task-status': 'create',
    });
    await alice.send(header('taskCancel', 'crew'));
    expect(await alice.read('/irtf-agent:tasks')).toMatchObject({ commuType: 'taskCancel', 'task-status': 'failed' });
  });

  it('taskResultNotify is how an executor reports', async () => {
    await alice.send({ ...header('taskAssign', 'crew'), content: PROMPT });
    const report = { 'task-sendFrom': 'crew', 'task-sendTo': 'noc', commuType: 'taskResultNotify', 'task-id': 't1' };
    await carol.send({ ...report, 'task-status': 'processing', content: '##task description driving there' });
    expect((await alice.read('/irtf-agent:tasks'))['task-status']).toBe('processing');
    await carol.send({ ...report, 'task-status': 'blocking', content: '##task description which door' });
    expect((await alice.read('/irtf-agent:tasks'))['task-status']).toBe('blocking');
    const [{ id }] = (await alice.read('/yangent-tasks:tasks')).task;
    await alice.onTask(id, 'provide-input', { content: 'the red one' });
    await carol.edit({
      'irtf-agent:data-params': [{ id: 'photo', dataType: 'image', format: 'jpg', url: 'https://crew.example/1.jpg' }],
      'irtf-agent:tasks': { ...report, 'task-status': 'finished', 'msg-data': 'photo' },
    });
    const query = await alice.send({ ...header('taskResultQuery', 'crew'), 'task-async': false });
    expect(query).toMatchObject({ 'task-status': 'finished', 'msg-data': 'photo' });
    expect(await alice.task(id)).toMatchObject({
      state: 'completed',
      artifact: [{ name: 'result', 'data-param': 'photo' }],
    });
    expect(await alice.read("/irtf-agent:data-params[id='photo']")).toMatchObject({ format: 'jpg' });
  });

  it('CapabilityRequest answers with the profile', async () => {
    const message = await alice.send({ 'task-sendTo': 'bot', commuType: 'CapabilityRequest', 'task-async': false });
    expect(message).toBeUndefined();
    const { 'msg-data': id } = await alice.read('/irtf-agent:tasks');
    const { data } = await alice.read(`/irtf-agent:data-params[id='${id}']`);
    expect(JSON.parse(data)['irtf-agent:agent']).toMatchObject({ name: 'bot', provider: 'ACME' });
  });

  it('FeasibilityNegotiate and FulfillmentNegotiate run rounds', async () => {
    await alice.send({ ...header('FeasibilityNegotiate', 'bot'), content: PROMPT });
    const answer = async () => (await alice.read('/irtf-agent:tasks'))['msg-data'];
    await expect.poll(answer, { interval: 5 }).toMatch(/round-1-answer$/);
    const { data } = await alice.read(`/irtf-agent:data-params[id='${await answer()}']`);
    expect(JSON.parse(data)['yangent-tasks:negotiation']).toMatchObject({
      by: 'bot',
      verdict: 'countered',
      counter: 'tomorrow',
    });
    await alice.send({ ...header('FulfillmentNegotiate', 'bot'), content: PROMPT });
    await expect.poll(answer, { interval: 5 }).toMatch(/round-3-answer$/);
  });

  it.each([
    [
      { ...header('taskTeleport', 'crew'), content: PROMPT },
      { tag: 'invalid-value', message: expect.stringContaining('taskAssign') },
    ],
    [
      { ...header('taskAssign', 'nobody'), content: PROMPT },
      { tag: 'invalid-value', message: expect.stringContaining('"crew"') },
    ],
    [header('taskAssign', 'crew'), { tag: 'missing-element', info: { 'bad-element': 'content' } }],
    [header('taskCancel', 'crew'), { tag: 'data-missing' }],
    [{ commuType: 'taskResultQuery' }, { tag: 'missing-element', info: { 'bad-element': 'task-id' } }],
    [{ ...header('taskAssign', 'crew'), 'task-sendFrom': 'crew', content: PROMPT }, { tag: 'access-denied' }],
    [{ ...header('taskAssign', 'crew'), content: 'no section' }, { tag: 'invalid-value' }],
    [{ ...header('taskAssign', 'crew'), content: PROMPT, 'msg-data': 'nowhere' }, { tag: 'data-missing' }],
    [
      { ...header('taskAssign', 'crew'), content: PROMPT, 'task-subscription': { 'subscript-url': 'ftp://x/' } },
      { tag: 'invalid-value' },
    ],
    [
      { ...header('taskAssign', 'crew'), content: PROMPT, 'task-subscription': { 'subscript-url': 'https://a:b@x/' } },
      { tag: 'invalid-value' },
    ],
  ])('refuses %j', async (message, error) => {
    await expect(alice.send(message)).rejects.toMatchObject(error);
    expect(await alice.read('/irtf-agent:tasks')).toBeUndefined();
    expect((await alice.read('/yangent-tasks:tasks'))?.task).toBeUndefined();
  });

  it('is written as one agent only by those who may act for it, also about its tasks', async () => {
    await alice.send({ ...header('taskAssign', 'crew'), content: PROMPT });
    for (const commuType of ['taskCancel', 'taskResultQuery', 'taskResultSubscribe', 'taskResultNotify']) {
      await expect(node.as('bob').send({ ...header(commuType, 'crew') })).rejects.toMatchObject({
        tag: 'access-denied',
      });
      await expect(node.as('bob').send({ ...header(commuType, 'noc'), 'task-sendFrom': 'bot' })).rejects.toMatchObject({
        tag: 'data-missing',
      });
    }
    await expect(carol.send({ ...header('taskCancel', 'noc'), 'task-sendFrom': 'crew' })).rejects.toMatchObject({
      tag: 'access-denied',
    });
    expect(await node.as('bob').read('/irtf-agent:tasks')).toBeUndefined();
  });

  it('fills in who speaks to whom where that is clear', async () => {
    const atCrew = node.as('alice', { view: agentView('crew') });
    await atCrew.send({ commuType: 'taskAssign', content: PROMPT });
    const shown = await atCrew.read('/irtf-agent:tasks');
    expect(shown).toMatchObject({
      'task-sendFrom': 'noc',
      'task-sendTo': 'crew',
      'task-id': expect.any(String),
      'task-status': 'create',
    });
    expect(await alice.read('/irtf-agent:tasks')).toEqual(shown);
    expect(await node.as('alice', { view: agentView('bot') }).read('/irtf-agent:tasks')).toBeUndefined();
    await configure(node, agentEntry('noc-2', ['alice']));
    await expect(atCrew.send({ commuType: 'taskAssign', content: PROMPT })).rejects.toMatchObject({
      tag: 'missing-element',
      info: { 'bad-element': 'task-sendFrom' },
    });
  });
});

describe('task-negotiate', () => {
  it('runs three rounds and answers with a negotiation structure', async () => {
    const input = { 'task-sendFrom': 'noc', 'task-sendTo': 'bot', 'task-id': 'n1', content: [PROMPT] };
    for (const [round, type] of [
      [2, 'FEASIBILITY'],
      [4, 'FULFILLMENT'],
      [6, 'FEASIBILITY'],
    ] as const) {
      const { data } = await alice.rpc('irtf-agent:task-negotiate', { ...input, type });
      expect(data['yangent-tasks:negotiation']).toMatchObject({
        'task-id': 'n1',
        round,
        type,
        by: 'bot',
        from: 'noc',
        to: 'bot',
        state: 'negotiating',
      });
    }
  });

  it('carries negotiations only', async () => {
    await expect(
      alice.rpc('irtf-agent:task-negotiate', { 'task-sendTo': 'bot', commuType: 'taskCancel' }),
    ).rejects.toMatchObject({ tag: 'invalid-value' });
    await expect(
      alice.rpc('irtf-agent:task-negotiate', {
        'task-sendTo': 'bot',
        commuType: 'FulfillmentNegotiate',
        type: 'FEASIBILITY',
      }),
    ).rejects.toMatchObject({ tag: 'invalid-value' });
  });

  it('lets an executor propose, and takes a verdict in words', async () => {
    await alice.send({ ...header('taskAssign', 'crew'), content: PROMPT });
    const said = (user: User, from: string, to: string, content: string) =>
      user.rpc('irtf-agent:task-negotiate', {
        'task-sendFrom': from,
        'task-sendTo': to,
        'task-id': 't1',
        type: 'FULFILLMENT',
        content: [content],
      });
    const waiting = said(carol, 'crew', 'noc', '##target object x ##task description replace the fibre');
    await expect
      .poll(async () => (await alice.read('/yangent-tasks:tasks')).task[0].negotiation?.length, { interval: 5 })
      .toBe(1);
    const judged = await said(alice, 'noc', 'crew', '##target object x ##task description satisfied');
    expect((await waiting).data['yangent-tasks:negotiation']).toMatchObject({
      round: 2,
      by: 'noc',
      verdict: 'satisfied',
    });
    // Nothing is said behind a judgement that settles the matter: the caller need not wait.
    expect(judged.data['yangent-tasks:negotiation']).toMatchObject({ round: 2, by: 'noc' });
  });
});
