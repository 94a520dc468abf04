/** Where authority came from, and how it ends with that: tokens of other issuers, those of users themselves, and grants. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ISSUER, type TestIssuer, testIssuer } from '../support/dpop.js';
import { type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const ACCESS = '/restconf/data/yangent-access:access';
const D = 'https://login.carrier-d.example';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
type Plain = Record<string, any>;

let rig: TestNode;
let issuer: TestIssuer;
let ofD: TestIssuer;
let admin: Https;
let ann: Https;
let bob: Https;

const ISSUER_ENTRY = () => ({ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' });

beforeAll(async () => {
  rig = await startTestNode({ limits: { login: { first: 1, longest: 1 } } });
  [issuer, ofD] = await Promise.all([testIssuer(), testIssuer()]);
  await rig.node.edit({
    'yangent-access:access': {
      user: ['ann', 'bob', 'eve'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      'token-issuer': [ISSUER_ENTRY(), { issuer: D, audience: ['yangent'], jwks: ofD.jwks }],
      'trust-domain': [
        {
          name: 'carrier-d',
          by: { 'token-issuer': [D] },
          'proof-of-possession': false,
          permit: [{ name: 'all', action: ['data.read', 'yangent-access.delegate'] }],
        },
      ],
    },
  });
  admin = new Https(rig);
  ann = new Https(rig, 'ann', 'the password of ann');
  bob = new Https(rig, 'bob', 'the password of bob');
});
afterAll(async () => {
  for (const client of [admin, ann, bob]) client?.close();
  await rig?.stop();
});

const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function rpc(client: Https, name: string, input: object, more: object = {}): Promise<HttpAnswer> {
  const body = JSON.stringify({ 'yangent-access:input': input });
  return client.send('POST', `/restconf/operations/yangent-access:${name}`, { body, ...more });
}

async function output(answer: Promise<HttpAnswer>): Promise<Plain> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.any(String)]);
  return Object.values<Plain>(JSON.parse(body))[0] ?? {};
}

async function refusal(answer: Promise<HttpAnswer>): Promise<readonly unknown[]> {
  const { status, body } = await answer;
  const [error] = JSON.parse(body)['ietf-restconf:errors'].error;
  return [status, error['error-tag'], error['error-app-tag'], error['error-message']];
}

const READ = [{ name: 'read', action: ['data.read'], constraint: { path: ['/ietf-yang-library:yang-library'] } }];
const soon = () => new Date(Date.now() + 500_000).toISOString();
const given = (to: string) => ({ to, capability: READ, expires: soon() });

/** Gives bob a grant. @param token of the giver */
const grantBy = async (token: string, client = ann): Promise<string> =>
  (await output(rpc(client, 'delegate', given('bob'), by(token)))).grant;
const tokenFrom = (grant: string) => output(rpc(bob, 'issue-token', { grant }));
const statusOf = async (token: string) =>
  (await ann.send('GET', '/restconf/data/ietf-yang-library:yang-library/content-id', by(token))).status;
const grantAt = async (id: string): Promise<Plain> =>
  JSON.parse((await admin.send('GET', `/restconf/data/yangent-access:grants/grant=${id}`)).body)[
    'yangent-access:grant'
  ][0];
const recordsOf = async (grant: string): Promise<readonly Plain[]> => {
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log');
  return JSON.parse(body)['yangent-audit:log'].entry.filter((each: Plain) => each.grant === grant);
};

async function change(method: string, path: string, value?: object): Promise<void> {
  const answer = await admin.send(method, path, value === undefined ? {} : { body: JSON.stringify(value) });
  expect([answer.status, answer.body]).toEqual([expect.toBeOneOf([200, 201, 204]), expect.any(String)]);
}

