/** Trust domains over the wire: whose word counts for whom, for what, and for how long. */
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { type ProofKeyPair, proofKeyPair, type TestIssuer, testIssuer } from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';

const B = 'https://login.carrier-b.example';
const C = 'https://login.carrier-c.example';
const ACCESS = '/restconf/data/yangent-access:access';
const AGENTS = '/restconf/data/yangent-agents:agents';
const DOMAIN = `${ACCESS}/trust-domain`;

let rig: TestNode;
let admin: Https;
let ofB: TestIssuer;
let ofC: TestIssuer;
let key: ProofKeyPair;

const issuerEntry = (issuer: string, { jwks }: TestIssuer, more: object = {}) => ({
  issuer,
  audience: ['yangent'],
  jwks,
  ...more,
});
const READ = [{ name: 'read', action: ['data.read', 'data.subscribe'] }];
const domain = (name: string, issuer: string, more: object = {}) => ({
  name,
  by: { 'token-issuer': [issuer] },
  permit: READ,
  ...more,
});

const data = temporaryFolder();
const options = { data, limits: { login: { first: 1, longest: 1 } } } as const;
beforeAll(async () => {
  rig = await startTestNode(options);
  admin = new Https(rig);
  [ofB, ofC] = await Promise.all([testIssuer(), testIssuer()]);
  key = await proofKeyPair();
  await rig.node.edit({
    'yangent-access:access': {
      user: [{ name: 'ann', password: '$0$the password of ann', group: ['staff'] }],
      'token-issuer': [issuerEntry(B, ofB), issuerEntry(C, ofC)],
    },
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann']), agentEntry('probe', ['bot@carrier-b'])] },
  });
});
afterAll(async () => {
  admin?.close();
  await rig?.stop();
});

