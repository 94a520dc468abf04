/** What an agent says of itself in its profile and registration binds those who speak with it. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentEntry, cleanUp, configure, type Fixture, openFixture, type Plain, PROMPT, type User } from './fixture.js';

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

/** An agent of carol with this in its profile, and in its entry. */
async function offer(id: string, profile: object, more: Record<string, unknown> = {}): Promise<void> {
  const entry = agentEntry(id, ['carol'], more);
  await configure(node, { ...entry, profile: { ...(entry.profile as object), ...profile } });
}
const assign = (to: string, more: object = {}): Promise<Plain> =>
  alice.rpc('yangent-tasks:assign', { from: 'noc', to, ...more });

describe('an agent that names feasibility only as its kind of negotiation', () => {
  const capability = { negotiate: 'acp-task-feasibility-negotiation-v1.0' };
  const refused = { tag: 'invalid-value', appTag: 'negotiation-not-supported' };
  beforeEach(() => offer('plain', { capability }));

  it('is asked at once for nothing else, in the terms of both modules', async () => {
    const round = { from: 'noc', to: 'plain', content: [PROMPT] };
    await expect(alice.rpc('yangent-tasks:negotiate', { ...round, type: 'FULFILLMENT' })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('agent "plain" takes part in no negotiation of the type FULFILLMENT'),
    });
    const message = { 'task-sendFrom': 'noc', 'task-sendTo': 'plain', 'task-id': 'n1' };
    const rpc = { ...message, content: [PROMPT], type: 'FULFILLMENT' };
    await expect(alice.rpc('irtf-agent:task-negotiate', rpc)).rejects.toMatchObject(refused);
    const written = { ...message, commuType: 'FulfillmentNegotiate', content: PROMPT };
    await expect(alice.send(written)).rejects.toMatchObject(refused);
    expect(await alice.rpc('yangent-tasks:list')).toEqual({ more: false });
    const asked = await alice.rpc('yangent-tasks:negotiate', { ...round, type: 'FEASIBILITY', wait: 0 });
    expect(asked.state).toBe('negotiating');
  });

  it('is not proposed a result either when it assigns', async () => {
    const { id } = await carol.rpc('yangent-tasks:assign', { from: 'plain', to: 'crew', objective: 'look' });
    await carol.onTask(id, 'claim');
    const proposal = { type: 'FULFILLMENT', content: ['half of it'] };
    await expect(carol.onTask(id, 'propose', proposal)).rejects.toMatchObject(refused);
  });
});

describe('an agent that pushes no notifications', () => {
  const subscription = { url: 'https://collector.example/tasks' };
  beforeEach(() => offer('mute', { capability: { 'push-notifications': false } }));

  it('has no task whose changes go to a URL', async () => {
    const refused = { tag: 'invalid-value', message: expect.stringContaining('agent "mute" pushes no notifications') };
    await expect(assign('mute', { objective: 'look', subscription })).rejects.toMatchObject(refused);
    const { id } = await assign('mute', { objective: 'look', 'task-id': 't1' });
    await expect(alice.onTask(id, 'subscribe', subscription)).rejects.toMatchObject(refused);
    const message = {
      'task-sendFrom': 'noc',
      'task-sendTo': 'mute',
      'task-id': 't1',
      commuType: 'taskResultSubscribe',
    };
    const wanted = { 'task-subscription': { 'subscript-url': subscription.url } };
    await expect(alice.send({ ...message, ...wanted })).rejects.toMatchObject(refused);
    expect(await alice.onTask(id, 'subscribe', {})).toMatchObject({ stream: 'NETCONF' });
  });

  it('is passed over for one that does', async () => {
    await offer('loud', { capability: { 'push-notifications': true }, description: 'Agent mute' });
    const discover = { text: 'Agent mute', exclude: ['noc', 'crew'] };
    const query = { from: 'noc', discover, objective: 'look', subscription };
    expect(await alice.rpc('yangent-tasks:assign', query)).toMatchObject({ to: 'loud', state: 'accepted' });
  });
});

