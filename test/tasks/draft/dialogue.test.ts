/** The dialogue of an assigner and an executor that know the draft's messages only. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentView } from '../../../src/server/index.js';
import {
  agentEntry,
  cleanUp,
  configure,
  type Fixture,
  openFixture,
  type Plain,
  PROMPT,
  type User,
} from '../fixture.js';

let node: Fixture;
let alice: User;
let carol: User;

beforeEach(async () => {
  node = await openFixture();
  alice = node.as('alice');
  carol = node.as('carol');
  await configure(node, agentEntry('noc', ['alice']), agentEntry('crew', ['carol']));
});
afterEach(() => node.close());
afterAll(cleanUp);

const TASK = { 'task-sendFrom': 'noc', 'task-sendTo': 'crew', 'task-id': 't1', commuType: 'taskAssign' };
const words = (text: string) => `##task description ${text}`;

/** A message of the assigner about the task. */
const tell = (content: string, more: Plain = {}) => alice.send({ ...TASK, content: words(content), ...more });

/** A report of the executor. */
const report = (status: string, content?: string, more: Plain = {}) =>
  carol.send({
    ...{ 'task-sendFrom': 'crew', 'task-sendTo': 'noc', 'task-id': 't1', commuType: 'taskResultNotify' },
    'task-status': status,
    ...(content === undefined ? {} : { content: words(content) }),
    ...more,
  });

const status = async () => (await alice.read('/irtf-agent:tasks'))['task-status'];
const task = async (): Promise<Plain> => (await alice.read('/yangent-tasks:tasks')).task[0];
const data = async (user: User, id: string) => (await user.read(`/irtf-agent:data-params[id='${id}']`)).data;

/** The last notification of the draft. */
const lastNotice = async (): Promise<Plain> =>
  (await node.notifications('irtf-agent:condition-notifications')).at(-1)!.value;

