/**
 * An agent of another organization that is known by its identifier only: it proves the identifier and a qualification, is found by
 * this, and works; or it is refused.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { DidAgent, type DidHost, startDidHost } from '../support/did-host.js';
import { errorIn, type HttpAnswer, Https } from '../support/http.js';
import { QualificationAuthority } from '../support/qualification.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { until } from '../until.js';

const NODE = 'did:wba:node.example';
const TYPE = 'RadiologyQualification';
const WORK = ['claim-next', 'claim', 'complete'].map((name) => `yangent-tasks.${name}`);
const PERMIT = [
  { name: 'ask', action: ['yangent-identity.challenge'] },
  { name: 'come', action: ['yangent-agents.register', ...WORK, 'skill.read-image'] },
];

const data = join(temporaryFolder(), 'node');
let host: DidHost;
let node: ServeProcess;
let admin: Https;
let authority: QualificationAuthority;

const start = () => startServe({ data, env: { NODE_EXTRA_CA_CERTS: host.certificate } });

beforeAll(async () => {
  host = await startDidHost();
  authority = new QualificationAuthority(host, await DidAgent.at(host, 'authority'));
  await authority.revoke(7);
  node = await start();
  admin = new Https(node);
  const domain = {
    ...{ name: 'carrier-b', by: { 'did-host': [host.host] }, permit: PERMIT },
    'require-credential': [TYPE],
  };
  const body = JSON.stringify({
    'ietf-restconf:data': {
      'yangent-access:access': { 'trust-domain': [domain] },
      'yangent-identity:identity': {
        ...{ host: 'node.example', resolver: { host: [host.host] } },
        'credential-rule': [{ type: TYPE, 'trust-domain': ['carrier-b'], 'max-age': 3_600 }],
      },
      'yangent-agents:agents': {
        agent: [{ id: 'desk', profile: { name: 'desk', description: 'asks', version: '1.0.0', provider: 'ACME' } }],
      },
    },
  });
  const answer = await admin.send('PATCH', '/restconf/data', { body });
  expect([answer.status, answer.body]).toEqual([204, '']);
});

afterAll(async () => {
  admin?.close();
  await node?.end('SIGTERM');
  await host?.stop();
});

/** Runs an rpc as an agent. */
async function rpc(agent: DidAgent, name: string, input?: object): Promise<HttpAnswer> {
  const body = input && { [`${name.split(':')[0]}:input`]: input };
  return agent.send(
    { url: node.url, https: admin },
    await agent.token(NODE),
    'POST',
    `/restconf/operations/${name}`,
    body,
  );
}
const own = (name: string, input: object) =>
  admin.send('POST', `/restconf/operations/${name}`, {
    body: JSON.stringify({ [`${name.split(':')[0]}:input`]: input }),
  });
const outputOf = ({ body }: HttpAnswer, module: string) => JSON.parse(body)[`${module}:output`];

interface Terms {
  readonly credential: readonly string[];
  readonly skill?: string;
  readonly isProved?: boolean;
}

/** Registers an agent, with an answer to the question of the node. */
async function register(agent: DidAgent, id: string, { credential, skill = 'read-image', isProved = true }: Terms) {
  const profile = {
    ...{ name: id, description: 'reads images', version: '1.0.0', provider: 'carrier B' },
    skills: { skill: [{ 'skill-name': skill, 'skill-description': 'reads an image', 'input-modes': ['text'] }] },
  };
  const registration = {
    'digital-identifier': agent.did,
    ...(credential.length === 0 ? {} : { security: { credential } }),
  };
  const input = { id, profile, registration };
  if (!isProved) return rpc(agent, 'yangent-agents:register', input);
  const { nonce, audience } = outputOf(await rpc(agent, 'yangent-identity:challenge'), 'yangent-identity');
  const digest = createHash('sha256')
    .update(canonicalize({ profile, registration }) ?? '')
    .digest('base64url');
  const claims = { nonce, aud: audience, agent: id, registration: digest };
  const proof = await agent.sign(claims, 'yangent-registration+jwt');
  return rpc(agent, 'yangent-agents:register', { ...input, 'yangent-identity:proof': proof });
}