describe('a subscription', () => {
  it.each([
    [{ protocol: 'https' }, '"protocol" and "method" say how a report goes to a "url"'],
    [{ method: 'POST' }, '"protocol" and "method" say how a report goes to a "url"'],
    [{ url: 'http://collector.example/', protocol: 'https' }, 'protocol "https" is not that of the url'],
    [{ url: 'http://collector.example/', protocol: 'constructor' }, 'protocol "constructor" is not served'],
  ])('that contradicts itself is refused: %j', async (wanted, message) => {
    const { id } = await assign('crew', { objective: 'look' });
    await expect(alice.onTask(id, 'subscribe', wanted)).rejects.toMatchObject({
      tag: 'invalid-value',
      message: expect.stringContaining(message),
    });
  });
});

describe('the input modes of a skill', () => {
  const skill = (name: string, ...modes: readonly string[]) => ({ 'skill-name': name, 'input-modes': modes });
  beforeEach(async () => {
    const data = ['text', 'image'].map((dataType) => ({ id: `a-${dataType}`, dataType, data: 'x' }));
    await alice.edit({ 'irtf-agent:data-params': data });
    await offer('reader', { skills: { skill: [skill('read', 'text'), skill('parse', 'application/json', 'Audio')] } });
  });

  it('refuse data of another kind with a task, and let the others be', async () => {
    expect(await assign('reader', { type: 'read', 'data-param': ['a-text', 'a-image'] })).toMatchObject({
      state: 'rejected',
      error: {
        code: 'invalid-input',
        message: 'skill "read" of agent "reader" takes text (input-modes), and the data "a-image" is image',
        recovery: ['modify', 'reassign'],
      },
    });
    expect(await assign('reader', { type: 'parse', 'data-param': ['a-text'] })).toMatchObject({ state: 'accepted' });
    // Any of its skills might take it: none does.
    expect(await assign('reader', { objective: 'look', 'data-param': ['a-image'] })).toMatchObject({
      state: 'rejected',
    });
  });

  it('hold for what is given later as well', async () => {
    const { id } = await assign('reader', { type: 'read' });
    const image = { 'data-param': ['a-image'] };
    await expect(alice.onTask(id, 'update', image)).rejects.toMatchObject({ tag: 'invalid-value' });
    await carol.onTask(id, 'claim');
    await carol.onTask(id, 'request-input', { required: 'which?' });
    await expect(alice.onTask(id, 'provide-input', image)).rejects.toMatchObject({ tag: 'invalid-value' });
    expect(await alice.onTask(id, 'provide-input', { 'data-param': ['a-text'] })).toEqual({ state: 'running' });
  });

  it('and those of a skill that says none, or takes files, take all', async () => {
    await offer('eater', { skills: { skill: [skill('any'), skill('files', 'file')] } });
    for (const type of ['any', 'files'])
      expect(await assign('eater', { type, 'data-param': ['a-image'] })).toMatchObject({ state: 'accepted' });
  });

  it('do not tell of data that the sender may not see', async () => {
    await carol.edit({ 'irtf-agent:data-params': [{ id: 'hers', dataType: 'image', data: 'x' }] });
    for (const param of ['hers', 'no-such-data'])
      await expect(assign('reader', { type: 'read', 'data-param': [param] })).rejects.toMatchObject({
        tag: 'data-missing',
      });
  });
});

