/** Tasks that a node of another company assigns by its tokens: how long they last, and by whose word they end. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineAgent } from '../../src/index.js';
import { cmsOf } from '../../src/keys/index.js';
import { nowSeconds, type ProofKeyPair, proofKeyPair, type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { NodeHost } from '../support/node-host.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
type Plain = Record<string, any>;

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:access_token';
const OPERATIONS = '/restconf/operations';
const TASKS = '/restconf/data/yangent-tasks:tasks/task';
const DOMAIN = '/restconf/data/yangent-access:access/trust-domain';
const D = 'https://login.carrier-d.example';
const ACTIONS = [
  ...['assign', 'query', 'renew-authority'].map((name) => `yangent-tasks.${name}`),
  ...['yangent-access.delegate', 'data.read'],
];
const PERMIT = [{ name: 'tasks', action: ACTIONS }];

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const waiter = defineAgent({
  id: 'waiter',
  profile: profile('waiter'),
  skills: {
    wait: (_task, run) =>
      new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })),
  },
});
/** Gives its whole task to the waiter. */
const splitter = defineAgent({
  id: 'splitter',
  profile: profile('splitter'),
  skills: {
    split: async (_task, run) => (await run.assign('part', { to: 'waiter', type: 'wait', objective: 'a part' })).state,
  },
});

let rig: TestNode;
let admin: Https;
let c: NodeHost;
let ofD: TestIssuer;
let key: ProofKeyPair;

beforeAll(async () => {
  [rig, c, ofD, key] = await Promise.all([
    startTestNode({ limits: { login: { first: 1, longest: 1 } }, agents: [waiter, splitter] }),
    NodeHost.start(),
    testIssuer(),
    proofKeyPair(),
  ]);
  admin = new Https(rig);
  const certificate = [{ name: 'node', 'cert-data': (await cmsOf(c.cert)).toString('base64') }];
  const ofC = { 'node-host': [new URL(c.url).host], 'node-bag': 'carrier-c' };
  const send = [{ name: 'tasks', action: ['yangent-tasks.assign'] }];
  await rig.node.edit({
    'ietf-truststore:truststore': {
      'certificate-bags': { 'certificate-bag': [{ name: 'carrier-c', certificate }] },
    },
    'yangent-access:access': {
      user: [{ name: 'bob', password: '$0$the password of bob' }],
      'token-issuer': [{ issuer: D, audience: ['yangent'], jwks: ofD.jwks }],
      'trust-domain': [
        { name: 'carrier-c', by: ofC, permit: PERMIT, send },
        { name: 'carrier-d', by: { 'token-issuer': [D] }, permit: PERMIT },
      ],
    },
    'yangent-agents:agents': {
      agent: [
        agentEntry('broker', ['@carrier-c']),
        agentEntry('desk', ['@carrier-d']),
        agentEntry('meter', [], {
          execution: {
            kind: 'remote',
            target: c.url,
            remote: { agent: 'worker', as: 'desk', 'trust-domain': 'carrier-c' },
          },
        }),
      ],
    },
  });
});
afterAll(async () => {
  admin?.close();
  await c?.stop();
  await rig?.stop();
});

/** Sends a request with a proof of `key`. @param token undefined: the key is proved alone */
async function proved(method: string, path: string, body: string, more: { token?: string; type?: string } = {}) {
  const { token, type } = more;
  const url = `${rig.url}${path}`;
  const send = async (nonce?: string): Promise<HttpAnswer> => {
    const claims = token === undefined ? { ath: undefined } : {};
    const proof = await key.proof({ method, url, token: token ?? '', claims, ...(nonce ? { nonce } : {}) });
    return admin.send(method, path, {
      headers: { authorization: token === undefined ? '' : `DPoP ${token}`, dpop: proof },
      ...(type === undefined ? {} : { type }),
      body,
    });
  };
  const first = await send();
  const nonce = first.headers['dpop-nonce'];
  return typeof nonce === 'string' && first.status >= 400 ? send(nonce) : first;
}
const rpc = (token: string, name: string, input: object) =>
  proved('POST', `${OPERATIONS}/${name}`, JSON.stringify({ [`${name.split(':')[0]}:input`]: input }), { token });