/** Sends a request with a token that is bound to `key`, and a proof. */
async function as(token: string, method: string, path: string, body?: object): Promise<HttpAnswer> {
  const url = `${rig.url}${path.split('?')[0]}`;
  const send = async (nonce?: string) => {
    const proof = await key.proof({ method, url, token, ...(nonce === undefined ? {} : { nonce }) });
    return admin.send(method, path, {
      headers: { authorization: `DPoP ${token}`, dpop: proof },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  const first = await send();
  const nonce = first.headers['dpop-nonce'];
  return first.status === 401 && typeof nonce === 'string' ? send(nonce) : first;
}
const bound = (issuer: TestIssuer, iss: string, claims: object = {}) =>
  issuer.token({ iss, sub: 'bot', cnf: key.cnf, ...claims });
const bearer = (token: string, path = `${AGENTS}?depth=2`) =>
  admin.send('GET', path, { headers: { authorization: `Bearer ${token}` } });

async function put(entry: { readonly name: string; readonly [member: string]: unknown }) {
  const answer = await admin.send('PUT', `${DOMAIN}=${entry.name}`, {
    body: JSON.stringify({ 'yangent-access:trust-domain': [entry] }),
  });
  return answer.status < 300 ? answer.status : { status: answer.status, ...errorIn(answer) };
}
async function stateOf(name: string) {
  const { body } = await admin.send('GET', `${DOMAIN}=${name}?content=nonconfig`);
  const { accepted, refused = [] } = JSON.parse(body)['yangent-access:trust-domain'][0];
  const counts: [string, string][] = refused.map(({ reason, count }: Record<string, string>) => [reason, count]);
  return { accepted, refused: Object.fromEntries(counts) };
}
async function records(): Promise<readonly Record<string, unknown>[]> {
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
  return JSON.parse(body)['yangent-audit:log'].entry;
}

const LIST = `${AGENTS}?depth=2`;
const CLAIM = '/restconf/operations/yangent-tasks:claim-next';
const claimFor = (agent: string) => ({ 'yangent-tasks:input': { agent } });
const DISCOVER = '/restconf/operations/yangent-agents:discover';

/** Asks the log until a record has these members. */
const record = (wanted: Readonly<Record<string, unknown>>) =>
  until(records, (all) => all.some((each) => Object.entries(wanted).every(([name, value]) => each[name] === value)));

describe('a trust domain', () => {
  beforeEach(async () => {
    const members = { group: ['partners'] };
    const permit = [...READ, { name: 'work', action: ['yangent-tasks.claim-next'] }];
    expect(await put(domain('carrier-b', B, { members, permit }))).toBeLessThan(300);
  });

  it('ANF-14-b ANF-14-d: lets its members in for what its permit says, under a name of their own', async () => {
    const token = await bound(ofB, B);
    const answer = await as(token, 'GET', LIST);
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('noc')]);
    const refused = await as(token, 'POST', DISCOVER, { 'yangent-agents:input': {} });
    expect([refused.status, errorIn(refused)]).toEqual([
      403,
      expect.objectContaining({
        'error-app-tag': 'aap_invalid_capability',
        'error-message': expect.stringContaining('user "bot@carrier-b" has no authority for yangent-agents.discover'),
      }),
    ]);
    await record({
      ...{ user: 'bot@carrier-b', domain: 'carrier-b', 'principal-kind': 'agent' },
      ...{ operation: 'yangent-agents:discover', outcome: 'denied' },
    });
    await record({ user: 'bot@carrier-b', domain: 'carrier-b', operation: 'login', outcome: 'done', method: 'dpop' });
    expect(Number((await stateOf('carrier-b')).accepted)).toBeGreaterThanOrEqual(2);
  });

  it('gives its members none of the groups that their tokens name, and no local name', async () => {
    const token = await bound(ofB, B, { sub: 'admin', groups: ['admin'] });
    expect((await as(token, 'GET', LIST)).status).toBe(200);
    expect((await as(token, 'GET', ACCESS)).status).toBe(404);
    await record({ user: 'admin@carrier-b', domain: 'carrier-b', operation: 'login' });
  });

  it('puts its members in the groups of members, for access control', async () => {
    const rule = { name: 'agents', path: '/yangent-agents:agents', 'access-operations': 'read' };
    const list = (group: string, action: string) => ({ name: group, group: [group], rule: [{ ...rule, action }] });
    const groups = { group: [{ name: 'robots', 'user-name': ['bot@carrier-b'] }] };
    const nacm = (...lists: readonly object[]) =>
      admin.send('PUT', '/restconf/data/ietf-netconf-acm:nacm', {
        body: JSON.stringify({ 'ietf-netconf-acm:nacm': { groups, 'rule-list': lists } }),
      });
    const token = await bound(ofB, B);
    expect((await nacm(list('partners', 'deny'))).status).toBe(201);
    expect((await as(token, 'GET', LIST)).status).toBe(404);
    expect((await nacm(list('robots', 'permit'), list('partners', 'deny'))).status).toBe(204);
    expect((await as(token, 'GET', LIST)).status).toBe(200);
    await admin.send('DELETE', '/restconf/data/ietf-netconf-acm:nacm');
  });

  it('counts and records each refusal, with its reason', async () => {
    const [unbound, expired, nameless, right] = await Promise.all([
      ofB.token({ iss: B, sub: 'bot' }),
      bound(ofB, B, { exp: 1 }),
      bound(ofB, B, { sub: 'agent:noc' }),
      bound(ofB, B),
    ]);
    const before = (await stateOf('carrier-b')).refused;
    for (const token of [unbound, expired, nameless, right]) {
      const { status, body } = await bearer(token);
      expect([status, errorIn({ body })['error-tag']]).toEqual([401, 'access-denied']);
    }
    const counted = (await stateOf('carrier-b')).refused;
    for (const reason of ['unbound-token', 'bad-token', 'bad-name', 'bad-proof'])
      expect([reason, Number(counted[reason])]).toEqual([reason, Number(before[reason] ?? 0) + 1]);
    const all = await until(records, (each) => refusedIn(each, 'carrier-b').length >= 4);
    expect(refusedIn(all, 'carrier-b')[0]).toMatchObject({
      ...{ user: '(unknown)', 'principal-kind': 'unknown', method: 'token', source: '127.0.0.1' },
    });
  });

  it('takes unbound tokens when it says so', async () => {
    const token = await ofB.token({ iss: B, sub: 'bot' });
    expect(await put(domain('carrier-b', B, { 'proof-of-possession': false }))).toBe(204);
    expect((await bearer(token)).status).toBe(200);
  });

  it('lets nobody in without a permit', async () => {
    const token = await bound(ofB, B);
    expect(await put({ ...domain('carrier-b', B), permit: [] })).toBe(204);
    expect((await as(token, 'GET', LIST)).status).toBe(401);
    expect((await stateOf('carrier-b')).refused['no-permit']).toBe('1');
  });

  it('that is suspended refuses its callers, and their streams end at once', async () => {
    const token = await bound(ofB, B);
    const ended = stream(token);
    await ended.open;
    expect(await put(domain('carrier-b', B, { enabled: false }))).toBe(204);
    await ended.closed;
    const refused = await as(token, 'GET', LIST);
    expect([refused.status, refused.body]).toEqual([401, expect.stringContaining('trust domain of the token is susp')]);
    const bad = await as(await bound(ofC, B), 'GET', LIST);
    expect([bad.status, bad.body]).toEqual([401, expect.not.stringContaining('suspended')]);
    expect((await stateOf('carrier-b')).refused.disabled).toBe('2');
    expect(await put(domain('carrier-b', B))).toBe(204);
    expect((await as(token, 'GET', LIST)).status).toBe(200);
  });

  it('stays a limit of tokens that this node makes from those of its members', async () => {
    const subject = await bound(ofB, B, { cnf: undefined });
    expect(await put(domain('carrier-b', B, { 'proof-of-possession': false }))).toBe(204);
    const capability = [{ name: 'a', action: ['data.read', 'yangent-agents.discover'] }];
    const input = { 'yangent-access:input': { 'subject-token': subject, capability } };
    const exchange = await admin.send('POST', '/restconf/operations/yangent-access:exchange-token', {
      body: JSON.stringify(input),
    });
    const { token } = JSON.parse(exchange.body)['yangent-access:output'];
    expect((await bearer(token)).status).toBe(200);
    const wider = await admin.send('POST', DISCOVER, {
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ 'yangent-agents:input': {} }),
    });
    expect([wider.status, errorIn(wider)['error-app-tag']]).toEqual([403, 'aap_invalid_capability']);
    expect(await put(domain('carrier-b', B, { enabled: false }))).toBe(204);
    expect((await bearer(token)).status).toBe(401);
  });

  it('is told of on the stream', async () => {
    const watcher = await Watcher.start(rig);
    expect(await put(domain('carrier-b', B, { enabled: false }))).toBe(204);
    expect(await put(domain('carrier-b', B))).toBe(204);
    const changes = () => watcher.events.filter(({ name }) => name === 'yangent-access:trust-domain-changed');
    await until(changes, (all) => all.length === 2);
    expect(changes().map(({ value }) => value)).toEqual([
      { domain: 'carrier-b', change: 'suspended' },
      { domain: 'carrier-b', change: 'resumed' },
    ]);
    await watcher.close();
  });
});