const discover = async (query: object) => {
  const { match = [] } = outputOf(await own('yangent-agents:discover', query), 'yangent-agents');
  return match.map(({ id }: { id: string }) => id);
};
const assign = (to: string, type = 'read-image') =>
  own('yangent-tasks:assign', { from: 'desk', to, type, objective: 'read image 7', async: true });

async function statusOf(id: string) {
  const { body } = await admin.send('GET', `/restconf/data/yangent-agents:agents/agent=${id}/status`);
  return JSON.parse(body)['yangent-agents:status']['yangent-identity:identity'];
}

/** Waits for the record of a refusal of an agent. */
async function refusal(agent: DidAgent, operation: string, from: number) {
  const found = await until(
    async () => {
      const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
      const all: Record<string, unknown>[] = JSON.parse(body)['yangent-audit:log'].entry;
      return all.filter(
        (each) =>
          each.user === `${agent.did}@carrier-b` &&
          each.operation === operation &&
          each.outcome !== 'done' &&
          Number(each.sequence) > from,
      );
    },
    (all) => all.length > 0,
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ domain: 'carrier-b', outcome: 'denied' });
}
async function sequence(): Promise<number> {
  const { body } = await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4');
  const all: { sequence: string }[] = JSON.parse(body)['yangent-audit:log'].entry;
  return Math.max(0, ...all.map((each) => Number(each.sequence)));
}

