/** Agents of different users find one another, hand over tasks and speak, with the node as their communication server. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { type Plain, register, TASKS_XML, type User, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig({ agents: [fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url))] });

const skilled = (...names: string[]) => ({
  profile: { skills: { skill: names.map((name) => ({ 'skill-name': name })) } },
});

beforeAll(async () => {
  await register(rig, 'alice', 'a', { domain: 'service' });
  await register(rig, 'bob', 'b', { domain: 'ip', ...skilled('survey', 'move-goods') });
  await register(rig, 'carol', 'c', { domain: 'optical', ...skilled('clear-way') });
});

const assign = async (user: User, from: string, taskId: string, more: Plain): Promise<Plain> => {
  const { status, output } = await rig.operation(user, 'yangent-tasks:assign', { from, 'task-id': taskId, ...more });
  expect(status).toBe(200);
  return output;
};
/** What waits for the agent, by urgency, as XML. */
const claim = (user: User, agent: string, max = 1) =>
  rig.netconf(user, `<claim-next xmlns="${TASKS_XML}"><agent>${agent}</agent><max>${max}</max></claim-next>`);
const claimed = (reply: string): string[] =>
  [...reply.matchAll(/<task-id>([^<]+)<\/task-id>/g)].map(([, id = '']) => id);
const complete = (user: User, id: string, value = 'done') =>
  rig.onTask(user, id, 'complete', { artifact: [{ name: 'result', modality: 'text', value }] });
const taskOf = async (user: User, id: string): Promise<Plain> =>
  JSON.parse((await rig.http(user, 'GET', `/restconf/data/yangent-tasks:tasks/task=${id}`)).body)[
    'yangent-tasks:task'
  ][0];

describe('the abstract protocol flow', () => {
  let id: string;

  it('ANF-3.2-a: registered, discovered, requested, responded, all in one', async () => {
    const { output } = await rig.operation('alice', 'yangent-agents:discover', { skill: ['survey'] });
    const { id: whole, to } = await assign('alice', 'a', 'figure-1', {
      to: output.match[0].id,
      objective: 'survey the area',
    });
    expect(to).toBe('b');
    expect(claimed(await claim('bob', 'b'))).toEqual(['figure-1']);
    expect((await complete('bob', whole)).output).toMatchObject({ state: 'completed' });
    expect(await taskOf('alice', whole)).toMatchObject({
      state: 'completed',
      artifact: [{ name: 'result', value: 'done' }],
    });
  });

  it('ANF-3.2-f: option 1, step E, the initiator sends the request to the server', async () => {
    const answer = await assign('alice', 'a', 'relay', { to: 'b', objective: 'look at the uplink' });
    expect(answer).toEqual({ id: expect.any(String), 'task-id': 'relay', to: 'b', state: 'accepted' });
    id = answer.id;
  });

  it('ANF-3.2-g: option 1, step F, the server routes it to the agent', async () => {
    const reply = await claim('bob', 'b');
    expect(reply).toContain('<task-id>relay</task-id><from>a</from><to>b</to>');
    expect(reply).toContain('<objective>look at the uplink</objective>');
  });

  it('ANF-3.2-h: option 1, step G, the agent responds to the server', async () => {
    expect(await complete('bob', id, 'the uplink is fine')).toMatchObject({
      status: 200,
      output: { state: 'completed' },
    });
  });

  it('ANF-3.2-i: option 1, step H, the server hands the response to the initiator', async () => {
    const reply = await rig.netconf(
      'alice',
      `<query xmlns="${TASKS_XML}"><from>a</from><task-id>relay</task-id></query>`,
    );
    expect(reply).toContain('<value>the uplink is fine</value>');
  });

  it("ANF-3.2-j: option 2, step E', the request goes to the endpoint of the agent itself", async () => {
    const message = {
      'task-sendFrom': 'a',
      'task-sendTo': 'ip-fault',
      commuType: 'taskAssign',
      'task-id': 'direct',
      'task-async': false,
      content: '##target object cell-1 ##task description diagnose the link',
    };
    const answer = await rig.http('alice', 'POST', '/agents/ip-fault/restconf/data', { 'irtf-agent:tasks': message });
    expect({ status: answer.status, id: JSON.parse(answer.body)['irtf-agent:tasks']['task-id'] }).toEqual({
      status: 201,
      id: 'direct',
    });
  });

  it("ANF-3.2-k: option 2, step F', the agent responds directly, in the answer", async () => {
    const { status, body } = await rig.http(
      'alice',
      'POST',
      '/agents/ip-fault/restconf/operations/yangent-tasks:assign',
      {
        'yangent-tasks:input': {
          from: 'a',
          to: 'ip-fault',
          'task-id': 'direct-2',
          content: '##target object cell-1 ##task description diagnose the link',
          async: false,
        },
      },
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)['yangent-tasks:output']).toMatchObject({
      state: 'completed',
      artifact: [{ value: 'fibre cut at km 12 (direct-2)' }],
    });
  });

  it('ANF-3.1-c: the communication server keeps sessions, and routes for both sides', async () => {
    await rig.netconf('alice', '<get-config><source><running/></source></get-config>');
    const { id: routed } = await assign('alice', 'a', 'routed', { to: 'c', objective: 'clear the way' });
    expect(claimed(await claim('carol', 'c'))).toEqual(['routed']);
    expect(await rig.onTask('bob', routed, 'complete', {})).toMatchObject({ status: 404 });
    await complete('carol', routed);
    const sessions = await rig.http('admin', 'GET', '/restconf/data/ietf-netconf-monitoring:netconf-state/sessions');
    const users = JSON.parse(sessions.body)['ietf-netconf-monitoring:sessions'].session.map(
      ({ username }: Plain) => username,
    );
    expect(users).toEqual(expect.arrayContaining(['alice', 'carol']));
  });
});