describe('what is of a trust domain is of no other', () => {
  beforeAll(async () => {
    expect(await put(domain('carrier-b', B))).toBeLessThan(300);
  });

  it.each<[string, object, RegExp]>([
    ['a token issuer', { 'token-issuer': [B] }, /the token issuer https:\/\/login\.carrier-b\.example belongs to/],
    ['an identifier', { did: ['did:web:b.example'] }, /the identifier did:web:b\.example belongs to/],
    ['a host of identifiers', { 'did-host': ['b.example:443'] }, /the DID host b\.example belongs to/],
    [
      'an identifier at its host',
      { did: ['did:wba:b.example:agents:x'] },
      /the host of did:wba:b\.example:agents:x belongs/,
    ],
  ])('%s', async (_what, by, message) => {
    const first = { 'token-issuer': [B], did: ['did:web:b.example'], 'did-host': ['b.example'] };
    expect(await put({ ...domain('carrier-b', B), by: first })).toBe(204);
    expect(await put({ name: 'carrier-x', by })).toEqual(
      expect.objectContaining({
        ...{ status: 400, 'error-tag': 'invalid-value', 'error-app-tag': 'trust-domain-overlap' },
        'error-path': "/yangent-access:access/trust-domain[name='carrier-x']",
        'error-message': expect.stringMatching(message),
      }),
    );
  });

  it('its issuer is none of local users', async () => {
    const answer = await admin.send('PATCH', `${ACCESS}/token-issuer=${encodeURIComponent(B)}`, {
      body: JSON.stringify({ 'yangent-access:token-issuer': [{ issuer: B, members: 'local' }] }),
    });
    expect([answer.status, errorIn(answer)['error-app-tag']]).toEqual([400, 'trust-domain-overlap']);
  });

  it('the names of its members are no names of local users, and the other way about', async () => {
    const putUser = (name: string) =>
      admin.send('PUT', `${ACCESS}/user=${name}`, { body: JSON.stringify({ 'yangent-access:user': [{ name }] }) });
    const refused = await putUser('bot@carrier-b');
    expect([refused.status, errorIn(refused)]).toEqual([
      400,
      expect.objectContaining({
        'error-app-tag': 'trust-domain-name',
        'error-message': expect.stringContaining("the user 'bot@carrier-b' is called like a member"),
      }),
    ]);
    expect((await putUser('eve@carrier-y')).status).toBe(201);
    expect(await put({ name: 'carrier-y' })).toMatchObject({ status: 400, 'error-app-tag': 'trust-domain-name' });
    expect(await put({ name: 'carrier-z' })).toBe(201);
    expect((await admin.send('DELETE', `${DOMAIN}=carrier-z`)).status).toBe(204);
    expect((await putUser('eve@carrier-z')).status).toBe(400);
  });

  it('an issuer of local users does not name its members', async () => {
    const local = await testIssuer();
    const entry = issuerEntry('https://local.example', local, { members: 'local' });
    await rig.node.edit({ 'yangent-access:access': { 'token-issuer': [entry] } });
    const token = (sub: string) => local.token({ iss: 'https://local.example', sub });
    expect((await bearer(await token('ann'))).status).toBe(200);
    expect((await bearer(await token('bot@carrier-b'))).status).toBe(401);
    expect((await bearer(await token('bot@carrier-z'))).status).toBe(401);
  });
});