describe('a question of the executor', () => {
  beforeEach(async () => {
    await alice.send({ ...TASK, content: PROMPT });
    await report('blocking', 'which door?');
  });

  it('is told to the assigner, whose next message about the task is the answer', async () => {
    expect(await lastNotice()).toMatchObject({
      'task-sendFrom': 'crew',
      'task-sendTo': 'noc',
      commuType: 'taskResultNotify',
      'input-required': [{ status: 'blocking', required: expect.stringContaining('which door?') }],
    });
    await tell('the red one');
    expect(await status()).toBe('processing');
    expect(await task()).toMatchObject({
      state: 'running',
      'provided-input': [{ sequence: 1, content: 'the red one' }],
    });
    const { 'msg-data': answer, 'task-status': now } = await carol.read('/irtf-agent:tasks');
    expect(now).toBe('processing');
    expect(await data(carol, answer)).toBe('the red one');
  });

  it('stands in the context of both sides, with its answer', async () => {
    await tell('the red one');
    const { id } = await task();
    for (const user of [alice, carol]) {
      expect(await user.read(`/irtf-agent:context[id='${id}-question-1']`)).toMatchObject({
        sendFrom: 'crew',
        sendTo: 'noc',
        'request-info': { content: words('which door?') },
        'response-info': { dataParam: `${id}-question-1-answer` },
      });
      expect(await user.read(`/irtf-agent:context[id='${id}-answer-1']`)).toMatchObject({
        sendFrom: 'noc',
        sendTo: 'crew',
        'request-info': { content: 'the red one' },
      });
    }
  });

  it('is not answered by the assignment sent again', async () => {
    await alice.send({ ...TASK, content: PROMPT });
    expect(await task()).toMatchObject({ state: 'input-required' });
  });

  it('takes an answer once, however often that is sent; other words are another assignment', async () => {
    await tell('the red one');
    await tell('the red one');
    await expect(tell('the blue one')).rejects.toMatchObject({
      tag: 'data-exists',
      message: expect.stringContaining('is processing; only a task that is blocking takes further content'),
    });
    expect((await task())['provided-input']).toHaveLength(1);
    await report('finished', 'opened');
    await tell('the red one');
    await expect(tell('the blue one')).rejects.toMatchObject({ tag: 'data-exists' });
    expect(await task()).toMatchObject({ state: 'completed' });
  });

  it('may have the same answer as the one before, unless the answer names that one', async () => {
    const { id } = await task();
    await tell('yes', { context: `${id}-question-1` });
    await report('blocking', 'really?');
    await tell('yes', { context: `${id}-question-1` });
    expect(await task()).toMatchObject({ state: 'input-required' });
    await expect(tell('no', { context: `${id}-question-1` })).rejects.toMatchObject({
      tag: 'data-exists',
      message: expect.stringContaining('another question than "context" names'),
    });
    await tell('yes', { context: `${id}-question-2` });
    await report('blocking', 'really, really?');
    await tell('yes');
    expect((await task())['provided-input']).toMatchObject([
      { content: 'yes' },
      { content: 'yes' },
      { content: 'yes' },
    ]);
  });

  it('may be answered with data, which the executor can read then', async () => {
    await alice.edit({
      'irtf-agent:data-params': [{ id: 'plan', dataType: 'text', data: 'the plan of the house' }],
      'irtf-agent:tasks': { ...TASK, 'msg-data': 'plan' },
    });
    expect((await carol.read('/irtf-agent:tasks'))['msg-data']).toBe('plan');
    expect(await data(carol, 'plan')).toBe('the plan of the house');
    expect(await task()).toMatchObject({ state: 'running', 'data-param': ['plan'] });
  });

  it('is the same question when it is repeated, and another one with other words', async () => {
    await report('blocking', 'which door?');
    expect((await task()).event).toHaveLength(4);
    await report('blocked', 'which window?');
    expect(await task()).toMatchObject({
      state: 'input-required',
      'input-request': { required: words('which window?') },
    });
    await tell('the left one');
    const { id } = await task();
    expect(await data(carol, `${id}-question-2-answer`)).toBe('the left one');
  });

  it('is withdrawn by an executor that goes on', async () => {
    await expect(report('finished', 'done')).rejects.toMatchObject({ appTag: 'bad-transition' });
    await report('processing', 'found it');
    expect(await task()).toMatchObject({ state: 'running', progress: { note: 'found it' } });
    await expect(tell('the red one')).rejects.toMatchObject({ tag: 'data-exists' });
    await report('finished', 'done');
    expect(await status()).toBe('finished');
  });

  it('is withdrawn by progress that an executor reports by the action, too', async () => {
    const { id } = await task();
    await expect(carol.onTask(id, 'complete', {})).rejects.toMatchObject({ appTag: 'bad-transition' });
    expect(await carol.onTask(id, 'report-progress', { percent: 50 })).toEqual({ state: 'running' });
    expect(await carol.onTask(id, 'complete', {})).toEqual({ state: 'completed' });
  });
});

describe('a suspended task', () => {
  beforeEach(async () => {
    await alice.send({ ...TASK, content: PROMPT });
    await report('processing');
  });

  it('is resumed by the executor that suspended it', async () => {
    await report('suspended', 'the rain');
    await report('suspended', 'the rain');
    expect(await status()).toBe('suspended');
    await report('processing', 'the sun');
    expect(await task()).toMatchObject({ state: 'running', attempt: 1, executor: { agent: 'crew' } });
    await report('finished', 'done');
    expect(await status()).toBe('finished');
  });

  it('is not resumed by its executor when its assigner or an operator has suspended it', async () => {
    const { id } = await task();
    await alice.onTask(id, 'suspend', {});
    await expect(report('processing', 'still at it')).rejects.toMatchObject({ appTag: 'bad-transition' });
    await alice.onTask(id, 'resume');
    await report('processing');
    await report('suspended');
    await alice.onTask(id, 'resume');
    await alice.onTask(id, 'suspend', {});
    await expect(report('processing')).rejects.toMatchObject({ appTag: 'bad-transition' });
    expect(await status()).toBe('suspended');
  });

  it('is not resumed while the node is halted', async () => {
    await report('suspended');
    await node.as('admin', { groups: ['admin', 'operator'] }).rpc('yangent-tasks:stop-all', {});
    await expect(report('processing')).rejects.toMatchObject({ appTag: 'halted' });
  });
});