describe('tasks in communication', () => {
  it('ANF-8.1-b: a request carries the description and an image', async () => {
    const image = { id: 'photo-1', dataType: 'image', format: 'image/png', data: 'iVBORw0KGgo=' };
    expect(
      (
        await rig.http('alice', 'PUT', '/restconf/data/irtf-agent:data-params=photo-1', {
          'irtf-agent:data-params': [image],
        })
      ).status,
    ).toBe(201);
    await assign('alice', 'a', 'with-image', { to: 'b', objective: 'say what this is', 'data-param': ['photo-1'] });
    expect(await claim('bob', 'b')).toContain('<data-param>photo-1</data-param>');
    const seen = await rig.http('bob', 'GET', '/restconf/data/irtf-agent:data-params=photo-1');
    expect(JSON.parse(seen.body)['irtf-agent:data-params'][0]).toMatchObject({ id: 'photo-1', dataType: 'image' });
  });

  it('ANF-8.1-c: one task for B, or parts of it for B and C, each with its status back', async () => {
    const whole = await assign('alice', 'a', 'task0', { to: 'a', objective: 'restore the service' });
    const parts = [
      await assign('alice', 'a', 'sub-task1', { to: 'b', objective: 'find the fault', parent: whole.id }),
      await assign('alice', 'a', 'sub-task2', { to: 'c', objective: 'reroute', parent: whole.id }),
    ];
    expect(claimed(await claim('bob', 'b'))).toEqual(['sub-task1']);
    expect(claimed(await claim('carol', 'c'))).toEqual(['sub-task2']);
    await complete('bob', parts[0].id);
    await complete('carol', parts[1].id);
    for (const { id } of parts) {
      const task = await taskOf('alice', id);
      expect(task).toMatchObject({ parent: whole.id, state: 'completed' });
      expect(task.event.map(({ state }: Plain) => state)).toEqual(['submitted', 'accepted', 'running', 'completed']);
    }
  });

  it('ANF-8.1-d: a task is broken into parts that are done one after the other, and end with it', async () => {
    const whole = await assign('alice', 'a', 'chain', { to: 'a', objective: 'move the goods' });
    const first = await assign('alice', 'a', 'chain-1', { to: 'b', objective: 'survey', parent: whole.id });
    await claim('bob', 'b');
    await complete('bob', first.id);
    const second = await assign('alice', 'a', 'chain-2', { to: 'c', objective: 'clear the way', parent: whole.id });
    expect((await rig.onTask('alice', whole.id, 'cancel', { reason: 'no longer wanted' })).output).toMatchObject({
      state: 'canceled',
    });
    expect(await taskOf('alice', first.id)).toMatchObject({ state: 'completed' });
    expect(await taskOf('alice', second.id)).toMatchObject({ state: 'canceled' });
  });

  it('ANF-8.1-f: a task comes with the first message of a connection, and another one later in it', async () => {
    const connection = new Https(rig.node, 'alice', 'the password of alice');
    for (const taskId of ['with-the-first', 'later']) {
      const body = JSON.stringify({
        'yangent-tasks:input': { from: 'a', to: 'c', 'task-id': taskId, objective: 'say hello' },
      });
      expect(await connection.send('POST', '/restconf/operations/yangent-tasks:assign', { body })).toMatchObject({
        status: 200,
      });
    }
    connection.close();
    expect(claimed(await claim('carol', 'c', 5))).toEqual(['with-the-first', 'later']);
  });

  it('ANF-8.1-g: one session holds several tasks, independent or of one context', async () => {
    const inSession = (taskId: string, more = '') =>
      rig.netconf(
        'alice',
        `<assign xmlns="${TASKS_XML}"><task-id>${taskId}</task-id><from>a</from><to>c</to><objective>read it</objective>${more}</assign>`,
      );
    const shared = await rig.operation('alice', 'yangent-contexts:share', {
      id: 'patient-7',
      from: 'a',
      to: 'c',
      type: 'conversation',
      content: 'The patient fell off a ladder.',
    });
    expect(shared.status).toBe(200);
    for (const reply of [
      await inSession('alone'),
      await inSession('of-7-1', '<context>patient-7</context>'),
      await inSession('of-7-2', '<context>patient-7</context>'),
    ])
      expect(reply).toContain('>accepted</state>');
    const reply = await claim('carol', 'c', 5);
    expect(claimed(reply)).toEqual(['alone', 'of-7-1', 'of-7-2']);
    expect([...reply.matchAll(/<context>patient-7<\/context>/g)]).toHaveLength(2);
  });

  it('ANF-8.1-h: the assigner names the task; the name means one task only', async () => {
    const first = await assign('alice', 'a', 'unique-1', { to: 'c', objective: 'once' });
    expect(await assign('alice', 'a', 'unique-1', { to: 'c', objective: 'once' })).toMatchObject({ id: first.id });
    const other = await rig.operation('alice', 'yangent-tasks:assign', {
      from: 'a',
      to: 'c',
      'task-id': 'unique-1',
      objective: 'something else',
    });
    expect(other).toMatchObject({ status: 409, output: { 'error-tag': 'data-exists' } });
    expect(claimed(await claim('carol', 'c'))).toEqual(['unique-1']);
  });

  it('ANF-8.2-a: a short task is done in one request', async () => {
    const answer = await assign('alice', 'a', 'short', {
      to: 'ip-fault',
      content: '##target object cell-1 ##task description diagnose the link',
      async: false,
    });
    expect(answer).toMatchObject({ state: 'completed', artifact: [{ name: 'diagnosis' }] });
  });

  it('ANF-8.2-b: a long task tells its progress and what it has so far', async () => {
    const { id } = await assign('alice', 'a', 'long', { to: 'c', objective: 'write a report' });
    await claim('carol', 'c');
    const draft = {
      percent: 30,
      note: 'chapter 1',
      checkpoint: 'chapter-1',
      artifact: [{ name: 'draft', modality: 'text', value: 'Once' }],
    };
    expect(await rig.onTask('carol', id, 'report-progress', draft)).toMatchObject({ status: 200 });
    expect(await taskOf('alice', id)).toMatchObject({
      state: 'running',
      progress: { percent: 30, note: 'chapter 1', checkpoint: ['chapter-1'] },
      artifact: [{ name: 'draft', value: 'Once' }],
    });
    await complete('carol', id);
  });

  it("ANF-8.2-c: the states are the executor's to change, and told to the others", async () => {
    const { id } = await assign('alice', 'a', 'states', { to: 'c', objective: 'wait' });
    await claim('carol', 'c');
    expect(await complete('alice', id)).toMatchObject({ status: 403, output: { 'error-tag': 'access-denied' } });
    expect(await taskOf('alice', id)).toMatchObject({ state: 'running', executor: { agent: 'c' } });
    await complete('carol', id);
    expect(await taskOf('alice', id)).toMatchObject({ state: 'completed' });
  });

  it('ANF-8.3-a: the server forwards what it was given while the receiver was not there', async () => {
    await register(rig, 'carol', 'sleeper');
    await assign('alice', 'a', 'stored', { to: 'sleeper', objective: 'when you wake up' });
    expect(claimed(await claim('carol', 'sleeper'))).toEqual(['stored']);
  });

  it('ANF-8.3-b: the server forwards by priority', async () => {
    for (const priority of [1, 7, 4])
      await assign('alice', 'a', `priority-${priority}`, { to: 'c', objective: 'x', priority });
    expect(claimed(await claim('carol', 'c', 3))).toEqual(['priority-7', 'priority-4', 'priority-1']);
  });

  it('ANF-8.3-c: in contention for one place the critical task is first', async () => {
    await register(rig, 'carol', 'narrow', { execution: { 'max-concurrent-tasks': 1 } });
    for (const [taskId, priority] of [
      ['bulk', 0],
      ['alarm', 7],
    ] as const)
      await assign('alice', 'a', taskId, { to: 'narrow', objective: 'x', priority });
    expect(claimed(await claim('carol', 'narrow', 5))).toEqual(['alarm']);
    expect(claimed(await claim('carol', 'narrow', 5))).toEqual([]);
  });

  it.each([
    ['contact', 'ann@example.com'],
    ['task', 'the goods are heavy'],
    ['preference', 'prefers trains'],
    ['conversation', 'said hello'],
  ])('ANF-8.3-d: context of the type %s goes with a task', async (type, content) => {
    const item = { id: `ctx-${type}`, from: 'a', to: 'c', type, sensitivity: 'public', content };
    expect((await rig.operation('alice', 'yangent-contexts:share', item)).status).toBe(200);
    const { output } = await rig.operation('carol', 'yangent-contexts:fetch', { id: [`ctx-${type}`] });
    expect(output.item).toMatchObject([{ id: `ctx-${type}`, type, from: 'a', to: 'c' }]);
    expect((await rig.operation('bob', 'yangent-contexts:fetch', { id: [`ctx-${type}`] })).output?.item ?? []).toEqual(
      [],
    );
  });

  it('ANF-8.3-e: types, lengths and encodings of context are defined', async () => {
    const share = (more: Plain) =>
      rig.operation('alice', 'yangent-contexts:share', {
        id: 'encoded',
        from: 'a',
        to: 'c',
        type: 'task',
        content: 'grüße',
        ...more,
      });
    expect((await share({ encoding: 'morse' })).output).toMatchObject({ 'error-tag': 'invalid-value' });
    expect((await share({ encoding: 'text' })).status).toBe(200);
    const { output } = await rig.operation('carol', 'yangent-contexts:fetch', { id: ['encoded'] });
    expect(output.item).toMatchObject([{ encoding: 'text', content: 'grüße' }]);
    expect(Number(output.item[0].length)).toBe(7);
  });
});

