/** Tokens of steps that an OAuth server issues for those of the node (RFC 8693). */

import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIENCE, CLIENT, refused } from '../../support/authorization-server.js';
import { stepOf } from '../rig.js';
import { AuthorityRig, graphOf, SECRET, taskOf } from './rig.js';

let rig: AuthorityRig;
const PLAIN_KEYS = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}';

beforeAll(async () => {
  rig = await AuthorityRig.start(SECRET);
  await rig.grantTo('crew');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rig?.stop());

const begin = () => rig.begin(graphOf('foreign'));

describe('a token issuer of the configuration', () => {
  it('ATD-7-a ATD-1-c: gives the executor of a step its own token for one of the node', async () => {
    const run = await begin();
    const { token } = await rig.act(run, 'claim');
    const payload = await rig.server.verified(token);
    expect(payload).toMatchObject({
      ...{ iss: rig.server.url, aud: AUDIENCE, sub: 'ann', act: { sub: 'agent:crew' }, agent: { id: 'agent:crew' } },
      task: { id: taskOf(run), purpose: 'diagnose-link', created_by: 'ann' },
      capabilities: [{ action: 'data.read' }],
      oversight: { level: 'foreign' },
      delegation: { depth: 0, max_depth: 0, chain: ['agent:crew'] },
      context: { coordinator: 'coordinator' },
      audit: { trace_id: run.id.replaceAll('-', '') },
      ...{ dagid: run.uri, tasknode: 'a', checkpointref: `${run.uri};c=1`, recovery_state: 'none' },
      executioncontext: { ref: expect.stringContaining(`/${run.id}/a;g=1`), digest: expect.any(String) },
    });
    const { form, authorization } = rig.server.asked.at(-1) ?? {};
    expect(form).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: expect.any(String),
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      requested_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      audience: AUDIENCE,
    });
    expect(authorization).toBe(`Basic ${btoa('node+one:a+secret+of+the+client%3A+100+%25')}`);
    await rig.act(run, 'complete');
  });

  it('ATD-8-n: gets a token that is good nowhere else, and says nothing of grants and groups', async () => {
    const run = await begin();
    await rig.act(run, 'claim');
    const { subject_token: subject = '' } = rig.server.asked.at(-1)?.form ?? {};
    const claims = decodeJwt(subject);
    expect(claims).toMatchObject({ iss: rig.node.url, aud: rig.server.url, lineage: [] });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(120);
    expect(claims).not.toHaveProperty('groups');
    expect(await rig.readWith(subject)).toBe(401);
    await rig.act(run, 'complete');
  });

  it('ATD-8-f: is asked again when 80 % of the life of a token are over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const run = await begin();
    const { token } = await rig.act(run, 'claim', { lease: 600 });
    vi.setSystemTime(Date.now() + 60_000);
    expect((await rig.act(run, 'heartbeat', { lease: 600 })).token).toBeUndefined();
    vi.setSystemTime(Date.now() + 40_000);
    const { token: next } = await rig.act(run, 'heartbeat', { lease: 600 });
    const [first, second] = await Promise.all([rig.server.verified(token), rig.server.verified(next)]);
    expect(second).toMatchObject({ dagid: run.uri, tasknode: 'a', recovery_state: 'none' });
    expect(Number(second.exp)).toBeGreaterThan(Number(first.exp));
    await rig.act(run, 'complete');
  });

  it('is no hindrance to a heartbeat: the next one after a while asks again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const run = await begin();
    await rig.act(run, 'claim', { lease: 600 });
    vi.setSystemTime(Date.now() + 100_000);
    rig.server.next.push(refused('temporarily_unavailable', 503));
    expect(await rig.act(run, 'heartbeat', { lease: 600 })).toEqual({
      state: 'running',
      'lease-expires': expect.any(String),
    });
    const before = rig.server.asked.length;
    expect((await rig.act(run, 'heartbeat', { lease: 600 })).token).toBeUndefined();
    expect(rig.server.asked).toHaveLength(before);
    vi.setSystemTime(Date.now() + 10_001);
    expect((await rig.act(run, 'heartbeat', { lease: 600 })).token).toBeDefined();
    await rig.act(run, 'complete');
  });

  it('cannot be named by an assurance profile when it exchanges no tokens', async () => {
    const body = JSON.stringify({
      'yangent-access:token-issuer': [{ issuer: 'https://plain.example', audience: ['yangent'], jwks: PLAIN_KEYS }],
    });
    const path = '/restconf/data/yangent-access:access/token-issuer=https%3A%2F%2Fplain.example';
    expect((await rig.admin.send('PUT', path, { body })).status).toBe(201);
    const profile = JSON.stringify({
      'yangent-workflows:assurance-profile': [{ name: 'odd', 'token-issuer': 'https://plain.example' }],
    });
    const answer = await rig.admin.send('PUT', '/restconf/data/yangent-workflows:workflows/assurance-profile=odd', {
      body: profile,
    });
    expect([answer.status, answer.body]).toEqual([412, expect.stringContaining('exchanges no tokens')]);
    expect((await rig.admin.send('DELETE', path)).status).toBe(204);
  });
});