describe('a permit that can never be met', () => {
  it.each([
    [{ action: ['data.reed'] }, "did you mean 'data.read'?"],
    [{ action: ['data.read'], constraint: { path: ['/yangent-agnts:agents'] } }, 'names no module'],
    [{ action: ['data.read'], constraint: { agent: ['noc'] } }, 'the constraint agent is never met by data.read'],
  ])('is refused with its path: %j', async (more, words) => {
    expect(await put(domain('carrier-x', C, { permit: [{ name: 'odd', ...more }] }))).toMatchObject({
      status: 400,
      'error-tag': 'invalid-value',
      'error-path': "/yangent-access:access/trust-domain[name='carrier-x']/permit[name='odd']",
      'error-message': expect.stringContaining(words),
    });
  });
});

describe('a trust domain that is gone', () => {
  const permit = [...READ, { name: 'work', action: ['yangent-tasks.claim-next'] }];

  it('keeps its issuer until the entry of the issuer goes', async () => {
    expect(await put(domain('carrier-c', C))).toBe(201);
    const token = await bound(ofC, C);
    expect((await as(token, 'GET', LIST)).status).toBe(200);
    expect((await admin.send('DELETE', `${DOMAIN}=carrier-c`)).status).toBe(204);
    expect((await as(token, 'GET', LIST)).status).toBe(401);
    const entry = `${ACCESS}/token-issuer=${encodeURIComponent(C)}`;
    const local = await admin.send('PATCH', entry, {
      body: JSON.stringify({ 'yangent-access:token-issuer': [{ issuer: C, members: 'local' }] }),
    });
    expect(local.status).toBe(204);
    expect((await as(token, 'GET', LIST)).status).toBe(401);
    expect((await admin.send('DELETE', entry)).status).toBe(204);
    await rig.node.edit({ 'yangent-access:access': { 'token-issuer': [issuerEntry(C, ofC)] } });
    expect((await as(token, 'GET', LIST)).status).toBe(200);
    await record({ user: 'bot@https://login.carrier-c.example', operation: 'login' });
  });

  it('passes its name on, but not what its members owned, and not by a restart', async () => {
    expect(await put(domain('carrier-b', B, { permit }))).toBeLessThan(300);
    const token = await bound(ofB, B);
    expect((await as(token, 'POST', CLAIM, claimFor('probe'))).status).toBe(204);
    expect((await admin.send('DELETE', `${DOMAIN}=carrier-b`)).status).toBe(204);
    expect(await put(domain('carrier-b', B, { permit }))).toBe(201);
    const denied = await as(token, 'POST', CLAIM, claimFor('probe'));
    expect([denied.status, errorIn(denied)['error-tag']]).toEqual([403, 'access-denied']);
    await record({ user: 'bot@carrier-b~2', domain: 'carrier-b', operation: 'yangent-tasks:claim-next' });
    admin.close();
    await rig.stop();
    rig = await startTestNode(options);
    admin = new Https(rig);
    expect((await as(token, 'POST', CLAIM, claimFor('probe'))).status).toBe(403);
    expect((await as(token, 'GET', LIST)).status).toBe(200);
    expect((await stateOf('carrier-b')).accepted).toBe('2');
  });
});

function refusedIn(all: readonly Record<string, unknown>[], of: string) {
  return all.filter(
    ({ operation, outcome, domain: named }) => operation === 'login' && outcome === 'denied' && named === of,
  );
}

/** Opens the event stream with a token. `closed` resolves when the node ends it. */
function stream(token: string): { readonly open: Promise<unknown>; readonly closed: Promise<unknown> } {
  const url = `${rig.url}/restconf/streams/NETCONF/json`;
  const stages = new EventEmitter();
  const [open, closed] = [once(stages, 'open'), once(stages, 'closed')];
  const ask = async (nonce?: string): Promise<void> => {
    const proof = await key.proof({ method: 'GET', url, token, ...(nonce === undefined ? {} : { nonce }) });
    const headers = { authorization: `DPoP ${token}`, dpop: proof, accept: 'text/event-stream' };
    get(url, { agent: false, ca: readFileSync(rig.certificate), headers }, (answer) => {
      const next = answer.headers['dpop-nonce'];
      if (answer.statusCode === 401 && nonce === undefined && typeof next === 'string') {
        answer.resume();
        void ask(next);
        return;
      }
      if (answer.statusCode !== 200) stages.emit('error', new Error(`answered with ${answer.statusCode}`));
      answer.resume().once('close', () => stages.emit('closed'));
      stages.emit('open');
    });
  };
  void ask();
  return { open, closed };
}