describe('addresses and authorization', () => {
  it('ANF-4-e ANF-9.1-b: the first message goes to the identifier that was discovered, and the node relays it and the response', async () => {
    const { output } = await rig.operation('alice', 'yangent-agents:discover', { skill: ['move-goods'] });
    const found: string = output.match[0].id;
    const { id } = await assign('alice', 'a', 'first-word', { to: found, objective: 'move the goods' });
    // No other agent gets it, whatever its user asks for.
    expect(claimed(await claim('carol', 'c', 5))).not.toContain('first-word');
    expect(await claim('bob', 'b', 5)).toContain('<task-id>first-word</task-id><from>a</from><to>b</to>');
    await complete('bob', id, 'moved');
    expect(await taskOf('alice', id)).toMatchObject({ to: found, artifact: [{ value: 'moved' }] });
    const lost = await rig.operation('alice', 'yangent-tasks:assign', { from: 'a', to: 'no-such', objective: 'x' });
    expect(lost).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400 && status < 500) });
  });

  it('ANF-4-g: each request on an open session is authorized by the rules of its moment, and only by a rule that permits it', async () => {
    const assignment = (taskId: string) =>
      rig.netconf(
        'alice',
        `<assign xmlns="${TASKS_XML}"><from>a</from><to>b</to><task-id>${taskId}</task-id><objective>x</objective></assign>`,
      );
    const rules = async (rule: readonly Plain[]) => {
      const list = { name: 'desk', group: ['desk'], rule };
      const acm = {
        'exec-default': 'deny',
        groups: { group: [{ name: 'desk', 'user-name': ['alice'] }] },
        'rule-list': [list],
      };
      const body = { 'ietf-netconf-acm:nacm': acm };
      expect((await rig.http('admin', 'PUT', '/restconf/data/ietf-netconf-acm:nacm', body)).status).toBeLessThan(300);
    };
    const may = {
      ...{ name: 'assign', 'module-name': 'yangent-tasks', 'rpc-name': 'assign' },
      ...{ 'access-operations': 'exec', action: 'permit' },
    };
    expect(await assignment('before-rules')).not.toContain('<rpc-error>');
    await rules([]);
    expect(await assignment('not-named')).toContain('<error-tag>access-denied</error-tag>');
    await rules([may]);
    expect(await assignment('named')).not.toContain('<rpc-error>');
    await rules([{ ...may, action: 'deny' }]);
    expect(await assignment('taken-back')).toContain('<error-tag>access-denied</error-tag>');
    await rig.http('admin', 'DELETE', '/restconf/data/ietf-netconf-acm:nacm');
  });
});
