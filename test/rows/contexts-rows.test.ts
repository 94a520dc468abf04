/** Context, its channels and the coordination messages (CUI-4.3, CUI-5, CUI-6), row by row, on the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';
import { login, startOwnersNode } from './ownership-rig.js';

let rig: TestNode;
let alice: Https;
let bob: Https;
let admin: Https;
let heardByAlice: Watcher;
let heardByBob: Watcher;
beforeAll(async () => {
  rig = await startOwnersNode();
  alice = new Https(rig, 'alice', login('alice').password);
  bob = new Https(rig, 'bob', login('bob').password);
  admin = new Https(rig);
  heardByAlice = await Watcher.start(rig, { login: login('alice') });
  heardByBob = await Watcher.start(rig, { login: login('bob') });
});
afterAll(async () => {
  await heardByAlice?.close();
  await heardByBob?.close();
  for (const user of [alice, bob, admin]) user?.close();
  await rig?.stop();
});

type Members = Record<string, unknown>;

/** POST to /restconf/operations; the output's members. */
async function invoke(user: Https, rpc: string, input: Members): Promise<Members> {
  const module = rpc.slice(0, rpc.indexOf(':'));
  const body = JSON.stringify({ [`${module}:input`]: input });
  const answer = await user.send('POST', `/restconf/operations/${rpc}`, { body });
  expect(answer.status, answer.body).toBeLessThan(300);
  return answer.body === '' ? {} : JSON.parse(answer.body)[`${module}:output`];
}
async function refused(user: Https, rpc: string, input: Members): Promise<Members> {
  const body = JSON.stringify({ [`${rpc.slice(0, rpc.indexOf(':'))}:input`]: input });
  const answer = await user.send('POST', `/restconf/operations/${rpc}`, { body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return errorIn(answer);
}
const share = (input: Members) => invoke(alice, 'yangent-contexts:share', { from: 'a1', to: 'b1', ...input });
const fetched = async (input: Members) => (await invoke(bob, 'yangent-contexts:fetch', input)).item;

describe('context', () => {
  it.each([
    ['CUI-4.3-a: how the end user is reached', 'contact', 'phone +49 30 1234567'],
    ['CUI-4.3-b: the task itself', 'task', 'restore the uplink of site 7'],
    ['CUI-4.3-c: what the end user preferred so far', 'preference', 'reports in the morning'],
    ['CUI-4.3-d: what was said lately', 'conversation', 'the customer called again'],
    ['CUI-4.3-e: of a type of the standard list or of one that others define', 'acme:weather', 'storm'],
  ])('%s is shared with the executor, who alone fetches it', async (_row, type, content) => {
    const { id } = await share({ type, content, task: `t-${type}`, thread: 'th-1' });
    expect(await fetched({ task: `t-${type}` })).toEqual([
      {
        id,
        task: `t-${type}`,
        thread: 'th-1',
        from: 'a1',
        to: 'b1',
        type,
        encoding: 'text',
        sensitivity: 'internal',
        content,
        length: content.length,
        at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    expect(await fetched({ id: [String(id)] })).toHaveLength(1);
    expect(await fetched({ thread: 'th-1', type: [type] })).toHaveLength(1);
    expect(await fetched({ agent: 'a1', task: `t-${type}` })).toHaveLength(1);
    await heardByBob.until(({ name, value }) => name === 'yangent-contexts:item-shared' && value.id === id);
  });

  it('CUI-4.3-f: has a length that a policy bounds, and a fetch', async () => {
    const policy = { name: 'short', type: ['environment-log'], action: 'allow', 'max-length': 10 };
    await admin.send('PUT', '/restconf/data/yangent-contexts:sharing-policy=short', {
      body: JSON.stringify({ 'yangent-contexts:sharing-policy': [policy] }),
    });
    expect(await share({ type: 'environment-log', content: '0123456789', thread: 'f' })).toMatchObject({ length: 10 });
    const input = { from: 'a1', to: 'b1', type: 'environment-log', content: '0123456789a' };
    expect(await refused(alice, 'yangent-contexts:share', input)).toMatchObject({
      'error-tag': 'too-big',
      'error-message': 'the content has 11 octets; at most 10 can be shared',
    });
    await share({ type: 'conversation', content: 'newest', thread: 'f' });
    expect(await fetched({ thread: 'f', 'max-length': 10 })).toMatchObject([{ content: 'newest' }]);
    expect(await fetched({ thread: 'f', 'max-length': 16 })).toHaveLength(2);
  });

  it.each([
    ['json', '{"cells":["c1"]}', '{"cells":'],
    ['xml', '<cells><cell>c1</cell></cells>', '<cells><cell></cells>'],
    ['base64', 'Y2VsbHM=', 'cells?'],
  ])('CUI-4.3-g: says its encoding, and must be in it: %s', async (encoding, right, wrong) => {
    await share({ type: 'result', encoding, content: right, thread: encoding });
    expect(await fetched({ thread: encoding })).toMatchObject([{ encoding, content: right }]);
    const input = { from: 'a1', to: 'b1', type: 'result', encoding, content: wrong };
    expect(await refused(alice, 'yangent-contexts:share', input)).toHaveProperty('error-message');
    expect(await fetched({ thread: encoding })).toHaveLength(1);
  });

  it('CUI-4.3-h: is shared without name, age and address where a policy says so, and tells what was removed', async () => {
    const policy = {
      name: 'privacy',
      type: ['contact'],
      'min-sensitivity': 'personal',
      action: 'redact',
      redact: ['name', 'age', 'address'],
    };
    const misspelt = await admin.send('PUT', '/restconf/data/yangent-contexts:sharing-policy=privacy', {
      body: JSON.stringify({ 'yangent-contexts:sharing-policy': [{ ...policy, redact: ['emial'] }] }),
    });
    expect(misspelt).toMatchObject({ status: 400, body: expect.stringContaining("did you mean 'email'?") });
    await admin.send('PUT', '/restconf/data/yangent-contexts:sharing-policy=privacy?insert=first', {
      body: JSON.stringify({ 'yangent-contexts:sharing-policy': [policy] }),
    });
    const content = JSON.stringify({ name: 'Jane Doe', age: 42, address: '12 Baker Street', line: 'L7' });
    const answer = await share({ type: 'contact', sensitivity: 'personal', encoding: 'json', content, thread: 'h' });
    expect(answer).toMatchObject({ redacted: ['name', 'age', 'address'], length: content.length });
    expect(await fetched({ thread: 'h' })).toMatchObject([
      { content: '{"line":"L7"}', redacted: ['name', 'age', 'address'] },
    ]);
    const { content: left } = await invoke(alice, 'yangent-contexts:redact', {
      id: answer.id,
      'redact-member': ['line'],
    });
    expect(left).toBe('{}');
    expect(await refused(bob, 'yangent-contexts:redact', { id: answer.id, 'redact-member': ['line'] })).toMatchObject({
      'error-tag': 'access-denied',
    });
  });

  it('CUI-1.2-b CUI-5-e: goes to many in one act, each by the policies for him; all get theirs or nobody', async () => {
    const content = 'maintenance tonight';
    const answer = await share({ type: 'conversation', content, 'copy-to': ['b2', 'a2', 'b1'], thread: 'e' });
    expect(answer.copy).toEqual([
      { to: 'b2', id: expect.any(String) },
      { to: 'a2', id: expect.any(String) },
    ]);
    expect(await fetched({ thread: 'e' })).toHaveLength(2);
    for (const [watcher, to] of [
      [heardByBob, 'b1'],
      [heardByBob, 'b2'],
      [heardByAlice, 'a2'],
    ] as const) {
      await watcher.until(
        ({ name, value }) => name === 'yangent-contexts:item-shared' && value.thread === 'e' && value.to === to,
      );
    }
    const policy = { name: 'not-b2', to: ['b2'], action: 'deny' };
    await admin.send('PUT', '/restconf/data/yangent-contexts:sharing-policy=not-b2?insert=first', {
      body: JSON.stringify({ 'yangent-contexts:sharing-policy': [policy] }),
    });
    const input = { from: 'a1', to: 'b1', type: 'conversation', content, 'copy-to': ['b2'], thread: 'e2' };
    expect(await refused(alice, 'yangent-contexts:share', input)).toMatchObject({ 'error-tag': 'access-denied' });
    expect(await fetched({ thread: 'e2' })).toBeUndefined();
    await admin.send('DELETE', '/restconf/data/yangent-contexts:sharing-policy=not-b2');
  });

  it('refers to data only of whom may see it, and hands it on', async () => {
    await alice.send('PUT', '/data/picture', { body: 'PNG', type: 'image/png' });
    const input = { from: 'b1', to: 'a1', type: 'conversation', content: 'look', 'data-param': ['picture'] };
    expect(await refused(bob, 'yangent-contexts:share', input)).toMatchObject({ 'error-tag': 'data-missing' });
    await share({ type: 'conversation', content: 'look', 'data-param': ['picture'] });
    expect(await bob.send('GET', '/data/picture')).toMatchObject({ status: 200, body: 'PNG' });
  });
});

describe('task coordination messages', () => {
  const claim = (agent: string) => invoke(bob, 'yangent-tasks:claim-next', { agent, max: 1 });
  const act = (user: Https, id: unknown, action: string, input: Members = {}) =>
    user.send('POST', `/restconf/data/yangent-tasks:tasks/task=${String(id)}/${action}`, {
      body: JSON.stringify({ 'yangent-tasks:input': input }),
    });

  it('CUI-5-b: task creation, update, status query and result notification are messages of their own', async () => {
    const { id } = await invoke(alice, 'yangent-tasks:assign', {
      from: 'a1',
      to: 'b1',
      'task-id': 'control-1',
      content: '##task description measure',
      async: true,
    });
    expect((await act(alice, id, 'update', { priority: 6 })).status).toBeLessThan(300);
    expect(await invoke(alice, 'yangent-tasks:query', { id })).toMatchObject({
      task: { id, priority: 6, state: expect.stringMatching(/submitted|accepted/) },
    });
    await claim('b1');
    await act(bob, id, 'complete', { artifact: [{ name: 'report', value: 'done' }] });
    await heardByAlice.reached('control-1', 'completed');
  });

  it('CUI-5-f CUI-5-g: who subscribed is told of it without asking, everyone else is not', async () => {
    const before = heardByAlice.events.length;
    await invoke(bob, 'yangent-tasks:assign', {
      from: 'b1',
      to: 'b2',
      'task-id': 'private',
      content: '##task description x',
      async: true,
    });
    await invoke(alice, 'yangent-tasks:assign', {
      from: 'a1',
      to: 'b2',
      'task-id': 'shown',
      content: '##task description y',
      async: true,
    });
    await heardByAlice.until(({ value }) => value['task-id'] === 'shown');
    await heardByBob.until(({ value }) => value['task-id'] === 'private');
    expect(heardByAlice.events.slice(before).map(({ value }) => value['task-id'])).not.toContain('private');
  });

  it('CUI-6.1-a CUI-6.1-d CUI-6.1-e CUI-6.1-f CUI-6.1-g CUI-6.1-h CUI-6.2-b CUI-6.2-c CUI-6.2-d CUI-6.2-e CUI-6.2-f CUI-6.2-g: discovered, requested, verified, routed, answered, transferred', async () => {
    const found = await invoke(alice, 'yangent-agents:discover', {});
    const targets = (found.match as { readonly id: string }[]).map(({ id }) => id);
    expect(targets).toContain('b1');
    await alice.send('PUT', '/data/input-1', { body: 'spectrum', type: 'application/json' });
    const request = {
      from: 'a1',
      to: 'b1',
      'task-id': 'cooperation-1',
      content: '##task description find the cause',
      'data-param': ['input-1'],
      context: [(await share({ type: 'environment', content: 'cell c1 is down' })).id],
      async: true,
    };
    // (A) to the server, which verifies it: an agent that is not the sender's, and one that is not there, are refused.
    expect(await refused(alice, 'yangent-tasks:assign', { ...request, from: 'b2' })).toMatchObject({
      'error-tag': 'access-denied',
    });
    expect(await refused(alice, 'yangent-tasks:assign', { ...request, to: 'nobody' })).toHaveProperty('error-message');
    const { id } = await invoke(alice, 'yangent-tasks:assign', request);
    // (B) routed to the executor by its identifier.
    const { task } = await claim('b1');
    expect(task).toMatchObject([{ id, from: 'a1', to: 'b1', 'data-param': ['input-1'], context: request.context }]);
    expect(await bob.send('GET', '/data/input-1')).toMatchObject({ status: 200, body: 'spectrum' });
    // (C) the executor answers to the server, (D) which transfers the answer: state and output.
    await act(bob, id, 'complete', { artifact: [{ name: 'cause', modality: 'text', value: 'loose fibre' }] });
    await heardByAlice.reached('cooperation-1', 'completed');
    expect(await invoke(alice, 'yangent-tasks:query', { id })).toMatchObject({
      task: { state: 'completed', artifact: [{ name: 'cause', value: 'loose fibre' }] },
    });
  });

  it('CUI-6.1-b: the look-up of the executor is left to the node by a discovery in the request', async () => {
    const skills = {
      skill: [{ 'skill-name': 'measure-spectrum', 'skill-description': 'measures', 'skill-tags': ['rf'] }],
    };
    await admin.send('PATCH', '/restconf/data/yangent-agents:agents/agent=b2/profile', {
      body: JSON.stringify({ 'yangent-agents:profile': { skills } }),
    });
    const { id } = await invoke(alice, 'yangent-tasks:assign', {
      from: 'a1',
      discover: { skill: ['measure-spectrum'] },
      content: '##task description measure the spectrum',
      async: true,
    });
    expect(await invoke(alice, 'yangent-tasks:query', { id })).toMatchObject({ task: { to: 'b2' } });
  });

  it('CUI-6.2-a: the name of the message is that of the operation, or commuType in a message of the draft', async () => {
    const message = {
      'task-sendFrom': 'a1',
      'task-sendTo': 'b1',
      'task-id': 'named-1',
      content: '##target object cell c1 ##task description measure',
    };
    const send = (commuType: string) =>
      alice.send('PUT', '/restconf/data/irtf-agent:tasks', {
        body: JSON.stringify({ 'irtf-agent:tasks': { ...message, commuType } }),
      });
    expect((await send('taskCancel')).status, 'there is nothing to cancel yet').toBeGreaterThanOrEqual(400);
    expect((await send('taskAssign')).status).toBeLessThan(300);
    expect((await send('taskCancel')).status).toBeLessThan(300);
    await heardByAlice.reached('named-1', 'canceled');
    const unknown = await alice.send('POST', '/restconf/operations/yangent-tasks:no-such-message', { body: '{}' });
    expect([unknown.status, errorIn(unknown)['error-tag']]).toEqual([404, 'invalid-value']);
  });

  it('CUI-6.1-c: the node manages the state of a task, and tries it again after a failure where that is wanted', async () => {
    const { id } = await invoke(alice, 'yangent-tasks:assign', {
      from: 'a1',
      to: 'b1',
      content: '##task description flaky',
      policy: { 'max-attempts': 2, 'retry-delay': 0 },
      async: true,
    });
    await claim('b1');
    await act(bob, id, 'fail', { code: 'unreachable', message: 'no answer', recovery: ['retry'] });
    const { task } = await invoke(alice, 'yangent-tasks:query', { id });
    expect(task).toMatchObject({ state: 'accepted', attempt: 1 });
    expect(await claim('b1')).toMatchObject({ task: [{ id, attempt: 2 }] });
  });
});
