/** Tokens that are bound to a key (DPoP, RFC 9449) or to a client certificate (RFC 8705), over real connections. */
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, constants } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type SelfSigned, selfSigned } from '../../src/keys/index.js';
import type { Face } from '../../src/server/index.js';
import {
  claimsOf,
  ISSUER,
  nowSeconds,
  type ProofKeyPair,
  type ProofOptions,
  proofKeyPair,
  type TestIssuer,
  testIssuer,
} from '../support/dpop.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const LIBRARY = '/restconf/yang-library-version';
const CONTENT = '/restconf/data/ietf-yang-library:yang-library/content-id';
const STREAM = '/restconf/streams/NETCONF/json';
const ALGS = 'EdDSA Ed25519 ES256 ES384 PS256 RS256';
const OFFERED = 'Basic realm="yangent", charset="UTF-8", Bearer realm="yangent"';

let rig: TestNode;
let issuer: TestIssuer;
let key: ProofKeyPair;
let token: string;
let client: Https;

const echo: Face = {
  protocol: 'echo',
  mounts: [
    {
      path: 'echo',
      of: 'node',
      access: 'login',
      methods: ['GET'],
      answer: async () => ({ status: 200, body: 'echo' }),
      upgrade: async (_request, accept) => {
        const socket = await accept();
        await socket.write('hello');
        return undefined;
      },
    },
  ],
};

/** Replaces the entry of the issuer. */
async function configure(node: TestNode, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const entry = { issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, ...more };
  const body = JSON.stringify({ 'yangent-access:token-issuer': [entry] });
  const admin = new Https(node);
  const path = `/restconf/data/yangent-access:access/token-issuer=${encodeURIComponent(ISSUER)}`;
  expect([201, 204]).toContain((await admin.send('PUT', path, { body })).status);
  admin.close();
}

beforeAll(async () => {
  rig = await startTestNode({
    limits: { login: { first: 1, longest: 1 } },
    publicUrl: 'https://node.example',
    plugins: [{ faces: [echo] }],
  });
  issuer = await testIssuer();
  key = await proofKeyPair();
  token = await issuer.token({ cnf: key.cnf });
  client = new Https(rig);
  await configure(rig);
});
afterAll(async () => {
  client?.close();
  await rig?.stop();
});

/** Sends a GET with the token and a proof of it. */
async function send(
  proof: string | undefined,
  { path = LIBRARY, by = token, scheme = 'DPoP', to = client, method = 'GET' } = {},
): Promise<HttpAnswer> {
  const headers = { authorization: `${scheme} ${by}`, ...(proof === undefined ? {} : { dpop: proof }) };
  return to.send(method, path, { headers });
}

const urlOf = (path: string, node = rig) => `${node.url}${path}`;

/** The nonce of the node, as a client gets it. */
async function nonceOf(node = rig, to = client): Promise<string> {
  const proof = await key.proof({ method: 'GET', url: urlOf(LIBRARY, node), token });
  return String((await send(proof, { to })).headers['dpop-nonce']);
}

async function goodProof(o: Partial<ProofOptions> = {}): Promise<string> {
  return key.proof({ method: 'GET', url: urlOf(LIBRARY), token, nonce: await nonceOf(), ...o });
}

const challengeOf = ({ headers }: HttpAnswer) => headers['www-authenticate'];

