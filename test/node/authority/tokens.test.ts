/** Tokens with limited authority over the wire: on each way in, and how they end. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../../src/clients/index.js';
import { nowSeconds } from '../../support/dpop.js';
import { Https } from '../../support/http.js';
import { type AuthorityRig, by, capability, FORM, output, refusal, rpc, startAuthority } from './rig.js';

let node: AuthorityRig;
let rig: AuthorityRig['rig'];
let issuer: AuthorityRig['issuer'];
let ann: Https;
let bob: Https;
let grantTo: AuthorityRig['grantTo'];
let tokenOf: AuthorityRig['tokenOf'];

beforeAll(async () => {
  node = await startAuthority();
  ({ rig, issuer, ann, bob, grantTo, tokenOf } = node);
});
afterAll(() => node?.stop());

describe('over NETCONF', () => {
  it('a token is given in place of a password, and its limits hold as elsewhere', async () => {
    const grant = await grantTo('bob', [capability('yangent-tasks.assign', { agent: ['crew'] })]);
    const password = await tokenOf(grant);
    await expect(connectNetconf({ ...rig.netconf, username: 'bob', password })).rejects.toThrow(
      /refuses the login of bob/,
    );
    const client = await connectNetconf({ ...rig.netconf, username: 'ann', password });
    const tasks = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
    const ask = (to: string) =>
      client.rpc(
        `<assign xmlns="${tasks}"><from>noc</from><to>${to}</to><type>work</type><async>true</async></assign>`,
      );
    await ask('crew');
    await expect(ask('other')).rejects.toMatchObject({ tag: 'access-denied', appTag: 'aap_invalid_capability' });
    await expect(client.rpc('<get/>')).rejects.toMatchObject({ appTag: 'aap_invalid_capability' });
    await rpc(ann, 'yangent-access:revoke', { grant });
    await client.closed;
  });
});

describe('a token of another issuer', () => {
  it('gives its user no group that it has not, neither by exchange nor by a grant', async () => {
    const subject = await issuer.token({ sub: 'admin', jti: 'of-admin' });
    const admins = (headers: object) =>
      bob.send('GET', '/restconf/data/yangent-access:access/user?fields=name', headers);
    expect((await admins(by(subject))).status).toBe(404);
    const { token } = await output(
      rpc(bob, 'yangent-access:exchange-token', { 'subject-token': subject, capability: [capability('data.read')] }),
    );
    expect((await admins(by(token))).status).toBe(404);
    const input = {
      to: 'bob',
      capability: [capability('data.read')],
      expires: new Date(Date.now() + 60_000).toISOString(),
    };
    const { grant } = await output(rpc(bob, 'yangent-access:delegate', input, by(subject)));
    expect((await admins(by(await tokenOf(grant)))).status).toBe(404);
  });
});

describe('a token', () => {
  it('is looked at by its parties, and revoked by whoever has it', async () => {
    const token = await tokenOf(await grantTo('bob', [capability('data.read')]));
    const look = async (client: Https) => output(rpc(client, 'yangent-access:introspect', { token }));
    expect(await look(bob)).toMatchObject({ active: true, subject: 'ann', actor: ['bob'], issuer: rig.url });
    const stranger = new Https(rig, 'agent-x', 'the password of agent-x');
    expect(await look(stranger)).toEqual({ active: false });
    stranger.close();
    const form = { type: FORM, body: new URLSearchParams({ token }).toString(), headers: { authorization: '' } };
    expect((await bob.send('POST', '/oauth/revoke', form)).status).toBe(200);
    expect(await look(bob)).toEqual({ active: false });
  });

  it('whose grant is revoked says so to who has it, and nothing more when its signature is changed', async () => {
    const grant = await grantTo('bob', [capability('data.read')]);
    const token = await tokenOf(grant);
    const told = async (presented: string) => {
      const { status, body } = await bob.send('GET', '/restconf/yang-library-version', by(presented));
      return [status, body.includes('revoked')];
    };
    expect(await told(token)).toEqual([200, false]);
    await rpc(ann, 'yangent-access:revoke', { grant });
    expect(await told(token)).toEqual([401, true]);
    const [head, payload, signature = ''] = token.split('.');
    const other = signature.startsWith('A') ? 'B' : 'A';
    expect(await told([head, payload, `${other}${signature.slice(1)}`].join('.'))).toEqual([401, false]);
  });

  it.each([
    ['an unreadable capability', { capabilities: [{ action: 7 }] }],
    ['an agent without capabilities', { agent: { id: 'x' } }],
    ['a chain of another length', { capabilities: [{ action: 'data.read' }], delegation: { depth: 1, chain: ['x'] } }],
    ['too deep a chain', { capabilities: [{ action: 'data.read' }], delegation: { depth: 2, max_depth: 1 } }],
    ['an actor without a name', { act: { iss: 'x' } }],
  ])('with %s is not good', async (_, more) => {
    const token = await issuer.token({ sub: 'ann', ...more });
    expect((await bob.send('GET', '/restconf/yang-library-version', by(token))).status).toBe(401);
  });

  it('with a constraint that is not known allows nothing', async () => {
    const capabilities = [{ action: 'data.read', constraints: { allowed_regions: ['eu'] } }];
    const token = await issuer.token({ sub: 'ann', capabilities, jti: 'one' });
    expect(await refusal(bob.send('GET', '/restconf/data/yangent-agents:agents', by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it('that was made of one of another issuer ends when the issuer is removed', async () => {
    const other = { issuer: 'https://gone.example', audience: ['yangent'], jwks: issuer.jwks, members: 'local' };
    await rig.node.edit({ 'yangent-access:access': { 'token-issuer': [other] } });
    const subject = await issuer.token({ iss: other.issuer, sub: 'ann' });
    const { token } = await output(
      rpc(bob, 'yangent-access:exchange-token', { 'subject-token': subject, capability: [capability('data.read')] }),
    );
    const read = async () => (await bob.send('GET', '/restconf/data/yangent-agents:agents?depth=2', by(token))).status;
    expect(await read()).toBe(200);
    const admin = new Https(rig);
    const entry = `/restconf/data/yangent-access:access/token-issuer=${encodeURIComponent(other.issuer)}`;
    expect((await admin.send('DELETE', entry)).status).toBe(204);
    admin.close();
    expect(await read()).toBe(401);
  });

  it('with a time window allows nothing outside of it', async () => {
    const at = (seconds: number) => new Date((nowSeconds() + seconds) * 1_000).toISOString();
    const window = (start: number, end: number) => [
      { action: 'data.read', constraints: { time_window: { start: at(start), end: at(end) } } },
    ];
    const status = async (capabilities: object) => {
      const token = await issuer.token({ sub: 'ann', capabilities, jti: 'one' });
      return (await bob.send('GET', '/restconf/data/yangent-agents:agents', by(token))).status;
    };
    expect([await status(window(-60, 60)), await status(window(60, 120)), await status(window(-60, -1))]).toEqual([
      200, 403, 403,
    ]);
  });
});

it('no token and no key lies in a log or in the database', () => {
  expect(readFileSync(`${rig.directory}/yangent.db`).includes('eyJhbGciOiJFZERTQSI')).toBe(false);
});
