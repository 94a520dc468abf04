/** Two nodes of two companies: each takes the other's word for its own users and agents, and for nothing else. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defineAgent } from '../../src/index.js';
import { cmsOf } from '../../src/keys/index.js';
import { ISSUER, type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
type Plain = Record<string, any>;

const TASKS = '/restconf/data/yangent-tasks:tasks/task';
/** What carrier B permits carrier A. */
const PERMIT = [
  {
    name: 'tasks',
    action: [
      ...['assign', 'query', 'update', 'cancel', 'suspend', 'resume', 'provide-input', 'renew-authority'].map(
        (name) => `yangent-tasks.${name}`,
      ),
      ...['data.read', 'data.subscribe'],
    ],
  },
];
/** Reads a device, which nobody lets it. */
const prober = defineAgent({
  id: 'worker',
  profile: { name: 'worker', description: 'worker', version: '1.0.0', provider: 'ACME' },
  skills: {
    survey: async (task) => ({ artifacts: [{ name: 'report', value: `seen: ${task.prompt.description}` }] }),
    wait: (_task, run) =>
      new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })),
    probe: async (_task, run) =>
      run.devices.get('edge-1', ['ietf-interfaces:interfaces']).then(
        () => 'read',
        (error: { appTag?: string; message: string }) => `${error.appTag}: ${error.message}`,
      ),
  },
});
const SCHEMA = { type: 'object', properties: { link: { type: 'string' }, note: { type: 'string' } } };
const SEND = [{ name: 'surveys', action: ['yangent-tasks.assign'], constraint: { agent: ['meter'] } }];

/** Carrier A, whose tasks go to carrier B. */
let a: TestNode;
let b: TestNode;
let issuer: TestIssuer;
const clients: Https[] = [];
let ann: Https;
let adminA: Https;
let adminB: Https;

const hostOf = ({ url }: TestNode) => new URL(url).host;
const client = (node: TestNode, user?: string) => {
  const made = user === undefined ? new Https(node) : new Https(node, user, `the password of ${user}`);
  clients.push(made);
  return made;
};

/** The configuration of a trust domain that is one other node. */
async function trusting(name: string, node: TestNode, more: object) {
  const cms = await cmsOf(readFileSync(node.certificate, 'utf8'));
  const bag = { name, certificate: [{ name: 'node', 'cert-data': cms.toString('base64') }] };
  return {
    'ietf-truststore:truststore': { 'certificate-bags': { 'certificate-bag': [bag] } },
    'yangent-access:access': {
      'trust-domain': [{ name, by: { 'node-host': [hostOf(node)], 'node-bag': name }, ...more }],
    },
  };
}