describe('a token that is bound to a key', () => {
  it('logs in with a proof that has the nonce of the node, once', async () => {
    const first = await send(await key.proof({ method: 'GET', url: urlOf(LIBRARY), token }));
    expect(first.status).toBe(401);
    expect(challengeOf(first)).toBe(`${OFFERED}, DPoP realm="yangent", algs="${ALGS}", error="use_dpop_nonce"`);
    expect(errorIn(first)).toEqual({
      'error-type': 'protocol',
      'error-tag': 'access-denied',
      'error-message': 'the DPoP proof needs the nonce of the header field DPoP-Nonce',
    });
    const nonce = String(first.headers['dpop-nonce']);
    expect(nonce).toMatch(/^[\w-]{22}$/);
    const proof = await key.proof({ method: 'GET', url: urlOf(LIBRARY), token, nonce });
    const second = await send(proof);
    expect([second.status, second.headers['dpop-nonce']]).toEqual([200, nonce]);
    const again = await send(proof);
    expect(again.status).toBe(401);
    expect(challengeOf(again)).toBe(`${OFFERED}, DPoP realm="yangent", algs="${ALGS}", error="invalid_dpop_proof"`);
  });

  it('gets a nonce with answers that are errors, too', async () => {
    const path = '/restconf/data/yangent-access:nothing';
    const answer = await send(await goodProof({ url: urlOf(path) }), { path });
    expect([answer.status, answer.headers['dpop-nonce']]).toEqual([404, await nonceOf()]);
  });

  it('is no bearer token, and an unbound one is none of DPoP', async () => {
    const proof = await goodProof();
    const bearer = await send(proof, { scheme: 'Bearer' });
    expect(bearer.status).toBe(401);
    expect(challengeOf(bearer)).toBe(`${OFFERED}, error="invalid_token", DPoP realm="yangent", algs="${ALGS}"`);
    // The proof was not used by that.
    expect((await send(proof)).status).toBe(200);
    const unbound = await issuer.token();
    const dpop = await send(await goodProof({ token: unbound }), { by: unbound });
    expect(dpop.status).toBe(401);
    expect(challengeOf(dpop)).toBe(`${OFFERED}, DPoP realm="yangent", algs="${ALGS}", error="invalid_token"`);
    expect((await send(undefined, { by: unbound, scheme: 'Bearer' })).status).toBe(200);
  });

  it.each(ALGS.split(' ').filter((alg) => alg !== 'Ed25519'))('may be bound to a key for %s', async (alg) => {
    const own = await proofKeyPair(alg);
    const by = await issuer.token({ cnf: own.cnf });
    const proof = await own.proof({ method: 'GET', url: urlOf(LIBRARY), token: by, nonce: await nonceOf() });
    expect((await send(proof, { by })).status).toBe(200);
    const [head, claims, signature = ''] = proof.split('.');
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect((await send(`${head}.${claims}.${other}`, { by })).status).toBe(401);
  });

  it('may be proved with the newer name of Ed25519', async () => {
    const own = await proofKeyPair('EdDSA');
    const by = await issuer.token({ cnf: own.cnf });
    const o = { method: 'GET', url: urlOf(LIBRARY), token: by, nonce: await nonceOf() };
    expect((await send(await own.proof({ ...o, header: { alg: 'Ed25519' } }), { by })).status).toBe(200);
    expect((await send(await own.proof({ ...o, header: { alg: 'ES256' } }), { by })).status).toBe(401);
  });

  it.each([
    ['in other case', (url: string) => url.replace('https://localhost', 'HTTPS://LOCALHOST')],
    ['with a query and a fragment', (url: string) => `${url}?depth=1#here`],
    ['with escapes that are not needed', (url: string) => url.replace('restconf', '%72estconf')],
    ['as clients of the proxy know it', () => `https://node.example${CONTENT}`],
    ['with the default port', () => `https://node.example:443${CONTENT}`],
  ])('may be proved for the URL %s', async (_title, written) => {
    const local = urlOf(CONTENT).replace('127.0.0.1', 'localhost');
    const proof = await goodProof({ url: written(local) });
    const headers = { authorization: `DPoP ${token}`, dpop: proof, host: new URL(local).host };
    expect((await client.send('GET', `${CONTENT}?content=all`, { headers })).status).toBe(200);
  });

  it('does not log in a user who must prove two factors', async () => {
    await configure(rig, { members: 'local' });
    const user = [{ name: 'tom', password: '$0$the password', 'login-requires': ['tls-certificate+password'] }];
    await rig.node.edit({ 'yangent-access:access': { user } });
    expect((await send(await goodProof())).status).toBe(401);
    await configure(rig);
    expect((await send(await goodProof())).status).toBe(200);
  });

  it('is taken over HTTP/2', async () => {
    const proof = await goodProof();
    const session = connect(rig.url, { ca: readFileSync(rig.certificate) });
    const ask = async () => {
      const stream = session.request({ ':path': LIBRARY, authorization: `DPoP ${token}`, dpop: proof });
      const [headers] = await once(stream, 'response');
      stream.resume().close();
      return headers;
    };
    expect(await ask()).toMatchObject({ ':status': 200, 'dpop-nonce': await nonceOf() });
    expect(await ask()).toMatchObject({ ':status': 401 });
    const twice = session.request({
      ':path': LIBRARY,
      authorization: `DPoP ${token}`,
      dpop: [await goodProof(), await goodProof()],
    });
    const [headers] = await once(twice, 'response');
    expect(headers[constants.HTTP2_HEADER_STATUS]).toBe(401);
    session.destroy();
  });
});

