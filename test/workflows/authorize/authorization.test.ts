/** Agents of steps are dispatched within grants, and get tokens that say for which step they are. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { namesIn, tableOf } from '../../adapters/dag/page.js';
import { Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { agentEntry } from '../../tasks/fixture.js';
import { type Run, stepOf, stepsOf, WorkflowClient } from '../rig.js';
import { filesWith } from './rig.js';

let rig: TestNode;
let admin: Https;
let ann: Https;
let bob: Https;
let flows: WorkflowClient;
/** All tokens that were answered. */
const tokens: string[] = [];

beforeAll(async () => {
  rig = await startTestNode({ agents: [] });
  admin = new Https(rig);
  await rig.node.edit({
    'yangent-access:access': {
      user: ['ann', 'bob'].map((name) => ({ name, password: `$0$the password of ${name}` })),
    },
    'yangent-agents:agents': {
      agent: [agentEntry('noc', ['ann']), agentEntry('crew', ['bob']), agentEntry('spare', ['bob'])],
    },
    'yangent-workflows:workflows': {
      'assurance-profile': [{ name: 'brief', grants: 'explicit', 'token-lifetime': 120 }],
    },
  });
  ann = new Https(rig, 'ann', 'the password of ann');
  bob = new Https(rig, 'bob', 'the password of bob');
  flows = new WorkflowClient(ann);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  for (const client of [admin, ann, bob]) client.close();
  await rig.stop();
});

const READ = { name: 'read', action: ['data.read'] };

/** A graph of one step, whose agent may read data for the initiator. */
const dag = (assurance: string, task: object = { agent: 'crew' }, authorization: object = {}) => ({
  execution: { assurance },
  node: [
    {
      name: 'a',
      task: { skill: 'diagnose-link', ...task },
      retry: { 'max-attempts': 1 },
      authorization: { capability: [READ], ...authorization },
    },
  ],
});