describe('the input schema of an agent outside the node', () => {
  const schema = {
    type: 'object',
    required: ['port'],
    additionalProperties: false,
    properties: { port: { type: 'integer' }, name: { type: 'string', pattern: '^[a-z]+$' } },
  };
  const registration = (text: string, leaf = 'input-schema') => ({
    registration: { skill: [{ 'skill-name': 'flap', [leaf]: text }] },
  });
  const flapper = (more: object = {}) =>
    offer(
      'flapper',
      { skills: { skill: [{ 'skill-name': 'flap' }] } },
      { ...registration(JSON.stringify(schema)), ...more },
    );

  it('is refused where it is none, or cannot be checked in bounded time', async () => {
    const description = agentEntry('odd', []).profile;
    const register = (text: string, leaf?: string) =>
      carol.rpc('yangent-agents:register', { id: 'odd', profile: description, ...registration(text, leaf) });
    const path = "/yangent-agents:agents/agent[id='odd']/registration/skill[skill-name='flap']/input-schema";
    const long = JSON.stringify({ type: 'object', $comment: 'x'.repeat(20_000) });
    for (const text of [
      long,
      '{{{',
      '7',
      '{"type":"objekt"}',
      '{"pattern":"(?=a)b"}',
      '{"pattern":"("}',
      '{"$ref":"#"}',
    ])
      await expect(register(text), text).rejects.toMatchObject({ tag: 'invalid-value', path });
    await expect(offer('odd', {}, registration('{{{'))).rejects.toMatchObject({ tag: 'invalid-value', path });
    await expect(register('{{{', 'output-schema')).rejects.toMatchObject({ tag: 'invalid-value' });
    // What the node does not check by may look ahead.
    expect(await register('{"pattern":"(?=a)b"}', 'output-schema')).toMatchObject({ id: 'odd' });
  });

  it('is what the input of a task must be, also when it is changed', async () => {
    await flapper();
    expect(await assign('flapper', { type: 'flap', input: { port: 'x' } })).toMatchObject({
      state: 'rejected',
      error: {
        code: 'invalid-input',
        message:
          'skill "flap" of agent "flapper": the input is not as its schema says (registration/skill/input-schema): "/port" must be integer',
      },
    });
    expect(await assign('flapper', { type: 'flap' })).toMatchObject({ state: 'rejected' });
    const { id, state } = await assign('flapper', { objective: 'flap', input: { port: 7 } });
    expect(state).toBe('accepted');
    await expect(alice.onTask(id, 'update', { input: { port: 7, name: 'A' } })).rejects.toMatchObject({
      tag: 'invalid-value',
      path: '/yangent-tasks:update/input',
    });
    await alice.onTask(id, 'update', { input: { port: '8' } });
    expect((await carol.task(id)).input).toEqual({ port: 8 });
  });

  it('makes numbers of what came through XML', async () => {
    await flapper();
    const { id } = await assign('flapper', { type: 'flap', input: { port: '7' } });
    expect((await carol.task(id)).input).toEqual({ port: 7 });
  });

  it('leaves words to the agent, unless it takes none', async () => {
    await flapper();
    const words = { type: 'flap', content: PROMPT };
    expect(await assign('flapper', words)).toMatchObject({ state: 'accepted' });
    await flapper({ execution: { 'free-text': 'refuse' } });
    expect(await assign('flapper', words)).toMatchObject({
      state: 'rejected',
      error: { message: 'skill "flap" of agent "flapper": it takes no free text; give its input' },
    });
  });

  it('takes no longer than its bound for any input', async () => {
    const name = { type: 'string', pattern: '^([a-z]+-?)+[0-9]+/[a-z]+$' };
    const slow = { type: 'object', properties: { name } };
    await offer('slow', {}, registration(JSON.stringify(slow)));
    const before = performance.now();
    const { state } = await assign('slow', { type: 'flap', input: { name: `${'a'.repeat(50_000)}!` } });
    expect(state).toBe('rejected');
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('an agent that registers itself', () => {
  const register = (id: string, more: object = {}, version = '1.0.0') =>
    carol.rpc('yangent-agents:register', {
      id,
      profile: { ...(agentEntry(id, []).profile as object), version },
      ...more,
    });

  it('has a version by which agents are compared', async () => {
    for (const version of ['', 'latest', '1.0 beta'])
      await expect(register('new', {}, version)).rejects.toMatchObject({
        tag: 'invalid-value',
        path: "/yangent-agents:agents/agent[id='new']/profile/version",
      });
    for (const version of ['1', '1.0', '2.4.1-rc.1+build.7'])
      expect(await register('new', {}, version)).toMatchObject({ id: 'new' });
  });

  it('does not run inside the node', async () => {
    await expect(register('inside', { execution: { kind: 'hosted' } })).rejects.toMatchObject({
      tag: 'invalid-value',
      path: '/yangent-agents:register/execution/kind',
      message: expect.stringContaining('register it as attached'),
    });
  });

  it('says why it leaves', async () => {
    await register('new');
    await carol.rpc('yangent-agents:deregister', { id: 'new', reason: 'moves to another node' });
    const [last] = (await node.notifications('yangent-agents:agent-changed')).slice(-1);
    expect(last?.value).toMatchObject({ id: 'new', change: 'removed', reason: 'moves to another node' });
  });
});

it('the tasks of an agent that is configured as hosted wait for its program', async () => {
  await configure(node, agentEntry('inside', ['carol'], { execution: { kind: 'hosted' } }));
  await assign('inside', { objective: 'look' });
  await expect(carol.rpc('yangent-tasks:claim-next', { agent: 'inside' })).rejects.toMatchObject({ appTag: 'hosted' });
});