beforeAll(async () => {
  [a, b] = await Promise.all([
    startTestNode({ limits: { remote: { patience: 5_000 } } }),
    startTestNode({ agents: [prober] }),
  ]);
  issuer = await testIssuer();
  await b.node.edit({
    ...(await trusting('carrier-a', a, { permit: PERMIT })),
    'yangent-agents:agents': { agent: [agentEntry('broker', ['@carrier-a']), agentEntry('crew', ['nobody'])] },
  });
  await a.node.edit({
    ...(await trusting('carrier-b', b, { send: SEND })),
  });
  await a.node.edit({
    'yangent-access:access': {
      user: ['ann', 'agent-x'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
      // The time after which carrier B ends what is not proved anew.
      token: { 'max-lifetime': 10 },
    },
    'yangent-agents:agents': {
      agent: [
        agentEntry('noc', ['ann']),
        agentEntry('meter', [], {
          registration: { skill: [{ 'skill-name': 'survey', 'input-schema': JSON.stringify(SCHEMA) }] },
          execution: {
            kind: 'remote',
            target: b.url,
            remote: { agent: 'worker', as: 'broker', 'trust-domain': 'carrier-b' },
          },
        }),
      ],
    },
  });
  [ann, adminA, adminB] = [client(a, 'ann'), client(a), client(b)];
});
afterAll(async () => {
  for (const each of clients) each.close();
  await a?.stop();
  await b?.stop();
});

async function rpc(name: string, input: object, token?: string): Promise<HttpAnswer> {
  const [module = ''] = name.split(':');
  return ann.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${module}:input`]: input }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
}
async function output(answer: Promise<HttpAnswer>): Promise<Plain> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.any(String)]);
  return Object.values<Plain>(JSON.parse(body))[0] ?? {};
}
const assign = (more: object = {}) => ({
  ...{ from: 'noc', to: 'meter', type: 'survey', async: true, content: '##task description look at the links' },
  ...more,
});

async function tasksOf(by: Https): Promise<readonly Plain[]> {
  const { status, body } = await by.send('GET', '/restconf/data/yangent-tasks:tasks');
  return status === 200 ? (JSON.parse(body)['yangent-tasks:tasks'].task ?? []) : [];
}
const here = async (id: string): Promise<Plain> =>
  JSON.parse((await adminA.send('GET', `${TASKS}=${id}`)).body)['yangent-tasks:task'][0];
const there = async (id: string): Promise<Plain | undefined> =>
  (await tasksOf(adminB)).find((task) => task['task-id'].startsWith(`${id}.`));
const reached = (state: string, look: () => Promise<Plain | undefined>) => until(look, (task) => task?.state === state);

const capability = (action: string, constraint?: object) => ({
  name: action,
  action: [action],
  ...(constraint ? { constraint } : {}),
});
/** Sets what carrier A sends. */
async function sending(send: readonly object[]): Promise<void> {
  const path = '/restconf/data/yangent-access:access/trust-domain=carrier-b';
  const { body } = await adminA.send('GET', `${path}?content=config`);
  const [entry] = JSON.parse(body)['yangent-access:trust-domain'];
  const changed = JSON.stringify({ 'yangent-access:trust-domain': [{ ...entry, send }] });
  expect((await adminA.send('PUT', path, { body: changed })).status).toBe(204);
}
/** Asks the audit log until a record has these members. */
async function record(by: Https, wanted: Readonly<Record<string, unknown>>): Promise<Plain> {
  const fits = (entry: Plain) =>
    Object.entries(wanted).every(([name, value]) => JSON.stringify(entry[name]) === JSON.stringify(value));
  const found = await until(
    async () => {
      const { body } = await by.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
      const entries: readonly Plain[] = JSON.parse(body)['yangent-audit:log'].entry;
      return entries.find(fits);
    },
    (entry) => entry !== undefined,
  );
  return found ?? {};
}

/** A token with which X acts for ann. */
async function tokenOfX(capability: readonly object[]): Promise<{ readonly token: string; readonly grant: string }> {
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { grant } = await output(rpc('yangent-access:delegate', { to: 'agent-x', capability, expires }));
  const x = client(a, 'agent-x');
  const issued = await x.send('POST', '/restconf/operations/yangent-access:issue-token', {
    body: JSON.stringify({ 'yangent-access:input': { grant } }),
  });
  return { token: JSON.parse(issued.body)['yangent-access:output'].token, grant };
}

describe('a task for an agent of another company', () => {
  it('ANF-9.1-e IOA-7.1-c: is done there, in the name of the agent that assigned it', async () => {
    const { id } = await output(rpc('yangent-tasks:assign', assign()));
    const done = await reached('completed', () => here(id));
    expect(done?.artifact.at(-1)).toMatchObject({ name: 'report', value: 'seen: look at the links' });
    const task = await there(id);
    expect(task).toMatchObject({ from: 'broker', to: 'worker', state: 'completed' });
    expect(task?.authority).toEqual({
      subject: `${a.url}/agents/noc@carrier-a`,
      actor: [`${a.url}@carrier-a`],
      'token-id': expect.any(String),
      ends: expect.any(String),
    });
  });

  it('ATD-7-l ATD-8-k: shows on both nodes whose authority it is, and who acts', async () => {
    const { token, grant } = await tokenOfX([capability('yangent-tasks.assign', { agent: ['meter'] })]);
    const { id } = await output(rpc('yangent-tasks:assign', assign({ type: 'probe' }), token));
    await reached('completed', () => here(id));
    expect((await here(id)).authority).toMatchObject({ subject: 'ann', actor: ['agent-x'], grant });
    const task = await there(id);
    const actor = [`${a.url}@carrier-a`, 'agent-x@carrier-a'];
    expect(task?.authority).toMatchObject({ subject: 'ann@carrier-a', actor });
    // What its executor there may do stays within it: it may not read a device.
    expect(task?.artifact[0].value).toMatch(/^aap_invalid_capability: .* has no authority for device\.read/);
    const sent = await record(adminA, { operation: 'remote-assign', user: 'ann', outcome: 'done' });
    expect(sent).toMatchObject({ actor: ['agent-x'], 'record-kind': 'outbound', 'principal-kind': 'agent' });
    const taken = await record(adminB, { operation: 'yangent-tasks:assign', user: 'ann@carrier-a' });
    expect(taken).toMatchObject({ actor, domain: 'carrier-a', outcome: 'done', 'token-id': expect.any(String) });
    expect(JSON.stringify(task?.event)).toContain('ann@carrier-a');
  });

  it('ends at once on both nodes when the authority is revoked', async () => {
    const { token, grant } = await tokenOfX([capability('yangent-tasks.assign', { agent: ['meter'] })]);
    const { id } = await output(rpc('yangent-tasks:assign', assign({ type: 'wait' }), token));
    await reached('running', () => there(id));
    expect((await rpc('yangent-access:revoke', { grant })).status).toBe(204);
    expect((await rpc('yangent-tasks:assign', assign(), token)).status).toBe(401);
    const reason = 'the authority by which the task was assigned was revoked';
    expect(await reached('canceled', () => here(id))).toMatchObject({ 'state-reason': reason });
    expect(await reached('canceled', () => there(id))).toMatchObject({ 'state-reason': reason });
    await record(adminA, { operation: 'end-task', 'record-kind': 'decision' });
    await record(adminB, { operation: 'yangent-tasks:cancel', user: `${a.url}/agents/meter@carrier-a` });
  });
});

describe('send', () => {
  const meter = (more: object) => ({ name: 'surveys', action: ['yangent-tasks.assign'], ...more });
  afterEach(() => sending(SEND));

  it.each([
    ['nothing', [], {}, /says nothing of send, so nothing is sent to it/],
    ['another agent', [meter({ constraint: { agent: ['other'] } })], {}, /no authority for yangent-tasks\.assign/],
    ['less urgent tasks', [meter({ constraint: { 'max-priority': 3 } })], { priority: 5 }, /no authority/],
    ['another skill', [meter({ action: ['yangent-tasks.assign', 'skill.measure'] })], {}, /no authority/],
  ])('ANF-9.1-c: that says %s refuses a task, and records it', async (_what, entries, more, why) => {
    await sending(entries);
    const answer = await output(rpc('yangent-tasks:assign', assign(more)));
    expect(answer).toMatchObject({ state: 'rejected' });
    expect((await here(answer.id)).error).toMatchObject({ code: 'access-denied', message: expect.stringMatching(why) });
    expect(await there(answer.id)).toBeUndefined();
    await record(adminA, { operation: 'remote-assign', 'record-kind': 'refusal', outcome: 'denied' });
  });

  it('ATD-8-j ANF-9.1-d ANF-14-f ANF-14-g: lets out what the skill has use for, and no personal data above its limit', async () => {
    await sending([meter({ constraint: { 'max-sensitivity': 'internal' } })]);
    const input = { link: 'R1', note: 'name: Ann Smith', customer: 'ACME' };
    const { id } = await output(rpc('yangent-tasks:assign', assign({ input, content: undefined })));
    await reached('completed', () => here(id));
    expect((await there(id))?.input).toEqual({ link: 'R1', note: '[redacted]' });
    expect((await here(id)).redacted).toEqual(['name']);
  });

  it('ATD-8-j: refuses personal data above its limit when it says so', async () => {
    await sending([meter({ constraint: { 'max-sensitivity': 'internal' }, 'on-excess': 'refuse' })]);
    const answer = await rpc('yangent-tasks:assign', assign({ content: '##task description age: 41' }));
    expect([answer.status, errorIn(answer)]).toEqual([
      403,
      expect.objectContaining({
        'error-tag': 'access-denied',
        'error-message': expect.stringMatching(/^it has age, and the trust domain of agent "meter" gets internal data/),
      }),
    ]);
  });
});

describe('a trust domain that is suspended', () => {
  it('gets nothing any more, and its tasks end with a record each', async () => {
    const { id } = await output(rpc('yangent-tasks:assign', assign({ type: 'wait' })));
    await reached('running', () => there(id));
    await a.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-b', enabled: false }] } });
    const reason = 'trust domain "carrier-b" is suspended: nothing is sent to it';
    expect(await reached('canceled', () => here(id))).toMatchObject({ 'state-reason': reason });
    await record(adminA, { operation: 'end-task', target: [`/yangent-tasks:tasks/task[id='${id}']`, reason] });
    await a.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-b', enabled: true }] } });
    // Where the other node cannot be told, it ends the task when its authority is not prolonged.
    await reached('canceled', () => there(id));
  });

  it('gives nothing any more: the tasks that its members assigned end', async () => {
    const { id } = await output(rpc('yangent-tasks:assign', assign({ type: 'wait' })));
    await reached('running', () => there(id));
    await b.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-a', enabled: false }] } });
    expect(await reached('canceled', () => there(id))).toMatchObject({
      'state-reason': 'trust domain "carrier-a", by whose authority the task was assigned, is suspended',
    });
    await b.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name: 'carrier-a', enabled: true }] } });
  });
});

describe('the authority of a task on the other node', () => {
  it('is prolonged while its own node is there, and ends when that is gone', async () => {
    const { token } = await tokenOfX([capability('yangent-tasks.assign', { agent: ['meter'] })]);
    const { id } = await output(rpc('yangent-tasks:assign', assign({ type: 'wait' }), token));
    const first = await reached('running', () => there(id));
    await until(
      () => there(id),
      (task) => task?.authority.ends > first?.authority.ends,
    );
    for (const each of clients) if (each !== adminB) each.close();
    await a.stop();
    expect(await reached('canceled', () => there(id))).toMatchObject({
      'state-reason':
        'the authority by which the task was assigned has ended: the node that assigned it did not prolong it',
    });
  });
});