async function rpc(client: Https, name: string, input: object) {
  const [module = ''] = name.split(':');
  const { status, body } = await client.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${module}:input`]: input }),
  });
  expect([status, body]).toEqual([status < 300 ? status : 200, expect.any(String)]);
  return body === '' ? {} : (JSON.parse(body)[`${module}:output`] ?? {});
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const grantTo = async (agent: string, more: object = {}): Promise<string> =>
  (
    await rpc(ann, 'yangent-access:delegate', {
      to: `agent:${agent}`,
      capability: [READ],
      expires: inAnHour(),
      ...more,
    })
  ).grant;
const revoke = (grant: string) => rpc(ann, 'yangent-access:revoke', { grant });

/** Performs an action of the executor on the task of the step. */
async function act(run: Run, action: string, input: object = {}, node = 'a') {
  const task = (stepOf(run, node).task as readonly string[]).at(-1);
  const { status, body } = await bob.send('POST', `/restconf/data/yangent-tasks:tasks/task=${task}/${action}`, {
    body: JSON.stringify({ 'yangent-tasks:input': input }),
  });
  expect([status, body]).toEqual([200, expect.any(String)]);
  const output = JSON.parse(body)['yangent-tasks:output'];
  if (output.token !== undefined) tokens.push(output.token);
  return output;
}

/** Verifies a token by the keys that the node publishes. */
async function verified(token: string) {
  const { body } = await ann.send('GET', '/oauth/jwks');
  const { payload } = await jwtVerify(token, createLocalJWKSet(JSON.parse(body)), {
    typ: 'at+jwt',
    currentDate: new Date(),
  });
  return payload;
}

/** Claims the task of a step, and returns how far its token says that the run is mended. */
async function stateOfRecovery(run: Run, node = 'a') {
  const { token } = await act(run, 'claim', {}, node);
  return (await verified(token)).recovery_state;
}

/** True when the step has a task that can be claimed. */
const isOffered = (run: Run, node: string) =>
  stepsOf(run).some((step) => step.node === node && step.state === 'yangent-workflows:ready');

const ROLL_BACK = [
  ['to', '1'],
  ['reason', 'the wrong bench'],
] as const;

const complete = (run: Run) => act(run, 'complete');
const begin = (graph: object) => flows.start(graph, { wait: 0 });
/** Reads as the executor, with its token. */
const readWith = async (token: string) =>
  (
    await ann.send('GET', '/restconf/data/yangent-agents:agents/agent=noc?fields=id', {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
/** Returns the records of a run, the first one first. */
const records = async (run: string): Promise<readonly Record<string, unknown>[]> => {
  const { entry = [] } = await rpc(admin, 'yangent-audit:list', { limit: 1000 });
  return entry.filter(({ workflow }: { workflow?: string }) => workflow === run).reverse();
};

describe('an agent of a step', () => {
  it('ATD-4.2-e ATD-8-d ATD-8-n: without a grant is not dispatched under explicit grants, and policy-violation is sent', async () => {
    const run = await flows.start(dag('brief'));
    expect(run.state).toBe('failed');
    expect(stepOf(run, 'a')).toMatchObject({
      state: 'yangent-workflows:failed',
      error: {
        code: 'access-denied',
        message:
          'no grant of user "ann" to agent:crew covers the capability read (data.read); give one with "yangent grant give agent:crew" (yangent-access:delegate)',
      },
    });
    expect(stepOf(run, 'a').task).toBeUndefined();
    const violations = await notified('yangent-workflows:policy-violation', run.id);
    expect(violations).toMatchObject([{ run: run.id, node: 'a', rule: 'authorization', agent: 'crew' }]);
    expect(await records(run.id)).toContainEqual(
      expect.objectContaining({ operation: 'policy-violation', outcome: 'denied', rule: 'authorization', user: 'ann' }),
    );
  });

  it('is not dispatched once its grant is revoked, was given by others, goes less far, or serves another task', async () => {
    await rpc(admin, 'yangent-access:delegate', { to: 'agent:crew', capability: [READ], expires: inAnHour() });
    const grant = await grantTo('crew');
    const first = await begin(dag('brief'));
    expect(stepOf(first, 'a').task).toHaveLength(1);
    expect((await flows.start(dag('brief', { agent: 'crew' }, { 'max-delegation': 1 }))).state).toBe('failed');
    await revoke(grant);
    // The grant that was made for the first task is in force no more, and would be for that task only.
    expect((await flows.start(dag('brief'))).state).toBe('failed');
    await flows.act(`${first.id}/cancel`);
    const other = await begin(dag('fast'));
    expect((await flows.start(dag('brief'))).state).toBe('failed');
    await flows.act(`${other.id}/cancel`);
  });

  it('is passed over when it was found and has no grant', async () => {
    const grant = await grantTo('spare');
    const { id } = await begin(dag('brief', { discover: { skill: ['diagnose-link'] } }));
    const run = await flows.until(id, (each) => stepOf(each, 'a').agent !== undefined);
    expect(stepOf(run, 'a').agent).toEqual(['spare']);
    await act(run, 'claim');
    await complete(run);
    await revoke(grant);
  });

  it('ATD-8-d: undoes no step without a grant of its own under explicit grants', async () => {
    const grant = await grantTo('crew');
    const graph = dag('brief');
    const node = graph.node.map((each) => ({ ...each, compensation: { skill: 'diagnose-link', agent: 'spare' } }));
    const run = await begin({ ...graph, node });
    await act(run, 'claim');
    await complete(run);
    await flows.until(run.id, ({ state }) => state === 'completed');
    await flows.act(`${run.id}/roll-back`, { to: '1', reason: 'undo it' });
    const stuck = await flows.until(run.id, ({ state }) => state === 'escalated');
    expect(stepOf(stuck, 'a')).toMatchObject({
      state: 'yangent-workflows:failed',
      error: {
        code: 'access-denied',
        message: expect.stringContaining('no grant of user "ann" to agent:spare covers the capability read'),
      },
    });
    const violations = await notified('yangent-workflows:policy-violation', run.id);
    expect(violations).toMatchObject([{ run: run.id, node: 'a', rule: 'authorization', agent: 'spare' }]);
    await flows.act(`${run.id}/cancel`);
    await revoke(grant);
  });
});

describe('the token of an executor', () => {
  it('ATD-7-a ATD-7-b: says for which step it is, and allows what the step names and no more', async () => {
    const grant = await grantTo('crew', { capability: [READ, { name: 'edit', action: ['data.edit'] }] });
    const run = await begin(dag('brief'));
    const { token } = await act(run, 'claim');
    const payload = await verified(token);
    const [task] = stepOf(run, 'a').task as readonly string[];
    expect(payload).toMatchObject({
      sub: 'ann',
      act: { sub: 'agent:crew' },
      agent: { id: 'agent:crew' },
      task: { id: task, purpose: 'diagnose-link', created_by: 'ann' },
      capabilities: [{ action: 'data.read' }],
      oversight: { level: 'brief' },
      delegation: { depth: 0, max_depth: 0, chain: ['agent:crew'] },
      context: { coordinator: 'coordinator', version: '1.0' },
      audit: { trace_id: run.id.replaceAll('-', '') },
      dagid: run.uri,
      tasknode: 'a',
      executioncontext: { ref: expect.stringContaining(`/${run.id}/a;g=1`), digest: expect.any(String) },
      checkpointref: `${run.uri};c=1`,
      recovery_state: 'none',
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120);
    expect(await readWith(token)).toBe(200);
    await revoke(grant);
    expect(await readWith(token)).toBe(401);
    expect((await act(run, 'heartbeat')).token).toBeUndefined();
    await complete(run);
  });

  it('ATD-E-c: has the claims of the draft under its names, letter by letter, as the page of the draft lists them', async () => {
    const run = await begin(dag('standard'));
    const payload = await verified((await act(run, 'claim')).token);
    const names = tableOf('claim').map(([name]) => namesIn(name)[0]);
    expect(names).toEqual(['dagid', 'tasknode', 'executioncontext', 'checkpointref', 'recovery_state']);
    for (const name of names) expect(payload).toHaveProperty(String(name));
    for (const other of ['recoverystate', 'dag_id', 'task_node', 'execution_context', 'checkpoint_ref'])
      expect(payload).not.toHaveProperty(other);
    await complete(run);
  });

  it('ends with its task', async () => {
    const run = await begin(dag('standard'));
    const { token } = await act(run, 'claim');
    expect(await readWith(token)).toBe(200);
    await complete(run);
    expect(await readWith(token)).toBe(401);
  });

  it('ATD-8-f ATD-9-i ATD-9-j ATD-9-k ATD-9-l ATD-9-m: is renewed in a run of 20 minutes under regulated', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const grant = await grantTo('crew');
    const run = await begin(dag('regulated'));
    const given = [(await act(run, 'claim', { lease: 600 })).token];
    for (let minute = 1; minute <= 20; minute += 1) {
      vi.setSystemTime(Date.now() + 60_000);
      const { token } = await act(run, 'heartbeat', { lease: 600 });
      if (token === undefined) continue;
      given.push(token);
      expect(await verified(token)).toMatchObject({
        ...{ agent: {}, task: {}, capabilities: [{}], oversight: {}, delegation: {}, context: {}, audit: {} },
        ...{
          dagid: run.uri,
          tasknode: 'a',
          executioncontext: {},
          checkpointref: `${run.uri};c=1`,
          recovery_state: 'none',
        },
      });
    }
    // Tokens of 300 seconds are renewed after 240.
    expect(given).toHaveLength(6);
    await complete(run);
    await revoke(grant);
  });

  it('ATD-9-m: says that the step is done again after a failure, and what comes behind it after its run was mended', async () => {
    const step = (name: string) => ({ ...dag('fast').node[0], name });
    const graph = {
      execution: { assurance: 'fast' },
      node: [step('a'), step('b')],
      edge: [{ from: 'a', to: 'b', type: 'yangent-workflows:control' }],
    };
    const first = await begin(graph);
    expect(await stateOfRecovery(first)).toBe('none');
    await act(first, 'fail', { code: 'broken', message: 'no ladder' });
    await flows.until(first.id, ({ state }) => state === 'failed');
    await flows.act(`${first.id}/step=a,0,1/retry`);
    const again = await flows.until(first.id, (run) => isOffered(run, 'a'));
    expect(await stateOfRecovery(again)).toBe('retrying');
    await act(again, 'complete');
    const behind = await flows.until(first.id, (run) => isOffered(run, 'b'));
    expect(await stateOfRecovery(behind, 'b')).toBe('recovering');
    await act(behind, 'complete', {}, 'b');
  });

  it('ATD-9-m: says that its run goes back while the last steps of a rollback are done', async () => {
    const graph = dag('fast');
    const [a] = graph.node;
    const first = await begin({
      execution: { assurance: 'fast', finally: ['tidy'] },
      node: [a, { ...a, name: 'tidy' }],
    });
    await act(first, 'claim');
    await flows.act(`${first.id}/roll-back`, Object.fromEntries([...ROLL_BACK, ['then', 'end']]));
    const run = await flows.until(first.id, (each) => isOffered(each, 'tidy'));
    expect(run.state).toBe('rolling-back');
    expect(await stateOfRecovery(run, 'tidy')).toBe('rolling-back');
    await act(run, 'complete', {}, 'tidy');
    await flows.until(first.id, ({ state }) => state === 'rolled-back');
  });

  it('ATD-8-e: is a new one in each answer where the step wants fresh tokens', async () => {
    const run = await begin(dag('fast', { agent: 'crew' }, { 'fresh-token': true }));
    const first = await act(run, 'claim');
    const second = await act(run, 'heartbeat');
    expect((await verified(second.token)).jti).not.toBe((await verified(first.token)).jti);
    await complete(run);
  });
});

describe('the audit log', () => {
  it('ATD-8-k: has a record of the start, the grant, the assignment, the outcome of the step and the end', async () => {
    const grant = await grantTo('crew');
    const run = await begin(dag('brief'));
    await act(run, 'claim');
    await complete(run);
    const found = (await records(run.id)).map(({ operation, outcome, grant: of }) => [operation, outcome, of]);
    expect(found).toEqual([
      ['start-run', 'done', undefined],
      ['yangent-tasks:assign', 'done', undefined],
      ['use-grant', 'done', grant],
      ['end-step', 'done', undefined],
      ['end-run', 'done', undefined],
    ]);
    await revoke(grant);
  });

  it('has none of these but of assignments under the profile fast', async () => {
    const run = await begin(dag('fast'));
    await act(run, 'claim');
    await complete(run);
    expect((await records(run.id)).map(({ operation }) => operation)).toEqual(['yangent-tasks:assign']);
  });

  it('and the journal, events and database have no token', () => {
    expect(tokens.length).toBeGreaterThan(8);
    expect(filesWith(rig.directory, tokens)).toEqual([]);
  });
});

describe('a graph', () => {
  it('with a capability that can never be met is refused', async () => {
    const wrong = dag('fast', {}, { capability: [{ name: 'x', action: ['data.raed'] }] });
    await expect(begin(wrong)).rejects.toMatchObject({
      error: { 'error-app-tag': 'dag-capability', 'error-message': expect.stringContaining('data.read') },
    });
  });
});

/** Returns the notifications of a name about a run that its initiator sees. */
async function notified(name: string, run: string): Promise<readonly unknown[]> {
  const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`;
  const path = `/restconf/streams/NETCONF/json?${span.replaceAll(':', '%3A')}`;
  const { body } = await ann.send('GET', path, { accept: 'text/event-stream' });
  return body
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5))['ietf-restconf:notification'][name])
    .filter((told) => told?.run === run);
}
