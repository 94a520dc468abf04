/**
 * A whole dialogue between an assigner and an executor that know nothing but the draft's module: no name of a yangent module
 * stands in what they write, and they look at the draft's leaves only.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Face, type Members, netconfFace, RESOURCES, restconfFace } from '../support/faces.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';

const HOSTED = fileURLToPath(new URL('../support/agents/dialogue.mjs', import.meta.url));
const PASSWORDS = { nora: 'pw-of-nora', carl: 'pw-of-carl' };
const profile = (name: string) => ({ name, description: `the agent ${name}`, version: '1.0.0', provider: 'ACME' });

let node: TestNode;
/** The notifications that the assigner receives. */
let notices: Watcher;
beforeAll(async () => {
  node = await startTestNode({ agents: [HOSTED], passwords: PASSWORDS });
  await node.node.edit({
    'yangent-agents:agents': {
      agent: [
        { id: 'noc', owner: ['nora'], profile: profile('noc') },
        { id: 'crew', owner: ['carl'], profile: profile('crew') },
      ],
    },
  });
  notices = await Watcher.start(node, { login: { user: 'nora', password: PASSWORDS.nora } });
});
afterAll(async () => {
  await notices?.close();
  await node?.stop();
});

const PROTOCOLS = {
  NETCONF: (user: keyof typeof PASSWORDS, agent?: string): Promise<Face> =>
    netconfFace(node, { user: agent === undefined ? user : `${user}%${agent}`, password: PASSWORDS[user] }),
  RESTCONF: async (user: keyof typeof PASSWORDS, agent?: string): Promise<Face> =>
    restconfFace(node, { user, password: PASSWORDS[user] }, agent),
};

/** The operator speaks `yangent-tasks`: in the draft, only the executor of a task suspends it. */
const openOperator = (): Promise<Face> => netconfFace(node);

/** One side of the dialogue. */
class Client {
  constructor(
    readonly face: Face,
    private readonly from: string,
    private readonly to: string,
    private readonly taskId: string,
  ) {}

  /** Writes a message. */
  say(commuType: string, description?: string, more: Members = {}): Promise<void> {
    const { from, to, taskId } = this;
    const content =
      description === undefined ? {} : { content: `##target object house ##task description ${description}` };
    const header = { 'task-sendFrom': from, 'task-sendTo': to, 'task-id': taskId, commuType };
    return this.face.merge({ 'irtf-agent:tasks': { ...header, ...content, ...more } });
  }

  report(status: string, description?: string, more: Members = {}): Promise<void> {
    return this.say('taskResultNotify', description, { 'task-status': status, ...more });
  }

  /** The message that is read. */
  async message(): Promise<Members> {
    const found = await this.face.read(RESOURCES.message);
    if (!found) throw new Error('there is no message');
    return found;
  }

  /** The text of the data that the message which is read refers to. */
  async data(): Promise<string> {
    const { 'msg-data': id } = await this.message();
    return String((await this.face.read(RESOURCES.param(String(id))))?.data);
  }
}

/** Waits for the notification of the draft about the task that says this, and gives it. */
async function told(taskId: string, commuType: string, status: string, words: string): Promise<Members> {
  const { value: notice } = await notices.until(({ name, value }) => {
    const [input] = (value['input-required'] ?? []) as readonly Members[];
    return (
      name === 'irtf-agent:condition-notifications' &&
      value['task-id'] === taskId &&
      value.commuType === commuType &&
      input?.status === status &&
      String(input.required).includes(words)
    );
  });
  return notice;
}

const TIME = '2026-01-01T12:00:00Z';