async function output(answer: Promise<HttpAnswer>): Promise<Plain> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.any(String)]);
  return Object.values<Plain>(JSON.parse(body))[0] ?? {};
}
/** Exchanges a token for one of this node. */
async function exchanged(subject: string, scope = 'yangent-tasks.assign yangent-access.delegate'): Promise<string> {
  const form = { grant_type: EXCHANGE, subject_token: subject, subject_token_type: JWT, scope };
  const type = 'application/x-www-form-urlencoded';
  const { status, body } = await proved('POST', '/oauth/token', new URLSearchParams(form).toString(), { type });
  expect([status, body]).toEqual([200, expect.any(String)]);
  return JSON.parse(body).access_token;
}

let issued = 0;
const tokenOf = (seconds: number, claims: JWTPayload = {}) =>
  c.token(rig.url, { cnf: key.cnf, exp: nowSeconds() + seconds, jti: `token-${++issued}`, ...claims });
const endOf = (token: string) => {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return Date.parse(new Date(exp * 1_000).toISOString());
};
const assigned = (token: string, more: object = {}) =>
  output(
    rpc(token, 'yangent-tasks:assign', {
      from: 'broker',
      to: 'waiter',
      type: 'wait',
      objective: 'x',
      async: true,
      ...more,
    }),
  );
const renew = (token: string, id: string) => proved('POST', `${TASKS}=${id}/renew-authority`, '', { token });
const task = async (id: string): Promise<Plain> =>
  JSON.parse((await admin.send('GET', `${TASKS}=${id}`)).body)['yangent-tasks:task'][0];
const canceled = (id: string) =>
  until(
    () => task(id),
    ({ state }) => state === 'canceled',
  );
const ends = async (id: string) => Date.parse((await task(id)).authority.ends);
const change = async (name: string, more: object) =>
  rig.node.edit({ 'yangent-access:access': { 'trust-domain': [{ name, ...more }] } });
const OVER = 'the authority by which the task was assigned has ended: the node that assigned it did not prolong it';

describe('a task by the token of a node', () => {
  it('ends with it, also by a token of this node that comes from it', async () => {
    const given = await tokenOf(3);
    const { id } = await assigned(await exchanged(given));
    expect(await ends(id)).toBe(endOf(given));
    expect(await canceled(id)).toMatchObject({ 'state-reason': OVER });
  });

  it('ends with it, also by a token from a grant that was given with it', async () => {
    const given = await tokenOf(120);
    const own = await exchanged(given);
    const capability = [{ name: 'a', action: ['yangent-tasks.assign'] }];
    const expires = new Date(endOf(given) - 5_000).toISOString();
    const { grant } = await output(rpc(own, 'yangent-access:delegate', { to: 'bob', capability, expires }));
    const bob = new Https(rig, 'bob', 'the password of bob');
    const ask = (name: string, input: object, headers = {}) =>
      output(
        bob.send('POST', `${OPERATIONS}/${name}`, {
          body: JSON.stringify({ [`${name.split(':')[0]}:input`]: input }),
          headers,
        }),
      );
    const { token } = await ask('yangent-access:issue-token', { grant });
    const order = { from: 'broker', to: 'waiter', type: 'wait', objective: 'x', async: true };
    const { id } = await ask('yangent-tasks:assign', order, { authorization: `Bearer ${token}` });
    expect(await ends(id)).toBe(endOf(given));
    bob.close();
  });

  it('is prolonged with its parts', async () => {
    const [first, second] = [await tokenOf(60), await tokenOf(90)];
    const { id } = await assigned(first, { to: 'splitter', type: 'split' });
    const parts = async (): Promise<readonly Plain[]> => {
      const { body } = await admin.send('GET', '/restconf/data/yangent-tasks:tasks');
      return JSON.parse(body)['yangent-tasks:tasks'].task.filter((each: Plain) => each.parent === id);
    };
    const [part] = await until(parts, ([each]) => each?.state === 'running');
    expect(await ends(part?.id)).toBe(endOf(first));
    expect((await renew(second, id)).status).toBe(200);
    expect([await ends(id), await ends(part?.id)]).toEqual([endOf(second), endOf(second)]);
  });

  it.each(['with which it was assigned', 'by which it was prolonged last'])('ends with the token %s', async (which) => {
    const tokens = [await tokenOf(60), await tokenOf(90), await tokenOf(120)];
    const [first = '', second = '', third = ''] = tokens;
    const { id } = await assigned(first);
    for (const each of [second, third]) expect((await renew(each, id)).status).toBe(200);
    const revoked = which === 'with which it was assigned' ? first : third;
    await revoke(second);
    expect((await task(id)).state).toBe('running');
    await revoke(revoked);
    const reason = 'the authority by which the task was assigned was revoked';
    expect(await canceled(id)).toMatchObject({ 'state-reason': reason });
  });

  it('is not prolonged by a token with narrower limits, nor after a revocation', async () => {
    const [first, second] = [await tokenOf(60), await tokenOf(90)];
    const { id } = await assigned(first);
    const narrow = await exchanged(second, 'yangent-tasks.renew-authority');
    expect(await refusal(renew(narrow, id))).toEqual([403, 'access-denied', 'aap_invalid_capability']);
    expect(await ends(id)).toBe(endOf(first));
    await revoke(first);
    expect(await refusal(renew(second, id))).toEqual([403, 'access-denied', 'aap_capability_expired']);
  });

  it('is prolonged although the permit of its domain has become narrower', async () => {
    const [first, second] = [await tokenOf(60), await tokenOf(90)];
    const { id } = await assigned(first);
    const less = ACTIONS.filter((action) => action !== 'data.read');
    await replacePermit([{ name: 'tasks', action: less }]);
    expect((await renew(second, id)).status).toBe(200);
    await replacePermit(PERMIT);
    expect(await ends(id)).toBe(endOf(second));
  });
});