describe('a proof is refused', () => {
  const refusedWith = async (proof: string | undefined) => {
    const answer = await send(proof);
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toContain('error="invalid_dpop_proof"');
  };

  it.each<[title: string, claims: Readonly<Record<string, unknown>>]>([
    ['for another method', { htm: 'POST' }],
    ['for a method in lower case', { htm: 'get' }],
    ['without method', { htm: undefined }],
    ['for another path', { htu: 'https://node.example/restconf/data' }],
    ['for another host', { htu: `https://elsewhere.example${LIBRARY}` }],
    ['for another scheme', { htu: `http://node.example${LIBRARY}` }],
    ['for a URL with a name in it', { htu: `https://tom@node.example${LIBRARY}` }],
    ['for a path only', { htu: LIBRARY }],
    ['without URL', { htu: undefined }],
    ['of another token', { ath: createHash('sha256').update('another').digest('base64url') }],
    ['without hash of the token', { ath: undefined }],
    ['that is older than 300 seconds', { iat: nowSeconds() - 302 }],
    ['from more than 5 seconds ahead', { iat: nowSeconds() + 60 }],
    ['without time', { iat: undefined }],
    ['with a time that is a text', { iat: String(nowSeconds()) }],
    ['that has ended', { exp: nowSeconds() - 60 }],
    ['that has not begun', { nbf: nowSeconds() + 60 }],
    ['without identifier', { jti: undefined }],
    ['with an identifier that is a number', { jti: 1 }],
    ['with an empty identifier', { jti: '' }],
  ])('%s', async (_title, claims) => refusedWith(await goodProof({ claims })));

  it.each<[title: string, header: Readonly<Record<string, unknown>>]>([
    ['of another type', { typ: 'JWT' }],
    ['without type', { typ: undefined }],
    ['without signature algorithm', { alg: 'none' }],
    ['with a symmetric algorithm', { alg: 'HS256' }],
    ['with an algorithm that is not of the key', { alg: 'ES384' }],
    ['that demands an extension', { crit: ['b64'], b64: true }],
    ['that demands an unknown extension', { crit: ['x'], x: 1 }],
    ['without key', { jwk: undefined }],
    ['with a symmetric key', { jwk: { kty: 'oct', k: 'c2VjcmV0' } }],
  ])('%s', async (_title, header) => refusedWith(await goodProof({ header })));

  it('with a private key in it', async () => refusedWith(await goodProof({ header: { jwk: key.privateJwk } })));

  it('with another algorithm in its key', async () =>
    refusedWith(await goodProof({ header: { jwk: { ...key.publicJwk, alg: 'ES384' } } })));

  it('of another key, or with the key of the token and a signature of another one', async () => {
    const other = await proofKeyPair();
    const o = { method: 'GET', url: urlOf(LIBRARY), token, nonce: await nonceOf() };
    await refusedWith(await other.proof(o));
    await refusedWith(await other.proof({ ...o, header: { jwk: key.publicJwk } }));
  });

  it('with the same member twice, which a signature would cover', async () => {
    const jwk = JSON.stringify(key.publicJwk);
    const header = `{"typ":"dpop+jwt","alg":"ES256","jwk":${jwk}}`;
    const claims = JSON.stringify(claimsOf({ method: 'GET', url: urlOf(LIBRARY), token, nonce: await nonceOf() }));
    const doubled = (text: string, member: string) => text.replace('{', `{${member},`);
    await refusedWith(await key.sign(header, doubled(claims, '"htm":"POST"')));
    await refusedWith(await key.sign(doubled(header, '"alg":"none"'), claims));
    await refusedWith(await key.sign(header.replace('"kty"', '"kty":"oct","kty"'), claims));
    expect((await send(await key.sign(header, claims))).status).toBe(200);
  });

  it('when there is none, more than one, or no JWT', async () => {
    await refusedWith(undefined);
    await refusedWith(`${await goodProof()}, ${await goodProof()}`);
    await refusedWith('');
    await refusedWith('a.b.c');
    await refusedWith(`${await goodProof()}=`);
    await refusedWith(`${await goodProof()}${'A'.repeat(8_192)}`);
  });

  it('when two header fields bring it', async () => {
    const [first, second] = [await goodProof(), await goodProof()];
    const outgoing = request(urlOf(LIBRARY), { ca: readFileSync(rig.certificate), agent: false });
    outgoing.setHeader('authorization', `DPoP ${token}`).setHeader('DPoP', [first, second]);
    const [answer]: IncomingMessage[] = await once(outgoing.end(), 'response');
    expect(answer?.statusCode).toBe(401);
    expect(answer?.headers['www-authenticate']).toContain('error="invalid_dpop_proof"');
    answer?.resume();
    expect((await send(first)).status).toBe(200);
  });

  it.each([
    ['is another', 'AAAAAAAAAAAAAAAAAAAAAA', 'use_dpop_nonce'],
    ['is empty', '', 'use_dpop_nonce'],
    ['is a number', 7, 'invalid_dpop_proof'],
  ])('with a nonce that %s', async (_title, nonce, error) => {
    const answer = await send(await goodProof({ claims: { nonce } }));
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toContain(`error="${error}"`);
  });
});