describe.each(['NETCONF', 'RESTCONF'] as const)('over %s', (protocol) => {
  const open = PROTOCOLS[protocol];

  it('an assigner and an attached executor hold a whole dialogue', async () => {
    const taskId = `attached-${protocol}`;
    const assigner = new Client(await open('nora'), 'noc', 'crew', taskId);
    const executor = new Client(await open('carl'), 'crew', 'noc', taskId);
    const inbox = await open('carl', 'crew');

    // Context and data go one way with the assignment.
    await assigner.face.merge({
      'irtf-agent:data-params': [{ id: `${taskId}-plan`, dataType: 'text', data: 'plan of the house' }],
    });
    await assigner.face.merge({
      'irtf-agent:context': [
        {
          id: `${taskId}-earlier`,
          sendFrom: 'noc',
          sendTo: 'crew',
          'request-info': { content: 'how many doors are there?', dataParam: `${taskId}-plan`, time: TIME },
        },
      ],
    });
    const refers = { context: `${taskId}-earlier`, 'msg-data': `${taskId}-plan` };
    await assigner.say('taskAssign', 'paint the door', refers);
    expect(await assigner.message()).toMatchObject({ 'task-status': 'create', 'msg-data': `${taskId}-plan` });

    // The executor reads its task, and what belongs to it, at its own endpoint.
    const order = await inbox.read(RESOURCES.message);
    expect(order).toMatchObject({ commuType: 'taskAssign', 'task-sendFrom': 'noc', 'task-id': taskId, ...refers });
    expect(order?.content).toContain('paint the door');
    expect(await inbox.read(RESOURCES.param(`${taskId}-plan`))).toMatchObject({ data: 'plan of the house' });
    expect(await inbox.read(RESOURCES.context(`${taskId}-earlier`))).toMatchObject({
      'request-info': { content: 'how many doors are there?' },
    });

    // Context goes the other way.
    await executor.face.merge({
      'irtf-agent:data-params': [{ id: `${taskId}-doors`, dataType: 'text', data: 'two' }],
    });
    const response = { 'response-info': { dataParam: `${taskId}-doors`, time: TIME } };
    await executor.face.merge({ 'irtf-agent:context': [{ id: `${taskId}-earlier`, ...response }] });
    expect(await assigner.face.read(RESOURCES.context(`${taskId}-earlier`))).toMatchObject(response);
    expect(await assigner.face.read(RESOURCES.param(`${taskId}-doors`))).toMatchObject({ data: 'two' });

    // Progress.
    await executor.report('processing', 'at the house');
    await told(taskId, 'taskResultNotify', 'processing', 'at the house');

    // Question and answer.
    await executor.report('blocking', 'which door?');
    await told(taskId, 'taskResultNotify', 'blocking', 'which door?');
    expect(await assigner.message()).toMatchObject({ 'task-status': 'blocking' });
    await assigner.say('taskAssign', 'the left one');
    await assigner.say('taskAssign', 'the left one');
    await expect(assigner.say('taskAssign', 'the right one')).rejects.toMatchObject({ tag: 'data-exists' });
    expect(await executor.message()).toMatchObject({ 'task-status': 'processing' });
    expect(await executor.data()).toBe('the left one');

    // Proposal, another wish, acceptance.
    await executor.say('FulfillmentNegotiate', 'paint it blue');
    await told(taskId, 'FulfillmentNegotiate', 'blocking', 'paint it blue');
    expect(await assigner.message()).toMatchObject({ 'task-status': 'blocking' });
    await assigner.say('FulfillmentNegotiate', 'rather red');
    expect(await executor.data()).toContain('rather red');
    await executor.say('FulfillmentNegotiate', 'paint it red');
    await told(taskId, 'FulfillmentNegotiate', 'blocking', 'paint it red');
    await assigner.say('FulfillmentNegotiate', 'accepted');
    expect(JSON.parse(await executor.data())['yangent-tasks:negotiation']).toMatchObject({ verdict: 'accepted' });
    expect(await assigner.message()).toMatchObject({ 'task-status': 'processing' });

    // Suspend and resume.
    await executor.report('suspended', 'it rains');
    await told(taskId, 'taskResultNotify', 'suspended', 'it rains');
    await executor.report('processing', 'the sun shines');
    expect(await assigner.message()).toMatchObject({ 'task-status': 'processing' });

    // Result, as data that come in two pieces.
    const photo = { id: `${taskId}-photo`, dataType: 'text', data: 'the left door ', chunked: true };
    await executor.face.merge({ 'irtf-agent:data-params': [photo] });
    await executor.face.merge({ 'irtf-agent:data-params': [{ id: photo.id, data: 'is red', finished: true }] });
    await executor.report('finished', undefined, { 'msg-data': photo.id });
    await told(taskId, 'taskResultNotify', 'finished', 'paint the door');
    await assigner.say('taskResultQuery');
    expect(await assigner.message()).toMatchObject({ 'task-status': 'finished', 'msg-data': photo.id });
    expect(await assigner.data()).toBe('the left door is red');
    for (const { face } of [assigner, executor, { face: inbox }]) await face.close();
  });

  it('an assigner and a hosted executor hold a whole dialogue', async () => {
    const taskId = `hosted-${protocol}`;
    const assigner = new Client(await open('nora'), 'noc', 'painter', taskId);
    await assigner.face.merge({
      'irtf-agent:data-params': [{ id: `${taskId}-plan`, dataType: 'text', data: 'plan of the house' }],
    });
    await assigner.say('taskAssign', 'paint the door', { 'msg-data': `${taskId}-plan` });
    await told(taskId, 'taskResultNotify', 'processing', 'at the house');
    const { id } = await told(taskId, 'taskResultNotify', 'blocking', 'which door?');

    // An operator suspends and resumes it; the executor asks once more.
    const operator = await openOperator();
    await operator.act(String(id), 'suspend', { reason: 'it rains' });
    await told(taskId, 'taskResultNotify', 'suspended', 'it rains');
    await operator.act(String(id), 'resume');
    await operator.close();
    await expect.poll(async () => (await assigner.message())['task-status']).toBe('blocking');

    await assigner.say('taskAssign', 'left');
    await told(taskId, 'FulfillmentNegotiate', 'blocking', 'paint it blue');
    await assigner.say('taskAssign', 'rather red');
    await told(taskId, 'FulfillmentNegotiate', 'blocking', 'paint it red');
    await assigner.say('FulfillmentNegotiate', 'satisfied');
    await told(taskId, 'taskResultNotify', 'finished', 'left door is red');
    await assigner.say('taskResultQuery');
    expect(await assigner.message()).toMatchObject({ 'task-status': 'finished' });
    expect(await assigner.data()).toBe('left door is red');

    // Context both ways: what was asked of the executor with its answer, and what it asked with the assigner's.
    for (const [name, sendFrom, sendTo, content, answer] of [
      ['assign', 'noc', 'painter', 'paint the door', 'left door is red'],
      ['question-2', 'painter', 'noc', 'which door?', 'left'],
    ] as const) {
      const entry = await assigner.face.read(RESOURCES.context(`${id}-${name}`));
      expect(entry).toMatchObject({ sendFrom, sendTo, 'request-info': { content: expect.stringContaining(content) } });
      const { dataParam } = (entry?.['response-info'] ?? {}) as Members;
      expect(await assigner.face.read(RESOURCES.param(String(dataParam)))).toMatchObject({ data: answer });
    }
    await assigner.face.close();
  });

  it('the rpc of the draft judges a proposal, and its answer waits for the other side', async () => {
    const taskId = `rpc-${protocol}`;
    const assigner = new Client(await open('nora'), 'noc', 'crew', taskId);
    const executor = new Client(await open('carl'), 'crew', 'noc', taskId);
    await assigner.say('taskAssign', 'paint the door');
    await executor.report('processing');
    const said = (face: Face, from: string, to: string, words: string) =>
      face.invoke('irtf-agent:task-negotiate', {
        ...{ 'task-sendFrom': from, 'task-sendTo': to, 'task-id': taskId, type: 'FULFILLMENT' },
        content: [`##target object house ##task description ${words}`],
      });
    const proposed = said(executor.face, 'crew', 'noc', 'paint it green');
    await told(taskId, 'FulfillmentNegotiate', 'blocking', 'paint it green');
    await assigner.say('FulfillmentNegotiate', 'satisfied: do it');
    expect(JSON.stringify((await proposed)?.data)).toContain('satisfied');
    const empty = { 'task-sendFrom': 'noc', 'task-sendTo': 'crew', 'task-id': taskId, type: 'FULFILLMENT' };
    await expect(assigner.face.invoke('irtf-agent:task-negotiate', empty)).rejects.toMatchObject({
      tag: 'missing-element',
    });
    await executor.report('finished', 'green');
    for (const { face } of [assigner, executor]) await face.close();
  });
});