describe('on-revoke', () => {
  it('of the domain that executes a task lets none finish that a member of another assigned', async () => {
    await change('carrier-c', { 'on-revoke': 'finish' });
    const token = await ofD.token({ iss: D, sub: 'ann', cnf: key.cnf });
    const { id } = await assigned(token, { from: 'desk', to: 'meter' });
    await change('carrier-d', { enabled: false });
    expect(await canceled(id)).toMatchObject({
      'state-reason': 'trust domain "carrier-d", by whose authority the task was assigned, is suspended',
    });
  });

  it('finish lets a task go on whose node is suspended', async () => {
    await change('carrier-d', { enabled: true });
    const { id } = await assigned(await tokenOf(60));
    const other = await assigned(await ofD.token({ iss: D, sub: 'ann', cnf: key.cnf }), { from: 'desk' });
    const suspended = ['carrier-c', 'carrier-d'].map((name) => ({ name, enabled: false }));
    await rig.node.edit({ 'yangent-access:access': { 'trust-domain': suspended } });
    // The node looks at the tasks in the order of their identifiers.
    expect(id < other.id).toBe(true);
    await canceled(other.id);
    expect((await task(id)).state).toBe('running');
  });
});

async function revoke(token: string): Promise<void> {
  const body = JSON.stringify({ 'yangent-access:input': { token } });
  const { status } = await admin.send('POST', `${OPERATIONS}/yangent-access:revoke-token`, { body });
  expect(status).toBe(204);
}
async function refusal(answer: Promise<HttpAnswer>): Promise<readonly unknown[]> {
  const { status, body } = await answer;
  const { 'error-tag': tag, 'error-app-tag': appTag } = errorIn({ body });
  return [status, tag, appTag];
}
async function replacePermit(permit: readonly object[]): Promise<void> {
  const path = `${DOMAIN}=carrier-c`;
  const { body } = await admin.send('GET', `${path}?content=config`);
  const [entry] = JSON.parse(body)['yangent-access:trust-domain'];
  const changed = JSON.stringify({ 'yangent-access:trust-domain': [{ ...entry, permit }] });
  expect((await admin.send('PUT', path, { body: changed })).status).toBe(204);
}