describe('the claim cnf', () => {
  it.each<[title: string, cnf: unknown]>([
    ['with a member that is not understood', { 'x5t#S1': 'AAAA' }],
    ['with a key in it', { jwk: { kty: 'oct', k: 'c2VjcmV0' } }],
    ['without members', {}],
    ['that is no object', 'jkt'],
    ['with a thumbprint of another length', { jkt: 'AAAA' }],
    ['that is null', null],
  ])('%s makes a token that is not taken', async (_title, cnf) => {
    const by = await issuer.token({ cnf });
    expect((await send(undefined, { by, scheme: 'Bearer' })).status).toBe(401);
    expect((await send(await goodProof({ token: by }), { by })).status).toBe(401);
  });

  it('with one more member than the thumbprint of the key makes a token that is not taken', async () => {
    const by = await issuer.token({ cnf: { ...key.cnf, kid: 'x' } });
    expect((await send(await goodProof({ token: by }), { by })).status).toBe(401);
  });

  it('must be there where the issuer is configured with proof-of-possession', async () => {
    const unbound = await issuer.token();
    expect((await send(undefined, { by: unbound, scheme: 'Bearer' })).status).toBe(200);
    await configure(rig, { 'proof-of-possession': true });
    expect((await send(undefined, { by: unbound, scheme: 'Bearer' })).status).toBe(401);
    expect((await send(await goodProof())).status).toBe(200);
    await configure(rig);
  });
});

describe('a token that is bound to a client certificate', () => {
  let mine: SelfSigned;
  let theirs: SelfSigned;
  const x5t = ({ cert }: SelfSigned) => createHash('sha256').update(new X509Certificate(cert).raw).digest('base64url');
  /** Sends a GET on a connection of its own. */
  async function get(o: {
    by: string;
    with?: SelfSigned;
    scheme?: string;
    proof?: string;
  }): Promise<number | undefined> {
    const { cert, key } = o.with ?? {};
    const headers = { authorization: `${o.scheme ?? 'Bearer'} ${o.by}`, ...(o.proof ? { dpop: o.proof } : {}) };
    const outgoing = request(urlOf(LIBRARY), { ca: readFileSync(rig.certificate), cert, key, headers, agent: false });
    const [answer]: IncomingMessage[] = await once(outgoing.end(), 'response');
    answer?.resume();
    return answer?.statusCode;
  }

  beforeAll(async () => {
    [mine, theirs] = await Promise.all([selfSigned(['client']), selfSigned(['client'])]);
  });

  it('logs in on a connection with this certificate, which stands for no user', async () => {
    const by = await issuer.token({ cnf: { 'x5t#S256': x5t(mine) } });
    expect(await get({ by, with: mine })).toBe(200);
    expect(await get({ by, with: theirs })).toBe(401);
    expect(await get({ by })).toBe(401);
    expect(await get({ by, with: mine, scheme: 'DPoP', proof: await goodProof({ token: by }) })).toBe(401);
  });

  it('and to a key needs both', async () => {
    const by = await issuer.token({ cnf: { 'x5t#S256': x5t(mine), ...key.cnf } });
    const proof = () => goodProof({ token: by });
    expect(await get({ by, with: mine, scheme: 'DPoP', proof: await proof() })).toBe(200);
    expect(await get({ by, with: theirs, scheme: 'DPoP', proof: await proof() })).toBe(401);
    expect(await get({ by, scheme: 'DPoP', proof: await proof() })).toBe(401);
    expect(await get({ by, with: mine })).toBe(401);
  });
});