describe('a proposal of the executor', () => {
  const propose = (content: string) =>
    carol.send({
      ...{ 'task-sendFrom': 'crew', 'task-sendTo': 'noc', 'task-id': 't1', commuType: 'FulfillmentNegotiate' },
      content: words(content),
    });

  beforeEach(async () => {
    await alice.send({ ...TASK, content: PROMPT });
    await report('processing');
    await propose('a blue door');
  });

  it('is told to the assigner as what is awaited', async () => {
    expect(await lastNotice()).toMatchObject({
      commuType: 'FulfillmentNegotiate',
      'input-required': [{ status: 'blocking', required: expect.stringContaining('a blue door') }],
      'yangent-tasks:state': 'running',
    });
    expect(await status()).toBe('blocking');
  });

  it.each([
    ['a negotiation message', 'FulfillmentNegotiate'],
    ['a message about the task', 'taskAssign'],
  ])('is judged by %s', async (_, commuType) => {
    await alice.send({ ...TASK, commuType, content: words('make it red') });
    await propose('a red door');
    await alice.send({ ...TASK, commuType, content: words('Satisfied.') });
    expect((await task()).negotiation).toMatchObject([
      { by: 'crew' },
      { by: 'noc', content: [words('make it red')] },
      { by: 'crew' },
      { by: 'noc', verdict: 'satisfied' },
    ]);
    expect(await status()).toBe('processing');
    const answer = JSON.parse(await data(carol, (await carol.read('/irtf-agent:tasks'))['msg-data']));
    expect(answer['yangent-tasks:negotiation']).toMatchObject({ by: 'noc', verdict: 'satisfied' });
  });

  it('has one judgement, however often that is sent', async () => {
    await tell('satisfied');
    await tell('satisfied');
    await expect(tell('unsatisfied')).rejects.toMatchObject({ tag: 'data-exists' });
    expect((await task()).negotiation).toHaveLength(2);
  });
});

describe('the leaves of a message', () => {
  it('name the result of a task that was assigned with data', async () => {
    await alice.edit({
      'irtf-agent:data-params': [{ id: 'nd1', dataType: 'text', data: 'alarms' }],
      'irtf-agent:tasks': { ...TASK, content: PROMPT, 'msg-data': 'nd1' },
    });
    expect((await alice.read('/irtf-agent:tasks'))['msg-data']).toBe('nd1');
    await report('finished', 'repaired');
    const { 'msg-data': result } = await alice.read('/irtf-agent:tasks');
    expect(await data(alice, result)).toBe('repaired');
  });

  it.each([
    ['taskResultQuery', { content: PROMPT }, 'content'],
    ['taskResultQuery', { 'expected-response': 'short' }, 'expected-response'],
    ['taskCancel', { 'task-subscription': { 'subscript-url': 'https://x.example/' } }, 'task-subscription'],
    ['CapabilityRequest', { 'term-explains': [{ term: 'a', explaination: 'b' }] }, 'term-explains'],
    ['FeasibilityNegotiate', { content: PROMPT, 'expected-response': 'short' }, 'expected-response'],
  ])('are refused in %s when they would do nothing: %j', async (commuType, leaves, leaf) => {
    await alice.send({ ...TASK, content: PROMPT });
    await expect(alice.send({ ...TASK, commuType, ...leaves })).rejects.toMatchObject({
      tag: 'invalid-value',
      path: `/irtf-agent:tasks/${leaf}`,
    });
  });

  it('ask for a URL where reports are wanted', async () => {
    const subscription = { 'task-subscription': { 'subscript-protocol': 'https' } };
    await expect(alice.send({ ...TASK, content: PROMPT, ...subscription })).rejects.toMatchObject({
      tag: 'missing-element',
      info: { 'bad-element': 'subscript-url' },
    });
    expect((await alice.read('/yangent-tasks:tasks'))?.task).toBeUndefined();
  });

  it('say why a task is canceled', async () => {
    await alice.send({ ...TASK, content: PROMPT });
    await alice.send({ ...TASK, commuType: 'taskCancel', content: words('no longer needed') });
    expect(await task()).toMatchObject({ state: 'canceled', 'state-reason': 'no longer needed' });
  });

  it('carry data with a report of progress and with a round', async () => {
    await alice.send({ ...TASK, content: PROMPT });
    await carol.edit({
      'irtf-agent:data-params': [{ id: 'photo', dataType: 'image', url: 'https://crew.example/1.jpg' }],
    });
    await report('processing', undefined, { 'msg-data': 'photo' });
    expect(await task()).toMatchObject({ artifact: [{ name: 'result', 'data-param': 'photo' }] });
    await carol.edit({ 'irtf-agent:data-params': [{ id: 'sketch', dataType: 'text', data: 'a door' }] });
    await carol.send({
      ...{ 'task-sendFrom': 'crew', 'task-sendTo': 'noc', 'task-id': 't1', commuType: 'FulfillmentNegotiate' },
      ...{ content: words('like this'), 'msg-data': 'sketch' },
    });
    const { id } = await task();
    expect(await alice.read(`/irtf-agent:context[id='${id}-round-1']`)).toMatchObject({
      'request-info': { dataParam: 'sketch' },
    });
    expect(await data(alice, 'sketch')).toBe('a door');
    await expect(report('blocking', 'which?', { 'msg-data': 'photo' })).rejects.toMatchObject({ tag: 'invalid-value' });
  });
});