describe('an agent of another organization', () => {
  it('ANF-3.2-c ANF-4-b ANF-4-c ANF-4-d ANF-4-j ANF-7.2-f: proves its identifier and its qualification, is found by this, gets a task and works, until the qualification is revoked', async () => {
    const agent = await DidAgent.at(host, 'reader');
    const credential = [await authority.issue(agent.did, TYPE, 1)];
    const registered = await register(agent, 'reader', { credential });
    expect([registered.status, outputOf(registered, 'yangent-agents')]).toEqual([
      200,
      { id: 'reader', approved: true },
    ]);
    expect(await statusOf('reader')).toEqual({
      ...{ did: agent.did, control: 'proved' },
      credential: [
        {
          ...{ number: 1, type: [TYPE], issuer: expect.stringContaining(':agents:authority'), verdict: 'valid' },
          checked: expect.any(String),
        },
      ],
    });
    const { body } = await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=reader/owner');
    expect(JSON.parse(body)).toEqual({ 'yangent-agents:owner': [`${agent.did}@carrier-b`] });

    expect(await discover({ security: { credential: [TYPE] }, skill: ['read-image'] })).toEqual(['reader']);
    expect(await discover({ 'digital-identifier': agent.did })).toEqual(['reader']);
    const task = outputOf(await assign('reader'), 'yangent-tasks').id;
    const claimed = outputOf(await rpc(agent, 'yangent-tasks:claim-next', { agent: 'reader' }), 'yangent-tasks');
    expect(claimed.task).toEqual([expect.objectContaining({ id: task, type: 'read-image' })]);
    const done = await agent.send(
      { url: node.url, https: admin },
      await agent.token(NODE),
      'POST',
      `/restconf/data/yangent-tasks:tasks/task=${task}/complete`,
      { 'yangent-tasks:input': { artifact: [{ name: 'finding', modality: 'text', value: 'no fracture' }] } },
    );
    expect([done.status, outputOf(done, 'yangent-tasks')]).toEqual([200, { state: 'completed' }]);

    await authority.revoke(1);
    await assign('reader');
    const before = await sequence();
    const refused = await until(
      () => rpc(agent, 'yangent-tasks:claim-next', { agent: 'reader', max: 1 }),
      ({ status }) => status === 403,
    );
    expect([refused.status, errorIn(refused)['error-app-tag']]).toEqual([403, 'credential-required']);
    await refusal(agent, 'yangent-tasks:claim-next', before);
    expect(await statusOf('reader')).toMatchObject({
      credential: [{ verdict: 'invalid', reason: [expect.any(String)] }],
    });
    expect(await discover({ security: { credential: [TYPE] } })).toEqual([]);
    expect(await discover({ security: { credential: [TYPE], unverified: true } })).toEqual(['reader']);
  }, 60_000);

  it('is given no task of a skill that is not permitted', async () => {
    const agent = await DidAgent.at(host, 'second');
    const credential = [await authority.issue(agent.did, TYPE, 4)];
    expect((await register(agent, 'second', { credential })).status).toBe(200);
    const { id } = outputOf(await assign('second', 'operate'), 'yangent-tasks');
    expect((await rpc(agent, 'yangent-tasks:claim-next', { agent: 'second' })).status).toBe(204);
    const before = await sequence();
    const path = `/restconf/data/yangent-tasks:tasks/task=${id}/claim`;
    const token = await agent.token(NODE);
    const refused = await agent.send({ url: node.url, https: admin }, token, 'POST', path, {
      'yangent-tasks:input': {},
    });
    expect([refused.status, errorIn(refused)['error-app-tag']]).toEqual([403, 'aap_invalid_capability']);
    await refusal(agent, 'yangent-tasks:claim', before);
  });

  it('is found by its qualification after a kill as well', async () => {
    admin.close();
    await node.end('SIGKILL');
    node = await start();
    admin = new Https(node);
    expect(await discover({ security: { credential: [TYPE] } })).toEqual(['second']);
    expect(await statusOf('second')).toMatchObject({ control: 'proved', credential: [{ verdict: 'valid' }] });
  });

  it.each<[string, (agent: DidAgent) => Promise<Terms>, string]>([
    [
      'that does not answer the question of the node',
      async ({ did }) => ({ credential: [await authority.issue(did, TYPE, 2)], isProved: false }),
      'credential-required',
    ],
    [
      'whose qualification is revoked',
      async ({ did }) => ({ credential: [await authority.issue(did, TYPE, 7)] }),
      'credential-required',
    ],
    [
      'whose qualification is about another',
      async ({ did }) => ({ credential: [await authority.issue(`${did}x`, TYPE, 2)] }),
      'credential-required',
    ],
    [
      'whose qualification is of another type',
      async ({ did }) => ({ credential: [await authority.issue(did, 'Other', 2)] }),
      'credential-required',
    ],
    [
      'whose qualification is too old',
      async ({ did }) => ({
        credential: [await authority.issue(did, TYPE, 2, { validFrom: '2026-01-01T00:00:00Z' })],
      }),
      'credential-required',
    ],
    [
      'that has signed its qualification itself',
      async (agent) => ({
        credential: [await new QualificationAuthority({ ...host, shown: new Map() }, agent).issue(agent.did, TYPE, 2)],
      }),
      'credential-required',
    ],
    ['without qualification', async () => ({ credential: [] }), 'credential-required'],
    [
      'with a skill that is not permitted',
      async ({ did }) => ({ credential: [await authority.issue(did, TYPE, 3)], skill: 'operate' }),
      'aap_invalid_capability',
    ],
  ])('ANF-3.2-c: %s is not registered, and a record says so', async (_, make, tag) => {
    const agent = await DidAgent.at(host, `stranger-${host.shown.size}`);
    const before = await sequence();
    const refused = await register(agent, 'stranger', await make(agent));
    expect([refused.status, errorIn(refused)['error-app-tag']]).toEqual([403, tag]);
    await refusal(agent, 'yangent-agents:register', before);
    expect((await admin.send('GET', '/restconf/data/yangent-agents:agents/agent=stranger')).status).toBe(404);
  });
});