describe('what lasts', () => {
  it('is an event stream, which ends with the token', async () => {
    await configure(rig, { 'clock-skew': 0 });
    const exp = nowSeconds() + 2;
    const by = await issuer.token({ cnf: key.cnf, exp });
    const dpop = await goodProof({ token: by, url: urlOf(STREAM) });
    const headers = { accept: 'text/event-stream', authorization: `DPoP ${by}`, dpop };
    const outgoing = request(urlOf(STREAM), { ca: readFileSync(rig.certificate), headers, agent: false });
    const [answer]: IncomingMessage[] = await once(outgoing.end(), 'response');
    expect([answer?.statusCode, answer?.headers['dpop-nonce']]).toEqual([200, await nonceOf()]);
    if (answer) await text(answer).catch(() => undefined);
    expect(Math.abs(Date.now() / 1_000 - exp)).toBeLessThan(1.5);
    await configure(rig);
  });

  it('is a WebSocket of a face, whose proof is for the URL with https', async () => {
    const dial = (dpop: string) =>
      new WebSocket(`${rig.url.replace('https', 'wss')}/echo`, {
        ca: readFileSync(rig.certificate),
        headers: { authorization: `DPoP ${token}`, dpop },
      });
    const proof = await goodProof({ url: urlOf('/echo') });
    const socket = dial(proof);
    const [[upgraded], [message]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'message')]);
    expect(upgraded.headers['dpop-nonce']).toBe(await nonceOf());
    expect(String(message)).toBe('hello');
    socket.terminate();
    const again = dial(proof);
    const [, refused] = await once(again, 'unexpected-response');
    expect(refused.statusCode).toBe(401);
    again.on('error', () => undefined).terminate();
  });

  it('is no request to a face, which takes a proof as all others do', async () => {
    const proof = await goodProof({ url: urlOf('/echo') });
    expect(await send(proof, { path: '/echo' })).toMatchObject({ status: 200, body: 'echo' });
    expect((await send(proof, { path: '/echo' })).status).toBe(401);
  });
});

describe('the memory of used proofs', () => {
  it('is limited for each key, and as a whole', async () => {
    const small = await startTestNode({ limits: { login: { first: 1, longest: 1 }, proofs: { perKey: 3, total: 4 } } });
    await configure(small);
    const to = new Https(small);
    const nonce = await nonceOf(small, to);
    const use = async (own: ProofKeyPair, by: string, given = nonce) =>
      send(await own.proof({ method: 'GET', url: urlOf(LIBRARY, small), token: by, nonce: given }), { by, to });
    for (let count = 0; count < 3; count += 1) expect((await use(key, token)).status).toBe(200);
    const refused = await use(key, token);
    expect([refused.status, errorIn(refused)['error-tag']]).toEqual([429, 'resource-denied']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(300);
    expect(wait).toBeLessThanOrEqual(341);
    const other = await proofKeyPair();
    const by = await issuer.token({ cnf: other.cnf });
    expect((await use(other, by)).status).toBe(200);
    const full = await use(other, by);
    expect([full.status, full.headers['retry-after']]).toEqual([503, '1']);
    // All were forgotten, and none of them is good any more.
    const fresh = String(full.headers['dpop-nonce']);
    expect(fresh).not.toBe(nonce);
    expect(challengeOf(await use(other, by))).toContain('error="use_dpop_nonce"');
    expect((await use(other, by, fresh)).status).toBe(200);
    expect((await use(key, token, fresh)).status).toBe(200);
    to.close();
    await small.stop();
  });
});
