/** Rules about approvals hold for every spelling of a request: names of agents, messages of the draft, forms of OAuth. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const OPERATIONS = '/restconf/operations';
const MESSAGE = '/restconf/data/irtf-agent:tasks';
const PASSWORD = 'the password of ann';
const CONTENT = '##task description\nwork';
const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
let rig: TestNode;
let ann: Https;
let tasks = 0;

beforeAll(async () => {
  rig = await startTestNode();
  await rig.node.edit({
    'yangent-access:access': {
      user: [
        { name: 'ann', password: `$0$${PASSWORD}` },
        { name: 'vera', group: ['voters'] },
      ],
    },
    'yangent-agents:agents': {
      agent: [
        { id: 'desk', owner: ['ann'], profile: profile('desk') },
        { id: 'c9', owner: ['ann'], profile: profile('Night crew'), execution: { kind: 'attached' } },
        { id: 'other', owner: ['ann'], profile: profile('other'), execution: { kind: 'attached' } },
      ],
    },
  });
  ann = new Https(rig, 'ann', PASSWORD);
});
afterEach(async () => {
  const admin = new Https(rig);
  await admin.send('DELETE', '/restconf/data/yangent-access:access/approval-rule=r');
  admin.close();
});
afterAll(async () => {
  ann?.close();
  await rig?.stop();
});

async function rule(...action: readonly string[]): Promise<void> {
  const entry = { name: 'r', action, agent: ['c9'], 'approver-group': ['voters'] };
  await rig.node.edit({ 'yangent-access:access': { 'approval-rule': [entry] } });
}

function invoke(name: string, input: object): Promise<HttpAnswer> {
  const module = name.slice(0, name.indexOf(':'));
  return ann.send('POST', `${OPERATIONS}/${name}`, { body: JSON.stringify({ [`${module}:input`]: input }) });
}

function write(message: object, token?: string): Promise<HttpAnswer> {
  const body = JSON.stringify({ 'irtf-agent:tasks': message });
  if (token === undefined) return ann.send('PUT', MESSAGE, { body });
  return ann.send('PUT', MESSAGE, { body, headers: { authorization: `Bearer ${token}` } });
}

const toldOf = (answer: HttpAnswer) => [answer.status, errorIn(answer)['error-app-tag'] ?? answer.body];
const NEEDED = [403, 'aap_approval_required'];

/** Assigns a task to the crew. */
async function assigned(): Promise<string> {
  tasks += 1;
  const input = { from: 'desk', to: 'c9', 'task-id': `t${tasks}`, objective: `work ${tasks}`, async: true };
  expect((await invoke('yangent-tasks:assign', input)).status).toBe(200);
  return `t${tasks}`;
}

it('an agent is meant by its name as by its identifier', async () => {
  await rule('yangent-tasks.assign');
  const input = { from: 'desk', objective: 'work', async: true };
  expect(toldOf(await invoke('yangent-tasks:assign', { ...input, to: 'c9' }))).toEqual(NEEDED);
  expect(toldOf(await invoke('yangent-tasks:assign', { ...input, to: 'Night crew' }))).toEqual(NEEDED);
  expect(toldOf(await invoke('yangent-tasks:assign', { ...input, from: 'Night crew', to: 'other' }))).toEqual(NEEDED);
  expect((await invoke('yangent-tasks:assign', { ...input, to: 'other' })).status).toBe(200);
  const message = { 'task-sendFrom': 'desk', commuType: 'taskAssign', content: CONTENT, 'task-id': 'by-message' };
  expect(toldOf(await write({ ...message, 'task-sendTo': 'Night crew' }))).toEqual(NEEDED);
});

it('a negotiation of the draft is one', async () => {
  await rule('yangent-tasks.negotiate');
  const input = { from: 'desk', to: 'Night crew', type: 'FEASIBILITY', content: [CONTENT] };
  expect(toldOf(await invoke('yangent-tasks:negotiate', input))).toEqual(NEEDED);
  const message = { 'task-sendFrom': 'desk', 'task-sendTo': 'c9', commuType: 'FeasibilityNegotiate', 'task-id': 'n1' };
  expect(toldOf(await write({ ...message, content: CONTENT }))).toEqual(NEEDED);
});