describe('claim-next', () => {
  const next = (more: object = {}) => rig.sent(rig.bob, 'yangent-tasks:claim-next', { agent: 'crew', ...more });
  const tasksIn = (body: string) => JSON.parse(body)['yangent-tasks:output']?.task ?? [];

  it('ATD-8-d: answers tokens as claim does, and begins no task for which there is none', async () => {
    const run = await begin();
    rig.server.next.push(refused('temporarily_unavailable', 503));
    const refusal = await next();
    expect([refusal.status, JSON.parse(refusal.body)]).toMatchObject([
      409,
      { 'ietf-restconf:errors': { error: [{ 'error-tag': 'resource-denied', 'error-app-tag': 'token-unavailable' }] } },
    ]);
    expect(await rig.stateOf(taskOf(run))).toMatchObject({ state: 'accepted', attempt: 0 });
    const { status, body } = await next();
    expect(status).toBe(200);
    const [task] = tasksIn(body);
    expect(task).toMatchObject({ id: taskOf(run), state: 'running', attempt: 1 });
    rig.tokens.push(task.token);
    expect(await rig.server.verified(task.token)).toMatchObject({ dagid: run.uri, task: { id: taskOf(run) } });
    await rig.act(run, 'complete');
  });

  it('begins the other tasks meanwhile, in their order', async () => {
    const stuck = await begin();
    const plain = await rig.begin({
      execution: { assurance: 'fast' },
      node: [{ name: 'a', task: { skill: 'diagnose-link', agent: 'crew' } }],
    });
    const own = await rig.begin(graphOf('own'));
    rig.server.next.push(refused('temporarily_unavailable', 503));
    const { body } = await next({ max: 3 });
    const given = tasksIn(body);
    expect(given.map(({ id }: { id: string }) => id).sort()).toEqual([taskOf(plain), taskOf(own)].sort());
    const tokens = new Map(given.map(({ id, token }: { id: string; token?: string }) => [id, token]));
    expect(tokens.get(taskOf(plain))).toBeUndefined();
    const token = String(tokens.get(taskOf(own)));
    rig.tokens.push(token);
    expect(await rig.verified(token)).toMatchObject({ dagid: own.uri, agent: { id: 'agent:crew' } });
    for (const run of [plain, own]) await rig.act(run, 'complete');
    await rig.act(stuck, 'claim');
    await rig.act(stuck, 'complete');
  });
});

it('ATD-8-k: each exchange has records of the intent and the outcome, with nothing of a token', async () => {
  const { entry = [] } = await rig.rpc(rig.admin, 'yangent-audit:list', { limit: 1000 });
  const found = entry.filter(({ operation }: { operation?: string }) => operation === 'exchange-token');
  expect(found).toContainEqual(
    expect.objectContaining({ 'record-kind': 'outbound', outcome: 'intent', target: [`${rig.server.url}/token`] }),
  );
  expect(found).toContainEqual(expect.objectContaining({ 'record-kind': 'outbound', outcome: 'done' }));
  expect(found).toContainEqual(
    expect.objectContaining({ 'record-kind': 'outbound', outcome: 'failed', 'error-tag': 'status 503' }),
  );
});

it('no token, and no secret of the client, is in the data directory, the records, the events or the tasks', async () => {
  const all = [...rig.tokens, ...rig.server.tokens];
  expect(rig.tokens.length).toBeGreaterThan(6);
  expect(rig.server.tokens.length).toBeGreaterThan(12);
  expect(rig.filesWith(all)).toEqual([]);
  const span = `start-time=2000-01-01T00:00:00Z&stop-time=${new Date().toISOString()}`.replaceAll(':', '%3A');
  const shown = await Promise.all([
    rig.admin.send('GET', '/restconf/data/yangent-tasks:tasks'),
    rig.admin.send('GET', '/restconf/data/yangent-workflows:workflows?content=all'),
    rig.admin.send('GET', `/restconf/streams/NETCONF/json?${span}`, { accept: 'text/event-stream' }),
    rig.admin.send('POST', '/restconf/operations/yangent-audit:list', {
      body: JSON.stringify({ 'yangent-audit:input': { limit: 1000 } }),
    }),
    rig.admin.send('GET', '/restconf/data/yangent-access:access'),
  ]);
  const parts = [...all.flatMap((token) => token.split('.').slice(1)), SECRET];
  for (const { status, body } of shown) {
    expect([status, body.length > 100]).toEqual([200, true]);
    expect(parts.filter((part) => body.includes(part))).toEqual([]);
  }
});

it('proves itself by its key for tokens where no secret is named', async () => {
  const other = await AuthorityRig.start();
  try {
    await other.grantTo('crew');
    const run = await other.begin(graphOf('foreign'));
    const { token } = await other.act(run, 'claim');
    expect(await other.server.verified(token)).toMatchObject({ dagid: run.uri });
    const { form = {}, authorization } = other.server.asked.at(-1) ?? {};
    expect(authorization).toBeUndefined();
    expect(form).toMatchObject({
      client_id: CLIENT,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const assertion = decodeJwt(form.client_assertion ?? '');
    expect(assertion).toMatchObject({ iss: CLIENT, sub: CLIENT, aud: other.server.url, jti: expect.any(String) });
    expect(Number(assertion.exp) - Number(assertion.iat)).toBe(60);
    expect(await other.readWith(form.client_assertion ?? '')).toBe(401);
    expect(stepOf(run, 'a').agent).toEqual(['crew']);
    await other.act(run, 'complete');
    expect(other.filesWith([...other.tokens, ...other.server.tokens])).toEqual([]);
  } finally {
    await other.stop();
  }
});
