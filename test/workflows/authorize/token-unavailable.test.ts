/** Claims of steps whose tokens an OAuth server does not give, or not as they are wanted. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, refused } from '../../support/authorization-server.js';
import { AuthorityRig, graphOf, SECRET, taskOf } from './rig.js';

let rig: AuthorityRig;

beforeAll(async () => {
  rig = await AuthorityRig.start(SECRET);
  await rig.grantTo('crew');
  await rig.node.node.edit({
    'yangent-access:access': { 'token-issuer': [{ issuer: rig.server.url, exchange: { scope: 'read see' } }] },
  });
});
afterAll(() => rig?.stop());

const begin = () => rig.begin(graphOf('foreign'));

const WRONG: readonly (readonly [string, Answer, RegExp])[] = [
  ['refuses', refused('invalid_grant'), /it refuses with the error invalid_grant \(status 400\)/],
  ['repeats a token in its error', refused('eyJhbGciOi'), /it refuses \(status 400\)/],
  ['breaks down', refused('server_error', 500), /it refuses with the error server_error \(status 500\)/],
  ['leads elsewhere', { instead: (to) => void to.writeHead(302, { location: '/other' }).end() }, /status 302/],
  ['answers no JSON', { instead: (to) => void to.writeHead(200).end('<html>') }, /no issued_token_type/],
  ['hangs up', { instead: (to) => void to.destroy() }, /does not answer/],
  ['answers too much', { instead: (to) => void to.writeHead(200).end('x'.repeat(100_000)) }, /more than 65536 bytes/],
  ['gives an opaque token', { members: { access_token: 'opaque' } }, /no access_token that is a JWT/],
  ['gives a token of another kind', { members: { token_type: 'DPoP' } }, /another token_type than Bearer/],
  ['gives a token for others', { claims: { aud: 'https://else.example' } }, /is not good: signature, issuer, times/],
  ['names another issuer', { claims: { iss: 'https://else.example' } }, /is not good/],
  ['names another user', { claims: { sub: 'bob' } }, /is not for the user for whom it was asked \(claim sub\)/],
  ['names no user', { claims: { sub: undefined } }, /is not for the user for whom it was asked/],
  ['widens the scope', { claims: { scope: 'read write' } }, /has a wider scope than the one that was asked for/],
  ['has a scope that is no text', { claims: { scope: ['read'] } }, /has a wider scope/],
  ['leaves the run out', { claims: { dagid: undefined } }, /does not have the claim dagid/],
  ['names another step', { claims: { tasknode: 'b' } }, /does not have the claim tasknode/],
  ['lets another act', { claims: { act: { sub: 'agent:spare' } } }, /does not have the claim act/],
  ['lets nobody act', { claims: { act: undefined } }, /does not have the claim act/],
  ['allows more', { claims: { capabilities: [{ action: 'data.edit' }] } }, /other capabilities/],
  ['sets no limits', { claims: { capabilities: undefined } }, /other capabilities/],
  ['lets it live longer', { claims: { exp: 4_000_000_000 } }, /holds longer than 120 s \(token-lifetime\)/],
];

describe('a claim', () => {
  it.each(WRONG)('ATD-8-d: is refused while the server %s, and the task stays', async (_, answer, why) => {
    const run = await begin();
    rig.server.next.push(answer);
    const refusal = await rig.refusal(run, 'claim');
    expect(refusal).toEqual({
      ...{ status: 409, 'error-type': 'application', 'error-tag': 'resource-denied' },
      'error-app-tag': 'token-unavailable',
      'error-path': `/yangent-tasks:tasks/task[id='${taskOf(run)}']`,
      'error-message': expect.stringMatching(why),
    });
    expect(refusal['error-message']).toContain(`token issuer "${rig.server.url}" gives no token`);
    expect(refusal['error-message']).toContain('the task stays as it is: try again later');
    expect(await rig.stateOf(taskOf(run))).toMatchObject({ state: 'accepted', attempt: 0 });
    expect((await rig.act(run, 'claim')).token).toBeDefined();
    await rig.act(run, 'complete');
  });

  it('is answered with a token of a narrower scope, or of none', async () => {
    for (const scope of ['see', undefined]) {
      const run = await begin();
      rig.server.next.push({ claims: { scope } });
      expect(decodeJwt((await rig.act(run, 'claim')).token).scope).toBe(scope);
      await rig.act(run, 'complete');
    }
  });

  it('ATD-8-d: is refused while the server says nothing for 5 seconds', async () => {
    const run = await begin();
    rig.server.next.push({ instead: () => undefined });
    expect(await rig.refusal(run, 'claim')).toMatchObject({
      status: 409,
      'error-app-tag': 'token-unavailable',
      'error-message': expect.stringContaining(`${rig.server.url} does not answer: not within 5 s`),
    });
    expect((await rig.act(run, 'claim')).attempt).toBe(1);
    await rig.act(run, 'complete');
  });

  it('is refused for a token that another key has signed', async () => {
    const run = await begin();
    const forged = await new SignJWT({ ...decodeJwt((await rig.act(run, 'claim')).token) })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k' })
      .sign(new Uint8Array(32));
    await rig.act(run, 'complete');
    const other = await begin();
    rig.server.next.push({ members: { access_token: forged } });
    expect(await rig.refusal(other, 'claim')).toMatchObject({
      'error-message': expect.stringContaining('is not good'),
    });
    await rig.act(other, 'claim');
    await rig.act(other, 'complete');
  });

  it('ATD-8-d: is refused once the grant of an explicit step is revoked', async () => {
    const grant = await rig.grantTo('spare');
    const run = await rig.begin(graphOf('foreign', { agent: 'spare' }));
    await rig.revoke(grant);
    const before = rig.server.asked.length;
    expect(await rig.refusal(run, 'claim')).toMatchObject({
      ...{ status: 403, 'error-tag': 'access-denied', 'error-app-tag': 'aap_capability_expired' },
      'error-message': expect.stringContaining('is not in force any more'),
    });
    expect(rig.server.asked).toHaveLength(before);
    await rig.flows.act(`${run.id}/cancel`);
  });

  it('does not begin a task for whom nothing listens at the address', async () => {
    const port = await freeOf();
    const path = `/restconf/data/yangent-access:access/token-issuer=${encodeURIComponent(rig.server.url)}/exchange/token-endpoint`;
    const point = async (url: string) =>
      expect(
        (await rig.admin.send('PUT', path, { body: JSON.stringify({ 'yangent-access:token-endpoint': url }) })).status,
      ).toBe(204);
    const run = await begin();
    await point(`https://127.0.0.1:${port}/token`);
    expect(await rig.refusal(run, 'claim')).toMatchObject({
      status: 409,
      'error-message': expect.stringContaining(`https://127.0.0.1:${port} does not answer: connect ECONNREFUSED`),
    });
    // The node itself is not reached through its own fetches.
    await point(`${rig.node.url}/oauth/token`);
    expect(await rig.refusal(run, 'claim')).toMatchObject({
      status: 409,
      'error-message': expect.stringContaining('is this node itself'),
    });
    await point(`${rig.server.url}/token`);
    await rig.act(run, 'claim');
    await rig.act(run, 'complete');
  });

  it('ATD-7-a: takes keys from the host of the server, which the certificates of its bag prove; else it is told where they are not', async () => {
    const issuer = `/restconf/data/yangent-access:access/token-issuer=${encodeURIComponent(rig.server.url)}`;
    const keysFrom = async (name: 'jwks' | 'jwks-uri', value: string) =>
      (
        await rig.admin.send('PUT', `${issuer}/${name}`, {
          body: JSON.stringify({ [`yangent-access:${name}`]: value }),
        })
      ).status;
    const run = await begin();
    const elsewhere = `https://127.0.0.1:${await freeOf()}/keys`;
    expect(await keysFrom('jwks-uri', elsewhere)).toBe(201);
    expect(await rig.refusal(run, 'claim')).toMatchObject({
      'error-app-tag': 'token-unavailable',
      'error-message': expect.stringContaining('gives no token: its keys cannot be fetched from its jwks-uri: '),
    });
    expect(await keysFrom('jwks-uri', `${rig.server.url}/keys`)).toBe(204);
    const { token } = await rig.act(run, 'claim');
    expect(await rig.server.verified(token)).toMatchObject({ dagid: run.uri });
    await rig.act(run, 'complete');
    expect(await keysFrom('jwks', rig.server.jwks)).toBe(201);
  });
});

async function freeOf(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

it('no token is in the data directory', () => {
  expect(rig.server.tokens.length).toBeGreaterThan(12);
  expect(rig.filesWith([...rig.tokens, ...rig.server.tokens])).toEqual([]);
});
