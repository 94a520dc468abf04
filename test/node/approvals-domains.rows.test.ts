/** Rules about approvals of requests by and to trust domains. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestIssuer, testIssuer } from '../support/dpop.js';
import { approvalsRig, type Members, needed, profile } from './approvals-rig.js';

const B = 'https://login.carrier-b.example';
const rig = approvalsRig();
let issuer: TestIssuer;
let token: string;

beforeAll(async () => {
  issuer = await testIssuer();
  const names = ['carrier-b', 'carrier-c'];
  const permit = [{ name: 'all', action: ['data.read', 'data.edit', 'yangent-tasks.assign'] }];
  const remote = { agent: 'afar', as: 'noc', 'trust-domain': 'carrier-b' };
  await rig.test.node.edit({
    'yangent-access:access': {
      'token-issuer': [{ issuer: B, audience: ['yangent'], jwks: issuer.jwks }],
      'trust-domain': names.map((name) => ({
        ...{ name, permit, 'proof-of-possession': false, members: { group: ['partners'] } },
        by: name === 'carrier-b' ? { 'token-issuer': [B] } : { 'node-host': ['c.example:443'] },
      })),
    },
    'yangent-agents:agents': {
      agent: [
        { id: 'probe', owner: ['bot@carrier-b'], profile: profile('probe') },
        {
          ...{ id: 'afar', owner: ['ann'], profile: profile('afar') },
          execution: { kind: 'remote', target: 'https://b.example:443', remote },
        },
      ],
    },
  });
  token = await issuer.token({ iss: B, sub: 'bot' });
});

/** Assigns a task as the member of carrier-b. */
const byMember = (input: Members) =>
  rig.by.ann.send('POST', '/restconf/operations/yangent-tasks:assign', {
    body: JSON.stringify({ 'yangent-tasks:input': input }),
    headers: { authorization: `Bearer ${token}` },
  });

describe('a rule about a trust domain', () => {
  it('concerns requests by its members, whose domain voters see and sign', async () => {
    await rig.rule('partners', { domain: ['carrier-b'] });
    const input = rig.fresh({ from: 'probe' });
    const id = needed(await byMember(input));
    const { statement, user } = await rig.shown(id);
    expect(user).toBe('bot@carrier-b');
    expect(JSON.parse(String(statement)).requester).toEqual({ name: 'bot@carrier-b', domain: 'carrier-b', actors: [] });
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    expect((await byMember(input)).status).toBe(200);
    expect((await rig.assign(rig.fresh())).status).toBe(200);
  });

  it('concerns requests to its agents, and those that leave the agent open', async () => {
    await rig.rule('partners', { domain: ['carrier-b'] });
    for (const to of ['afar', 'probe']) needed(await rig.assign(rig.fresh({ to })));
    const { to: _to, ...open } = rig.fresh();
    needed(await rig.assign({ ...open, discover: { skill: ['work'] } }));
  });

  it('concerns no requests of another domain', async () => {
    await rig.rule('partners', { domain: ['carrier-c'] });
    expect((await byMember(rig.fresh({ from: 'probe' }))).status).toBe(200);
  });

  it('concerns a grant for one of its members', async () => {
    await rig.rule('grants', { action: ['yangent-access.delegate'], domain: ['carrier-b'] });
    const give = (to: string) =>
      rig.by.ann.send('POST', '/restconf/operations/yangent-access:delegate', {
        body: JSON.stringify({
          'yangent-access:input': {
            ...{ to, capability: [{ name: 'look', action: ['data.read'] }] },
            expires: new Date(Date.now() + 3_600_000).toISOString(),
          },
        }),
      });
    needed(await give('bot@carrier-b'));
    expect((await give('agent:desk')).status).toBe(200);
  });

  it('concerns no edits of others', async () => {
    await rig.rule('edits', { action: ['data.edit'], domain: ['carrier-b'] });
    const body = JSON.stringify({ 'yangent-audit:audit': { retention: 480 } });
    expect((await rig.by.adam.send('PATCH', '/restconf/data/yangent-audit:audit', { body })).status).toBe(204);
  });

  it('is loosened when it names another domain, which needs an approval by it', async () => {
    await rig.rule('partners', { domain: ['carrier-b'] });
    const PATH = '/restconf/data/yangent-access:access/approval-rule=partners/domain=';
    const body = JSON.stringify({ 'yangent-access:domain': ['carrier-c'] });
    const more = await rig.by.adam.send('PUT', `${PATH}carrier-c`, { body });
    expect(more.status).toBe(201);
    needed(await rig.by.adam.send('DELETE', `${PATH}carrier-b`));
  });

  it('is refused for a domain that is not there', async () => {
    await expect(rig.rule('partners', { domain: ['carier-b'] })).rejects.toThrow('there is no trust domain "carier-b"');
  });
});
