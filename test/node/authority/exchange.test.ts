/** Token exchange over the wire (RFC 8693). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofKeyPair } from '../../support/dpop.js';
import type { Https } from '../../support/http.js';
import {
  type AuthorityRig,
  assign,
  by,
  capability,
  claims,
  FORM,
  output,
  refusal,
  rpc,
  startAuthority,
} from './rig.js';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:access_token';

let node: AuthorityRig;
let rig: AuthorityRig['rig'];
let issuer: AuthorityRig['issuer'];
let bob: Https;
let agentX: string;
let grantTo: AuthorityRig['grantTo'];
let tokenOf: AuthorityRig['tokenOf'];

beforeAll(async () => {
  node = await startAuthority();
  ({ rig, issuer, bob, agentX, grantTo, tokenOf } = node);
});
afterAll(() => node?.stop());

describe('token exchange', () => {
  const exchange = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    bob.send('POST', '/oauth/token', {
      type: FORM,
      body: new URLSearchParams({ grant_type: EXCHANGE, subject_token_type: JWT, ...form }).toString(),
      headers: { authorization: '', ...headers },
    });

  it('ATD-1-c: at /oauth/token names the actor, and gives no more than was asked for', async () => {
    const subject = await issuer.token({ sub: 'ann' });
    const answer = await exchange({
      ...{ subject_token: subject, actor_token: agentX, actor_token_type: JWT },
      scope: 'yangent-tasks.assign',
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      {
        access_token: expect.any(String),
        issued_token_type: JWT,
        token_type: 'Bearer',
        expires_in: expect.any(Number),
      },
    ]);
    const { access_token: token } = JSON.parse(answer.body);
    expect(claims(token)).toMatchObject({
      sub: 'ann',
      act: { sub: 'agent-x' },
      delegation: { depth: 0, max_depth: 3 },
    });
    await output(rpc(bob, 'yangent-tasks:assign', assign('crew'), by(token)));
    expect(await refusal(rpc(bob, 'yangent-access:revoke', { grant: 'any' }, by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it.each([
    ['without capabilities', {}, 'invalid_scope'],
    ['for another node', { audience: 'https://other.example', scope: 'data.read' }, 'invalid_target'],
    ['of another grant type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['of a bad token', { subject_token: 'a.b.c', scope: 'data.read' }, 'invalid_grant'],
    ['for an action that there is not', { scope: 'data.reed' }, 'invalid_scope'],
  ])('is refused %s', async (_, form, error) => {
    const answer = await exchange({ subject_token: await issuer.token({ sub: 'ann' }), ...form });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, error]);
  });

  it('never widens, nor goes deeper than it may', async () => {
    const narrow = await tokenOf(await grantTo('bob', [capability('yangent-tasks.assign', { agent: ['crew'] })]));
    const wider = { 'subject-token': narrow, capability: [capability('yangent-tasks.assign')] };
    expect(await refusal(rpc(bob, 'yangent-access:exchange-token', wider))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
    const deeper = { 'subject-token': narrow, 'actor-token': agentX };
    expect(await refusal(rpc(bob, 'yangent-access:exchange-token', deeper))).toEqual([
      403,
      'access-denied',
      'aap_excessive_delegation',
    ]);
  });

  it('of a bound token needs the proof of its key, and the new one is bound', async () => {
    const key = await proofKeyPair();
    const subject = await issuer.token({ sub: 'ann', cnf: key.cnf });
    const without = await exchange({ subject_token: subject, scope: 'data.read' });
    expect(JSON.parse(without.body).error).toBe('invalid_grant');
    const url = `${rig.url}/oauth/token`;
    const proof = (nonce?: string) =>
      key.proof({
        method: 'POST',
        url,
        token: '',
        claims: { ath: undefined },
        ...(nonce === undefined ? {} : { nonce }),
      });
    const first = await exchange({ subject_token: subject, scope: 'data.read' }, { dpop: await proof() });
    expect([first.status, JSON.parse(first.body).error]).toEqual([400, 'use_dpop_nonce']);
    const nonce = String(first.headers['dpop-nonce']);
    const answer = await exchange({ subject_token: subject, scope: 'data.read' }, { dpop: await proof(nonce) });
    const { access_token: token, token_type: type } = JSON.parse(answer.body);
    expect([type, claims(token).cnf]).toEqual(['DPoP', key.cnf]);
    expect((await bob.send('GET', '/restconf/yang-library-version', by(token))).status).toBe(401);
  });

  it('is told by metadata, and its keys are shown', async () => {
    const get = async (path: string) =>
      JSON.parse((await bob.send('GET', path, { headers: { authorization: '' } })).body);
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: rig.url,
      token_endpoint: `${rig.url}/oauth/token`,
      grant_types_supported: [EXCHANGE],
    });
    expect(await get('/.well-known/oauth-protected-resource')).toMatchObject({ resource: rig.url });
    expect((await get('/oauth/jwks')).keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' }]);
  });
});