describe('a token of another issuer', () => {
  const jti = 'number 1';

  it('is revoked by its issuer and identifier, with all that came of it', async () => {
    const token = await issuer.token({ sub: 'ann', jti });
    const grant = await grantBy(token);
    const { token: derived } = await tokenFrom(grant);
    expect([await statusOf(token), await statusOf(derived)]).toEqual([200, 200]);

    // The identifier alone is that of a token of this node.
    expect(await refusal(rpc(admin, 'revoke-token', { 'token-id': jti }))).toEqual([
      400,
      'invalid-value',
      'invalid_request',
      'no token of this node has the identifier "number 1": nothing is revoked; a token of another issuer is named with issuer',
    ]);
    expect([await statusOf(token), await statusOf(derived)]).toEqual([200, 200]);

    expect((await rpc(admin, 'revoke-token', { 'token-id': jti, issuer: ISSUER })).status).toBe(204);
    expect([await statusOf(token), await statusOf(derived)]).toEqual([401, 401]);
    expect(await refusal(rpc(bob, 'issue-token', { grant }))).toEqual([
      403,
      'access-denied',
      'aap_capability_expired',
      'the grant has been revoked',
    ]);
  });

  it('has an issuer that the node knows', async () => {
    expect(await refusal(rpc(admin, 'revoke-token', { 'token-id': jti, issuer: 'https://typo.example' }))).toEqual([
      400,
      'invalid-value',
      'invalid_request',
      '"https://typo.example" is no issuer whose tokens are good on this node',
    ]);
  });

  it('is revoked by its user with the identifier, who has logged in with it', async () => {
    const token = await issuer.token({ sub: 'ann', jti: 'number 2' });
    expect((await rpc(ann, 'revoke-token', { 'token-id': 'number 2' }, by(token))).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });

  it('is not revoked by others, nor do they learn whether there is one', async () => {
    const token = await issuer.token({ sub: 'ann', jti: 'number 3' });
    expect(await statusOf(token)).toBe(200);
    for (const id of ['number 3', 'nothing'])
      for (const input of [
        { 'token-id': id, issuer: ISSUER },
        { 'token-id': id, issuer: 'https://typo.example' },
      ])
        expect(await refusal(rpc(bob, 'revoke-token', input))).toEqual([
          403,
          'access-denied',
          'invalid_grant',
          `you have no token "${id}": nothing is revoked`,
        ]);
    expect(await statusOf(token)).toBe(200);
  });
});

describe('by its identifier a token of this node', () => {
  it('is revoked by an administrator also when it has ended, as work that it began may go on', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect((await rpc(admin, 'revoke-token', { 'token-id': id })).status).toBe(204);
  });

  const issued = async () => {
    const { grant } = await output(rpc(ann, 'delegate', given('bob')));
    return tokenFrom(grant);
  };

  it('is revoked by its user', async () => {
    const { token, 'token-id': id } = await issued();
    expect((await rpc(ann, 'revoke-token', { 'token-id': id })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });

  it('is revoked by who acts with it', async () => {
    const { token, 'token-id': id } = await issued();
    expect((await rpc(bob, 'revoke-token', { 'token-id': id, issuer: rig.url })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });

  it('is not revoked by others, who do not learn whether there is one', async () => {
    const { token, 'token-id': id } = await issued();
    const eve = new Https(rig, 'eve', 'the password of eve');
    for (const each of [id, '00000000-0000-4000-8000-000000000000'])
      expect(await refusal(rpc(eve, 'revoke-token', { 'token-id': each }))).toEqual([
        403,
        'access-denied',
        'invalid_grant',
        `you have no token "${each}": nothing is revoked`,
      ]);
    eve.close();
    expect(await statusOf(token)).toBe(200);
  });
});

describe('a grant ends, with a record,', () => {
  const ENDED = { 'record-kind': 'grant', operation: 'grant-ended', user: 'system', outcome: 'done' };

  it('with the token issuer that vouched for its giver, also one that was given by a token from it', async () => {
    const token = await issuer.token({ sub: 'ann', jti: 'number 4' });
    const [grant, kept] = [await grantBy(token), (await output(rpc(ann, 'delegate', given('bob')))).grant];
    const { token: derived } = await tokenFrom(grant);
    await change('DELETE', `${ACCESS}/token-issuer=${encodeURIComponent(ISSUER)}`);
    expect(await statusOf(derived)).toBe(401);
    expect((await rpc(bob, 'issue-token', { grant })).status).toBe(403);
    expect(await grantAt(grant)).toMatchObject({ revoked: expect.any(String) });
    expect((await recordsOf(grant)).at(-1)).toMatchObject({
      ...ENDED,
      reason: `tokens of ${ISSUER}, which vouched for its giver, are trusted no more`,
    });
    // Trust that is given again does not bring it back.
    await change('POST', ACCESS, { 'yangent-access:token-issuer': [ISSUER_ENTRY()] });
    expect([await statusOf(token), await statusOf(derived)]).toEqual([200, 401]);
    expect((await rpc(bob, 'issue-token', { grant })).status).toBe(403);
    expect((await rpc(bob, 'issue-token', { grant: kept })).status).toBe(200);
  });

  it('with the trust domain of its giver', async () => {
    const grant = await grantBy(await ofD.token({ iss: D, sub: 'dan', jti: 'number 5' }));
    const { token } = await tokenFrom(grant);
    expect(await statusOf(token)).toBe(200);
    await change('DELETE', `${ACCESS}/trust-domain=carrier-d`);
    expect(await statusOf(token)).toBe(401);
    expect(await grantAt(grant)).toMatchObject({ from: 'dan@carrier-d', revoked: expect.any(String) });
    expect((await recordsOf(grant)).at(-1)).toMatchObject({
      ...ENDED,
      reason: 'the trust domain of its giver, or of an actor, was removed',
    });
  });
});

it('a grant to a name that no user has is refused to a giver who may read the users, else given like any other', async () => {
  const names = '/restconf/data/yangent-access:access/user=bob/name';
  expect([(await admin.send('GET', names)).status, (await ann.send('GET', names)).status]).toEqual([200, 404]);
  for (const name of ['zoe', 'bot@carrier-x'])
    expect((await refusal(rpc(admin, 'delegate', given(name))))[3]).toContain(`there is no user "${name}" here`);
  const [unknown, known] = [await rpc(ann, 'delegate', given('zoe')), await rpc(ann, 'delegate', given('bob'))];
  const shape = ({ status, body }: HttpAnswer) => [status, body.replace(/[0-9a-f-]{36}/, 'ID')];
  expect(shape(unknown)).toEqual([200, expect.stringContaining('ID')]);
  expect(shape(unknown)).toEqual(shape(known));
});