it('a message is about the task, whatever receiver it names', async () => {
  const id = await assigned();
  await rule('yangent-tasks.cancel');
  const message = { 'task-sendFrom': 'desk', commuType: 'taskCancel', 'task-id': id };
  expect(toldOf(await write({ ...message, 'task-sendTo': 'c9' }))).toEqual(NEEDED);
  expect(toldOf(await write(message))).toEqual(NEEDED);
  const answer = await write({ ...message, 'task-sendTo': 'other' });
  expect([answer.status, errorIn(answer)['error-message']]).toEqual([
    400,
    `"task-sendTo" names "other", but the task "${id}" is at agent "c9": name that, or leave the leaf out`,
  ]);
});

it.each([
  ['failed', 'yangent-tasks.fail'],
  ['blocking', 'yangent-tasks.request-input'],
  ['suspended', 'yangent-tasks.suspend'],
  ['processing', 'yangent-tasks.report-progress'],
  ['finished', 'yangent-tasks.complete'],
])('a report of %s is %s', async (status, action) => {
  const id = await assigned();
  await rule(action);
  const report = { 'task-sendFrom': 'c9', 'task-sendTo': 'desk', commuType: 'taskResultNotify', 'task-id': id };
  expect(toldOf(await write({ ...report, 'task-status': status, content: CONTENT }))).toEqual(NEEDED);
  const other = status === 'finished' ? 'processing' : 'finished';
  expect((await write({ ...report, 'task-status': other, content: CONTENT })).status).toBeLessThan(300);
});

it('a context of the draft is shared', async () => {
  await rule('yangent-contexts.share');
  const share = { from: 'desk', to: 'c9', type: 'conversation', content: 'hello' };
  expect(toldOf(await invoke('yangent-contexts:share', share))).toEqual(NEEDED);
  const body = JSON.stringify({
    'irtf-agent:context': [
      {
        id: 'y1',
        sendFrom: 'desk',
        sendTo: 'Night crew',
        'request-info': { content: CONTENT, time: '2026-01-01T00:00:00Z' },
      },
    ],
  });
  expect(toldOf(await ann.send('PUT', '/restconf/data/irtf-agent:context=y1', { body }))).toEqual(NEEDED);
});

const EXPIRES = new Date(Date.now() + 3_600_000).toISOString();
async function tokenFor(...action: readonly string[]): Promise<string> {
  const capability = [{ name: 'all', action }];
  const given = await invoke('yangent-access:delegate', { to: 'agent:desk', capability, expires: EXPIRES });
  const { grant } = JSON.parse(given.body)['yangent-access:output'];
  const issued = await invoke('yangent-access:issue-token', { grant });
  return JSON.parse(issued.body)['yangent-access:output'].token;
}

it('a grant to complete tasks is none to fail them', async () => {
  const id = await assigned();
  const token = await tokenFor('yangent-tasks.complete');
  const report = { 'task-sendFrom': 'c9', 'task-sendTo': 'desk', commuType: 'taskResultNotify', 'task-id': id };
  const bad = await write({ ...report, 'task-status': 'failed', content: CONTENT }, token);
  expect(toldOf(bad)).toEqual([403, 'aap_invalid_capability']);
  expect((await write({ ...report, 'task-status': 'finished', content: CONTENT }, token)).status).toBeLessThan(300);
});

it('a form of OAuth is refused where persons must approve, and to whom access control refuses the rpc', async () => {
  const token = await tokenFor('data.read');
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  };
  const ask = async (path: string, fields: Readonly<Record<string, string>>) => {
    const type = 'application/x-www-form-urlencoded';
    const headers = { authorization: 'none' };
    const { status, body } = await ann.send('POST', path, { type, headers, body: String(new URLSearchParams(fields)) });
    return [status, body === '' ? '' : JSON.parse(body).error];
  };
  await rule('yangent-access.exchange-token', 'yangent-access.revoke-token');
  expect(await ask('/oauth/token', form)).toEqual([400, 'access_denied']);
  expect(await ask('/oauth/revoke', { token })).toEqual([400, 'access_denied']);
});
