/** The operations of `yangent-tasks`, each through every way into the node, and what is seen of them from the others. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf, restconfClient } from '../../src/clients/index.js';
import { Receiver } from '../support/receiver.js';
import { RESOURCES, useTasksRig, WAYS } from './tasks-rig.js';

const rig = useTasksRig();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver?.stop());

const DIAGNOSE = '##target object uplink-7 ##task description diagnose the link';

describe.each(WAYS)('through %s', (way) => {
  const id = (name: string) => `${way}-${name}`;
  const face = () => rig.faces[way];
  const assign = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
    face().invoke('yangent-tasks:assign', {
      from: 'noc',
      to: 'ip-fault',
      'task-id': id(name),
      content: DIAGNOSE,
      ...more,
    });

  it('a synchronous assignment is answered with the result', async () => {
    const answer = await assign('sync', { async: false });
    const artifact = [
      { name: 'diagnosis', modality: 'text', 'media-type': 'text/plain', value: `fibre cut at km 12 (${id('sync')})` },
    ];
    expect(answer).toEqual({
      id: expect.any(String),
      'task-id': id('sync'),
      to: 'ip-fault',
      state: 'completed',
      artifact,
    });
    const task = await rig.same(RESOURCES.task(String(answer?.id)));
    expect(task).toMatchObject({
      from: 'noc',
      to: 'ip-fault',
      state: 'completed',
      content: DIAGNOSE,
      async: false,
      artifact,
    });
    expect(task.event).toMatchObject([
      { sequence: '1', state: 'submitted', by: 'admin' },
      { sequence: '2', state: 'accepted', by: 'ip-fault' },
      { sequence: '3', state: 'running', note: 'attempt 1' },
      { sequence: '4', state: 'running', percent: 40, note: 'checked optics' },
      { sequence: '5', state: 'completed', percent: 100 },
    ]);
  });

  it('an asynchronous assignment is acknowledged, and its end is told by a notification', async () => {
    const answer = await assign('async', { async: true, priority: 5 });
    expect(answer).toMatchObject({ 'task-id': id('async'), to: 'ip-fault', state: 'accepted' });
    await rig.watcher.reached(id('async'), 'completed');
    expect(rig.watcher.statesOf(id('async'))).toEqual(['submitted', 'accepted', 'running', 'running', 'completed']);
    expect(await rig.same(RESOURCES.task(String(answer?.id)))).toMatchObject({ state: 'completed', priority: 5 });
  });

  it('the same assignment again is the same task, another under its task-id is refused', async () => {
    const [first, again] = [await assign('twice'), await assign('twice')];
    expect(again?.id).toBe(first?.id);
    await expect(assign('twice', { content: `${DIAGNOSE} at once` })).rejects.toMatchObject({ tag: 'data-exists' });
  });

  it('cancel stops what runs', async () => {
    const answer = await assign('cancel', { type: 'wait' });
    const task = await rig.watcher.reached(id('cancel'), 'running');
    expect(task).toBe(answer?.id);
    expect(await face().act(task, 'cancel', { reason: 'not needed any more' })).toEqual({ state: 'canceled' });
    expect(await face().act(task, 'cancel')).toEqual({ state: 'canceled' });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      state: 'canceled',
      'state-reason': 'not needed any more',
    });
    await expect(face().act(task, 'update', { priority: 1 })).rejects.toMatchObject({ tag: 'operation-failed' });
  });

  it('query finds a task by its identifier and by its assigner and task-id', async () => {
    const answer = await assign('query', { async: false });
    const byId = await face().invoke('yangent-tasks:query', { id: answer?.id });
    const byName = await face().invoke('yangent-tasks:query', { from: 'noc', 'task-id': id('query') });
    expect(byId?.task).toEqual(await rig.same(RESOURCES.task(String(answer?.id))));
    expect(byName).toEqual(byId);
    await expect(face().invoke('yangent-tasks:query', { id: 'nowhere' })).rejects.toMatchObject({
      tag: 'data-missing',
    });
  });

  it('subscribe without a URL says where to read, and there the changes are, over both protocols', async () => {
    const task = await rig.assignToCrew(id('stream'));
    const { stream, filter } = (await face().act(task, 'subscribe')) ?? {};
    expect(stream).toBe('NETCONF');
    const { url, password, certificate, netconf } = rig.node;
    const events = restconfClient({ url, username: 'admin', password, ca: readFileSync(certificate) }).events(
      String(stream),
      {
        filter: String(filter),
        startTime: new Date(Date.now() - 60_000).toISOString(),
      },
    );
    const session = await connectNetconf({ ...netconf, username: 'admin', password });
    const tasks = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
    await session.createSubscription({
      stream: String(stream),
      filter: { subtree: `<task-changed xmlns="${tasks}"><id>${task}</id></task-changed>` },
    });
    const notifications = session.notifications()[Symbol.asyncIterator]();
    await face().act(task, 'cancel');
    const seen: unknown[] = [];
    for await (const event of events) {
      seen.push(event.value);
      if (seen.length === 3) break;
    }
    expect(seen).toMatchObject(['submitted', 'accepted', 'canceled'].map((state) => ({ id: task, state })));
    const { value } = await notifications.next();
    const text = JSON.stringify(value?.event);
    expect(text).toContain(task);
    expect(text).toContain('canceled');
    await session.close();
  });

  it('subscribe with a URL posts every change there, in order, each once', async () => {
    const task = await rig.assignToCrew(id('url'));
    const path = `/reports/${id('url')}`;
    const { id: subscription } = (await face().act(task, 'subscribe', { url: receiver.url + path })) ?? {};
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      subscription: [{ id: subscription, url: receiver.url + path, method: 'POST', by: 'admin' }],
    });
    await face().act(task, 'claim', { agent: 'crew' });
    await face().act(task, 'report-progress', { percent: 50, note: 'half way' });
    await face().act(task, 'complete', { artifact: [{ name: 'result', value: 'repaired' }] });
    const reports = await receiver.until(path, ({ body }) => body.includes('"completed"'));
    expect(reports.map(({ method, headers }) => [method, headers['content-type']])).toEqual(
      reports.map(() => ['POST', 'application/yang-data+json']),
    );
    const conditions = reports.map(
      ({ body }) => JSON.parse(body)['ietf-restconf:notification']['irtf-agent:condition-notifications'],
    );
    expect(conditions).toMatchObject([
      { 'yangent-tasks:state': 'running', 'task-id': id('url'), 'task-sendFrom': 'crew', 'task-sendTo': 'noc' },
      { 'yangent-tasks:state': 'running', 'yangent-tasks:progress': 50 },
      { 'yangent-tasks:state': 'completed', 'yangent-tasks:result': 'repaired' },
    ]);
    expect(new Set(reports.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  });

  it('unsubscribe ends the reports', async () => {
    const task = await rig.assignToCrew(id('unsubscribed'));
    const { id: subscription } = (await face().act(task, 'subscribe', { url: `${receiver.url}/never` })) ?? {};
    await face().act(task, 'unsubscribe', { id: subscription });
    expect(await rig.same(RESOURCES.task(task))).not.toHaveProperty('subscription');
    await expect(face().act(task, 'unsubscribe', { id: subscription })).rejects.toMatchObject({ tag: 'data-missing' });
  });

  it('an attached executor claims, reports, asks, and completes; each step is notified and seen everywhere', async () => {
    const task = await rig.assignToCrew(id('attached'));
    const claimed = await face().act(task, 'claim', { lease: 600 });
    expect(claimed).toMatchObject({ state: 'running', attempt: 1 });
    const { 'lease-expires': expires } = (await face().act(task, 'heartbeat', { attempt: 1, lease: 900 })) ?? {};
    expect(Date.parse(String(expires))).toBeGreaterThan(Date.parse(String(claimed?.['lease-expires'])));
    expect(await face().act(task, 'report-progress', { attempt: 1, percent: 30, checkpoint: 'on site' })).toEqual({
      state: 'running',
    });
    expect(await face().act(task, 'request-input', { attempt: 1, required: 'which door' })).toEqual({
      state: 'input-required',
    });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      state: 'input-required',
      'input-request': { required: 'which door' },
      progress: { percent: 30, checkpoint: ['on site'] },
      executor: { agent: 'crew' },
    });
    expect(await face().act(task, 'provide-input', { content: 'the red one' })).toEqual({ state: 'running' });
    await expect(face().act(task, 'complete', { attempt: 7 })).rejects.toMatchObject({ tag: 'operation-failed' });
    const artifact = [{ name: 'report', modality: 'text', value: 'fuse replaced' }];
    expect(await face().act(task, 'complete', { attempt: 1, artifact })).toEqual({ state: 'completed' });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      state: 'completed',
      artifact,
      'provided-input': [{ sequence: 1, content: 'the red one', by: 'admin' }],
    });
    await rig.watcher.reached(id('attached'), 'completed');
    const states = ['submitted', 'accepted', 'running', 'running', 'input-required', 'running', 'completed'];
    expect(rig.watcher.statesOf(id('attached'))).toEqual(states);
    const { value } = await rig.watcher.until(
      ({ name, value }) =>
        name === 'irtf-agent:condition-notifications' &&
        value['task-id'] === id('attached') &&
        value.state === 'input-required',
    );
    expect(value).toMatchObject({
      commuType: 'taskResultNotify',
      'input-required': [{ status: 'blocking', required: expect.stringContaining('which door') }],
    });
  });

  it('the assigner verifies what he wanted to verify', async () => {
    const answer = await assign('verified', { async: false, verification: { wanted: true } });
    expect(answer?.state).toBe('verifying');
    const task = String(answer?.id);
    expect(await face().act(task, 'verify', { verdict: 'accepted', comment: 'as expected' })).toEqual({
      state: 'completed',
    });
    expect(await rig.same(RESOURCES.task(task))).toMatchObject({
      state: 'completed',
      verification: { wanted: true, verdict: 'accepted', comment: 'as expected', by: 'admin' },
    });
  });

  it('a task that fails says why', async () => {
    const answer = await assign('failed', { type: 'break', async: false });
    expect(answer).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('optical module does not answer') },
    });
    expect(await rig.same(RESOURCES.task(String(answer?.id)))).toMatchObject({ state: 'failed', error: answer?.error });
  });

  it('a request for capabilities is answered with the profile and what is agreed on', async () => {
    const answer = await face().invoke('yangent-agents:negotiate-capability', {
      from: 'noc',
      to: 'ip-fault',
      skill: ['diagnose-link'],
      streaming: true,
    });
    expect(answer).toMatchObject({
      agreed: true,
      agreement: { skill: ['diagnose-link'], streaming: true },
      profile: { name: 'TMF-ACME-IP-1.0', capability: { streaming: true, 'push-notifications': true } },
    });
    const refused = await face().invoke('yangent-agents:negotiate-capability', { to: 'ip-fault', skill: ['fly'] });
    expect(refused).toMatchObject({ agreed: false, missing: [expect.stringContaining('fly')] });
  });

  it('who is found by a query can be assigned to without his name', async () => {
    const { id: task } =
      (await face().invoke('yangent-tasks:assign', {
        from: 'noc',
        'task-id': id('found'),
        discover: { skill: ['diagnose-link'] },
        content: DIAGNOSE,
        async: false,
      })) ?? {};
    expect(await rig.same(RESOURCES.task(String(task)))).toMatchObject({ to: 'ip-fault', state: 'completed' });
  });

  it('what is refused is refused alike', async () => {
    const refused = async (input: Readonly<Record<string, unknown>>) => {
      const error = await face()
        .invoke('yangent-tasks:assign', input)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      return error;
    };
    expect(await refused({ from: 'noc', to: 'ip-fault', content: 'no section', nonsense: 1 })).toMatchObject({
      tag: 'unknown-element',
    });
    expect(await refused({ from: 'noc', to: 'ip-fault', priority: 9 })).toMatchObject({ tag: 'invalid-value' });
    expect(await refused({ from: 'noc', to: 'ghost', content: DIAGNOSE })).toMatchObject({ tag: 'invalid-value' });
    expect(await refused({ from: 'ghost', to: 'ip-fault', content: DIAGNOSE })).toMatchObject({ tag: 'access-denied' });
    expect(await refused({ from: 'noc', content: DIAGNOSE })).toMatchObject({ tag: expect.stringMatching(/missing/) });
  });
});