describe('a negotiation', () => {
  it('has no rounds that say nothing', async () => {
    const input = { 'task-sendFrom': 'noc', 'task-sendTo': 'crew', 'task-id': 'n1' };
    await expect(alice.rpc('irtf-agent:task-negotiate', input)).rejects.toMatchObject({
      tag: 'missing-element',
      info: { 'bad-element': 'content' },
    });
    const native = { from: 'noc', to: 'crew', type: 'FEASIBILITY' };
    await expect(alice.rpc('yangent-tasks:negotiate', native)).rejects.toMatchObject({ tag: 'missing-element' });
    expect((await alice.read('/yangent-tasks:tasks'))?.task).toBeUndefined();
  });

  it('that was ended is said to be over to one who assigns', async () => {
    const round = { 'task-sendFrom': 'noc', 'task-sendTo': 'crew', 'task-id': 't1', commuType: 'FeasibilityNegotiate' };
    await alice.send({ ...round, content: PROMPT });
    await alice.send({ ...round, content: words('rejected') });
    await expect(alice.send({ ...TASK, content: PROMPT })).rejects.toMatchObject({
      appTag: 'bad-transition',
      message: expect.stringContaining('assign under another task-id'),
    });
  });
});

describe('the endpoint of an attached agent', () => {
  const atCrew = () => node.as('carol', { view: agentView('crew') });

  it('shows the task that it is to begin, and the next one once the first is begun', async () => {
    await alice.send({ ...TASK, content: PROMPT, 'expected-response': 'a photo' });
    await alice.rpc('yangent-tasks:assign', { from: 'noc', to: 'crew', 'task-id': 't2', objective: 'lock the door' });
    expect(await atCrew().read('/irtf-agent:tasks')).toEqual({
      ...TASK,
      content: PROMPT,
      'expected-response': 'a photo',
      'task-async': true,
      'task-status': 'create',
    });
    await report('processing');
    expect(await atCrew().read('/irtf-agent:tasks')).toMatchObject({
      'task-id': 't2',
      content: expect.stringMatching(/##\s*task description.*lock the door/),
    });
    await report('processing', undefined, { 'task-id': 't2' });
    expect(await atCrew().read('/irtf-agent:tasks')).toMatchObject({ commuType: 'taskResultNotify', 'task-id': 't2' });
  });

  it('shows it to nobody but those who speak for the agent', async () => {
    await alice.send({ ...TASK, content: PROMPT });
    const own = await node.as('alice', { view: agentView('crew') }).read('/irtf-agent:tasks');
    expect(own).not.toHaveProperty('task-async');
    expect(await node.as('bob', { view: agentView('crew') }).read('/irtf-agent:tasks')).toBeUndefined();
  });
});
