/** Authority that is given in pieces: grants, the tokens that come from them, and what a limited token may do on each way in. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../src/clients/index.js';
import { defineAgent } from '../../src/index.js';
import { ISSUER, nowSeconds, proofKeyPair, type TestIssuer, testIssuer } from '../support/dpop.js';
import { type HttpAnswer, Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';

const FORM = 'application/x-www-form-urlencoded';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:access_token';
const OPERATIONS = '/restconf/operations';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
type Plain = Record<string, any>;

const profile = (name: string) => ({ name, description: name, version: '1.0.0', provider: 'acme' });
const worker = defineAgent({ id: 'worker', profile: profile('worker'), skills: { work: async () => 'done' } });
/** Assigns a part of its task to the worker, and reads a device. */
const splitter = defineAgent({
  id: 'splitter',
  profile: profile('splitter'),
  skills: {
    split: async (_task, run) => {
      const refused = (error: { appTag?: string; message: string }) => `${error.appTag}: ${error.message}`;
      const part = await run
        .assign('part', { to: 'worker', type: 'work', objective: 'a part' })
        .then(({ state }) => state, refused);
      const device = await run.devices.get('edge-1', ['ietf-interfaces:interfaces']).then(() => 'read', refused);
      return JSON.stringify({ part, device });
    },
  },
});

let rig: TestNode;
let issuer: TestIssuer;
let ann: Https;
let bob: Https;
let agentX: string;

beforeAll(async () => {
  rig = await startTestNode({
    limits: { login: { first: 1, longest: 1 } },
    agents: [worker, splitter],
  });
  issuer = await testIssuer();
  await rig.node.edit({
    'yangent-access:access': {
      user: ['ann', 'bob', 'agent-x'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      'token-issuer': [{ issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' }],
    },
    'yangent-agents:agents': {
      agent: [
        agentEntry('noc', ['ann']),
        agentEntry('crew', ['bob']),
        agentEntry('other', ['bob']),
        { id: 'splitter', owner: ['bob'] },
      ],
    },
  });
  ann = new Https(rig, 'ann', 'the password of ann');
  bob = new Https(rig, 'bob', 'the password of bob');
  agentX = await issuer.token({ sub: 'agent-x' });
});
afterAll(async () => {
  for (const client of [ann, bob]) client?.close();
  await rig?.stop();
});

const by = (token: string, scheme = 'Bearer') => ({ headers: { authorization: `${scheme} ${token}` } });

async function rpc(client: Https, name: string, input: object, more: object = {}): Promise<HttpAnswer> {
  const [module = ''] = name.split(':');
  return client.send('POST', `${OPERATIONS}/${name}`, {
    body: JSON.stringify({ [`${module}:input`]: input }),
    ...more,
  });
}

/** The output of an operation that must succeed. */
async function output(answer: Promise<HttpAnswer> | HttpAnswer): Promise<Plain> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.any(String)]);
  return Object.values<Plain>(JSON.parse(body))[0] ?? {};
}

async function refusal(answer: Promise<HttpAnswer> | HttpAnswer): Promise<readonly unknown[]> {
  const { status, body } = await answer;
  const [error] = JSON.parse(body)['ietf-restconf:errors'].error;
  return [status, error['error-tag'], error['error-app-tag']];
}

const capability = (action: string, constraint?: object) => ({
  name: action,
  action: [action],
  ...(constraint ? { constraint } : {}),
});
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function grantTo(to: string, capabilities: readonly object[], more: object = {}): Promise<string> {
  const input = { to, capability: capabilities, expires: inAnHour(), ...more };
  return (await output(rpc(ann, 'yangent-access:delegate', input))).grant;
}

async function tokenOf(grant: string, client: Https = bob): Promise<string> {
  return (await output(rpc(client, 'yangent-access:issue-token', { grant }))).token;
}

const assign = (to: string, more: object = {}) => ({ from: 'noc', to, type: 'work', async: true, ...more });
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a grant', () => {
  it('ATD-8-b IOA-4.1-l: lets another do what it names, for its giver, and nothing else', async () => {
    const grant = await grantTo('bob', [capability('yangent-tasks.assign', { agent: ['crew'], 'max-priority': 3 })]);
    const token = await tokenOf(grant);
    expect(claims(token)).toMatchObject({
      iss: rig.url,
      aud: rig.url,
      sub: 'ann',
      act: { sub: 'bob' },
      agent: { id: 'bob' },
      capabilities: [{ action: 'yangent-tasks.assign', constraints: { agent: ['crew'], max_priority: 3 } }],
      delegation: { depth: 0, max_depth: 0, chain: ['bob'] },
    });
    const client = bob;
    await output(rpc(client, 'yangent-tasks:assign', assign('crew', { priority: 3 }), by(token)));
    const denied = [403, 'access-denied', 'aap_invalid_capability'];
    expect(await refusal(rpc(client, 'yangent-tasks:assign', assign('crew', { priority: 4 }), by(token)))).toEqual(
      denied,
    );
    expect(await refusal(rpc(client, 'yangent-tasks:assign', assign('other', { priority: 1 }), by(token)))).toEqual(
      denied,
    );
    expect(await refusal(rpc(client, 'yangent-tasks:claim-next', { agent: 'noc' }, by(token)))).toEqual(denied);
    expect(await refusal(client.send('GET', '/restconf/data/yangent-agents:agents', by(token)))).toEqual(denied);
    expect(
      await refusal(
        client.send('GET', '/restconf/streams/NETCONF/json', { accept: 'text/event-stream', ...by(token) }),
      ),
    ).toEqual(denied);
  });

  it('is not exceeded by the message of the draft', async () => {
    const token = await tokenOf(await grantTo('bob', [capability('yangent-tasks.assign', { agent: ['crew'] })]));
    const message = (to: string) => ({
      body: JSON.stringify({
        'irtf-agent:tasks': {
          'task-sendFrom': 'noc',
          'task-sendTo': to,
          'task-id': `t-${to}`,
          commuType: 'taskAssign',
          content: '##task description go',
          'task-async': true,
        },
      }),
      ...by(token),
    });
    const sent = await bob.send('PUT', '/restconf/data/irtf-agent:tasks', message('crew'));
    expect([sent.status, sent.body]).toEqual([201, '']);
    expect(await refusal(bob.send('PUT', '/restconf/data/irtf-agent:tasks', message('other')))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it('is told in the task, the record and the event', async () => {
    const token = await tokenOf(await grantTo('bob', [capability('yangent-tasks.assign')]));
    await output(rpc(bob, 'yangent-tasks:assign', assign('crew'), by(token)));
    const admin = new Https(rig);
    const log = JSON.parse((await admin.send('GET', '/restconf/data/yangent-audit:audit/log?depth=4')).body);
    const entries: readonly Record<string, unknown>[] = log['yangent-audit:log'].entry;
    expect(entries.filter(({ operation }) => operation === 'yangent-tasks:assign').at(-1)).toMatchObject({
      user: 'ann',
      actor: ['bob'],
      'principal-kind': 'agent',
      'token-id': claims(token).jti,
      outcome: 'done',
    });
    admin.close();
  });

  it('ANF-4-h ANF-14-c: ends with its revocation: the next request of all who have a token from it is refused', async () => {
    const grant = await grantTo('bob', [capability('data.read')], { 'max-depth': 1 });
    const token = await tokenOf(grant);
    const { token: next } = await output(
      rpc(ann, 'yangent-access:exchange-token', { 'subject-token': token, 'actor-token': agentX }),
    );
    expect(claims(next)).toMatchObject({ sub: 'ann', act: { sub: 'agent-x', act: { sub: 'bob' } } });
    const read = (by: object) => bob.send('GET', '/restconf/data/yangent-agents:agents?depth=2', by);
    expect((await read(by(next))).status).toBe(200);
    expect(await refusal(rpc(bob, 'yangent-access:revoke', { grant }))).toEqual([
      403,
      'access-denied',
      'invalid_grant',
    ]);
    expect((await rpc(ann, 'yangent-access:revoke', { grant })).status).toBe(204);
    expect([(await read(by(token))).status, (await read(by(next))).status]).toEqual([401, 401]);
    expect(await refusal(rpc(bob, 'yangent-access:issue-token', { grant }))).toEqual([
      403,
      'access-denied',
      'aap_capability_expired',
    ]);
    const shown = JSON.parse((await ann.send('GET', `/restconf/data/yangent-access:grants/grant=${grant}`)).body);
    expect(shown['yangent-access:grant']).toMatchObject([
      { id: grant, from: 'ann', to: 'bob', revoked: expect.any(String) },
    ]);
  });

  it('is handed on by who has it, where it allows that and says how often', async () => {
    const capabilities = [capability('data.read', { path: ['/yangent-agents:agents'] })];
    const input = { to: 'agent-x', capability: capabilities, expires: inAnHour() };
    const soon = new Date(Date.now() + 60_000).toISOString();
    const without = await tokenOf(await grantTo('bob', capabilities, { 'max-depth': 1 }));
    const denied = [403, 'access-denied', 'aap_invalid_capability'];
    expect(await refusal(rpc(bob, 'yangent-access:delegate', input, by(without)))).toEqual(denied);
    const handing = [...capabilities, capability('yangent-access.delegate')];
    const token = await tokenOf(await grantTo('bob', handing, { 'max-depth': 1 }));
    const { grant } = await output(rpc(bob, 'yangent-access:delegate', { ...input, expires: soon }, by(token)));
    const last = new Https(rig, 'agent-x', 'the password of agent-x');
    expect(claims(await tokenOf(grant, last))).toMatchObject({
      sub: 'ann',
      act: { sub: 'agent-x', act: { sub: 'bob' } },
    });
    last.close();
  });

  it('is for him to whom it was given, and seen by the two only', async () => {
    const grant = await grantTo('agent-x', [capability('data.read')]);
    const path = `/restconf/data/yangent-access:grants/grant=${grant}`;
    expect(await refusal(rpc(bob, 'yangent-access:issue-token', { grant }))).toEqual([
      403,
      'access-denied',
      'invalid_grant',
    ]);
    expect([(await bob.send('GET', path)).status, (await ann.send('GET', path)).status]).toEqual([404, 200]);
  });
});

describe('a capability that can never be met', () => {
  const CASES: readonly (readonly [string, object, string])[] = [
    ['an action on data that there is not', capability('data.reed'), "did you mean 'data.read'?"],
    ['an rpc that there is not', capability('yangent-tasks.assing'), "did you mean 'yangent-tasks.assign'?"],
    ['an operation of the protocol', capability('ietf-netconf.edit-config'), 'the action is data.edit'],
    ['a path of no module', capability('data.read', { path: ['/yangent-agnts:agents'] }), 'names no module'],
    ['no request', capability('data.read', { 'max-requests-per-minute': 0 }), 'give 1 or more'],
    [
      'an agent for data',
      capability('data.read', { agent: ['crew'] }),
      'the constraint agent is never met by data.read',
    ],
    ['a path for an rpc', capability('yangent-tasks.assign', { path: ['/'] }), 'the constraint path is never met by'],
    ['an agent that there is not', capability('yangent-tasks.assign', { agent: ['gone'] }), 'names "gone"'],
    [
      'a time that ends first',
      capability('data.read', { 'time-window': { start: '2030-01-02T00:00:00Z', end: '2030-01-01T00:00:00Z' } }),
      'the time-window ends before it starts',
    ],
  ];
  const told = async (answer: Promise<HttpAnswer>) => {
    const { status, body } = await answer;
    const [error] = JSON.parse(body)['ietf-restconf:errors'].error;
    return [status, error['error-tag'], error['error-message']];
  };

  it.each(CASES)('is not given to another: %s', async (_, one, words) => {
    const refused = [400, 'invalid-value', expect.stringContaining(words)];
    expect(
      await told(rpc(ann, 'yangent-access:delegate', { to: 'bob', capability: [one], expires: inAnHour() })),
    ).toEqual(refused);
  });

  it('is in no token and no task', async () => {
    const [[, one, words] = ['', {}, '']] = CASES;
    const refused = [400, 'invalid-value', expect.stringContaining(words)];
    const input = { 'subject-token': await issuer.token({ sub: 'ann' }), capability: [one] };
    expect(await told(rpc(bob, 'yangent-access:exchange-token', input))).toEqual(refused);
    const delegate = { capability: [one], expires: inAnHour() };
    expect(await told(rpc(ann, 'yangent-tasks:assign', assign('crew', { delegate })))).toEqual(refused);
    const needed = { 'required-capability': [one] };
    expect(await told(rpc(ann, 'yangent-tasks:assign', assign('crew', needed)))).toEqual(refused);
  });

  it('comes in a token of another issuer, and is denied', async () => {
    const capabilities = [{ action: 'data.reed' }, { action: 'data.read', constraints: { path: ['/odd:odd'] } }];
    const token = await issuer.token({ sub: 'ann', agent: { id: 'x' }, task: { id: 't' }, capabilities });
    const answer = await bob.send('GET', '/restconf/data?content=config', by(token));
    expect([answer.status, answer.body]).toEqual([200, '{"ietf-restconf:data":{}}']);
  });

  it.each([
    ['no such person', 'there is no user "no such person" here'],
    ['agent:gone', 'you find no agent "gone"'],
    ['agent:', 'you find no agent ""'],
    ['bot@carrier-x', 'there is no user "bot@carrier-x" here'],
  ])('is for a party that can never come: %s', async (to, words) => {
    const input = { to, capability: [capability('data.read')], expires: inAnHour() };
    const refused = [400, 'invalid-value', expect.stringContaining(words)];
    expect(await told(rpc(ann, 'yangent-access:delegate', input))).toEqual(refused);
  });
});

describe('data', () => {
  it('are read at and below the paths of a capability', async () => {
    const path = "/yangent-agents:agents/agent[id='noc']";
    const token = await tokenOf(await grantTo('bob', [capability('data.read', { path: [path] })]));
    const { body } = await bob.send('GET', '/restconf/data?content=config', by(token));
    expect(JSON.parse(body)['ietf-restconf:data']).toEqual({
      'yangent-agents:agents': { agent: [expect.objectContaining({ id: 'noc' })] },
    });
  });

  it('are edited there only', async () => {
    const path = "/yangent-agents:agents/agent[id='noc']";
    const token = await tokenOf(await grantTo('bob', [capability('data.edit', { path: [path] })]));
    const description = (id: string) =>
      bob.send('PATCH', `/restconf/data/yangent-agents:agents/agent=${id}`, {
        body: JSON.stringify({ 'yangent-agents:agent': [{ id, enabled: true }] }),
        ...by(token),
      });
    expect((await description('other')).status).not.toBe(204);
  });
});

describe('a rate', () => {
  it('ends with 429 for all tokens of the grant, and other grants are not concerned', async () => {
    const limit = [capability('yangent-tasks.assign', { 'max-requests-per-hour': 2 })];
    const grant = await grantTo('bob', limit);
    const token = await tokenOf(grant);
    const ask = (by: object) => rpc(bob, 'yangent-tasks:assign', assign('crew'), by);
    expect([(await ask(by(token))).status, (await ask(by(token))).status]).toEqual([200, 200]);
    const third = await ask(by(token));
    expect(await refusal(third)).toEqual([429, 'resource-denied', 'aap_constraint_violation']);
    expect(third.headers['retry-after']).toMatch(/^\d+$/);
    expect((await ask(by(await tokenOf(grant)))).status).toBe(429);
    expect((await ask(by(await tokenOf(await grantTo('bob', limit))))).status).toBe(200);
    const once = [capability('data.read', { 'max-requests-per-day': 1 })];
    const reader = by(await tokenOf(await grantTo('bob', once)));
    const read = async () =>
      (await bob.send('GET', '/restconf/data/yangent-agents:agents/agent=noc?fields=id', reader)).status;
    expect([await read(), await read()]).toEqual([200, 429]);
  });
});

describe('a reading that is no data of a datastore', () => {
  it('counts for the rate as well: bulk data and schemas', async () => {
    expect((await ann.send('PUT', '/data/rated-1', { type: 'text/plain', body: 'of ann' })).status).toBe(201);
    const once = (action: string) => [capability(action, { 'max-requests-per-day': 1 })];
    const reader = async (action: string) => by(await tokenOf(await grantTo('bob', once(action))));
    const bulk = await reader('data.bulk');
    const read = () => bob.send('GET', '/data/rated-1', bulk);
    expect([(await read()).status, (await read()).status]).toEqual([200, 429]);
    const schemas = await reader('data.read');
    const schema = () => rpc(bob, 'ietf-netconf-monitoring:get-schema', { identifier: 'yangent-tasks' }, schemas);
    expect([(await schema()).status, (await schema()).status]).toEqual([200, 429]);
  });
});

describe('a task', () => {
  const task = async (id: string) => {
    const { body } = await ann.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    return JSON.parse(body)['yangent-tasks:task'][0];
  };
  const onTask = (client: Https, id: string, action: string, input: object = {}, more: object = {}) =>
    client.send('POST', `/restconf/data/yangent-tasks:tasks/task=${id}/${action}`, {
      body: JSON.stringify({ 'yangent-tasks:input': input }),
      ...more,
    });

  it('shows by what right it was assigned, and its executor is stopped when that is revoked', async () => {
    const grant = await grantTo('bob', [capability('yangent-tasks.assign')]);
    const token = await tokenOf(grant);
    const { id } = await output(rpc(bob, 'yangent-tasks:assign', assign('crew'), by(token)));
    expect((await task(id)).authority).toEqual({
      subject: 'ann',
      actor: ['bob'],
      grant,
      'token-id': claims(token).jti,
    });
    await output(onTask(bob, id, 'claim'));
    await output(onTask(bob, id, 'heartbeat'));
    await rpc(ann, 'yangent-access:revoke', { grant });
    expect(await refusal(onTask(bob, id, 'heartbeat'))).toEqual([403, 'access-denied', 'aap_capability_expired']);
    expect((await onTask(bob, id, 'release')).status).toBe(200);
  });

  it('ATD-4.3-m: gives its executor a piece of the authority of its assigner', async () => {
    const delegate = { capability: [capability('data.read')], expires: inAnHour() };
    const { id } = await output(rpc(ann, 'yangent-tasks:assign', assign('crew', { delegate })));
    const { token } = await output(onTask(bob, id, 'claim'));
    expect(claims(token)).toMatchObject({
      sub: 'ann',
      act: { sub: 'agent:crew' },
      delegation: { chain: ['agent:crew'] },
    });
    expect((await bob.send('GET', '/restconf/data/yangent-agents:agents/agent=noc?fields=id', by(token))).status).toBe(
      200,
    );
    expect(await refusal(rpc(bob, 'yangent-tasks:assign', assign('crew'), by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
    // The token is fresh still, so a heartbeat answers none.
    expect((await output(onTask(bob, id, 'heartbeat'))).token).toBeUndefined();
  });

  it('cannot give more than its assigner has', async () => {
    const token = await tokenOf(await grantTo('bob', [capability('yangent-tasks.assign')], { 'max-depth': 2 }));
    const delegate = { capability: [capability('data.read')], expires: inAnHour() };
    expect(await refusal(rpc(bob, 'yangent-tasks:assign', assign('crew', { delegate }), by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it('ATD-8-c: is not claimed with an authority that does not cover what it needs', async () => {
    const required = { 'required-capability': [capability('data.edit')] };
    const { id } = await output(rpc(ann, 'yangent-tasks:assign', assign('crew', required)));
    const limited = await issuer.token({
      sub: 'bob',
      capabilities: [{ action: 'yangent-tasks.claim' }],
      jti: 'claims',
    });
    expect(await refusal(onTask(bob, id, 'claim', {}, by(limited)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
    expect((await onTask(bob, id, 'claim')).status).toBe(200);
  });

  it('is passed over by who claims the next one with such an authority', async () => {
    const required = { 'required-capability': [capability('data.edit')] };
    const first = await output(rpc(ann, 'yangent-tasks:assign', assign('crew', { ...required, priority: 7 })));
    const second = await output(rpc(ann, 'yangent-tasks:assign', assign('crew')));
    const limited = await issuer.token({
      sub: 'bob',
      capabilities: [{ action: 'yangent-tasks.claim-next' }],
      jti: 'claims-next',
    });
    const claim = () => rpc(bob, 'yangent-tasks:claim-next', { agent: 'crew', max: 8 }, by(limited));
    const { task } = await output(claim());
    const ids = task.map(({ id }: { id: string }) => id);
    expect([ids.includes(first.id), ids.includes(second.id)]).toEqual([false, true]);
    expect((await claim()).status).toBe(204);
    expect((await onTask(bob, first.id, 'claim')).status).toBe(200);
  });

  it('has an executor inside the node that does no more for it than its assigner may, nor do its parts', async () => {
    const outcome = async (actions: readonly object[]) => {
      const token = await tokenOf(await grantTo('bob', actions));
      const answered = await output(
        rpc(
          bob,
          'yangent-tasks:assign',
          { from: 'noc', to: 'splitter', type: 'split', objective: 'x', async: false, wait: 20 },
          by(token),
        ),
      );
      expect(answered).toMatchObject({ state: 'completed' });
      const { artifact, id } = answered;
      return { id, ...JSON.parse(artifact[0].value) };
    };
    const narrow = await outcome([capability('yangent-tasks.assign', { agent: ['splitter'] })]);
    expect(narrow.part).toMatch(
      /^aap_invalid_capability: .*agent:splitter.* has no authority for yangent-tasks.assign/,
    );
    expect(narrow.device).toMatch(/^aap_invalid_capability: .* has no authority for device.read/);
    const wide = await outcome([
      capability('yangent-tasks.assign', { agent: ['splitter', 'worker'] }),
      capability('device.read', { device: ['edge-1'] }),
    ]);
    expect(wide.part).toBe('completed');
    expect(wide.device).not.toContain('aap_');
    const { body } = await bob.send('GET', '/restconf/data/yangent-tasks:tasks/task?fields=to;parent;authority');
    const parts: readonly Plain[] = JSON.parse(body)['yangent-tasks:task'];
    expect(parts.find(({ parent }) => parent === wide.id)?.authority).toMatchObject({ subject: 'ann' });
  });

  it('of a limited caller starts no workflow, which would act with all rights', async () => {
    const token = await tokenOf(await grantTo('bob', [capability('yangent-workflows.start')]));
    const input = { definition: 'any' };
    expect(await refusal(rpc(bob, 'yangent-workflows:start', input, by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_context',
    ]);
  });
});

describe('nobody widens what he has', () => {
  const wide = [capability('data.read'), capability('yangent-access.delegate')];

  it('by a constraint that this node does not read', async () => {
    const faulty = (constraint: object) =>
      refusal(
        rpc(ann, 'yangent-access:delegate', {
          ...{ to: 'bob', capability: [capability('data.read', constraint)], expires: inAnHour() },
        }),
      );
    expect(await faulty({ path: ['yangent-agents:agents'] })).toEqual([400, 'invalid-value', undefined]);
    expect(await faulty({ path: Array.from({ length: 101 }, (_, n) => `/m:a${n}`) })).toEqual([
      400,
      'invalid-value',
      undefined,
    ]);
    const capabilities = [
      { action: 'data.read', constraints: { path: ['/yangent-agents:agents/*'] } },
      { action: 'yangent-access.delegate' },
    ];
    const token = await issuer.token({ sub: 'ann', capabilities, jti: 'odd', delegation: { depth: 0, max_depth: 3 } });
    const input = {
      to: 'bob',
      capability: [capability('data.read')],
      expires: new Date(Date.now() + 60_000).toISOString(),
    };
    expect(await refusal(rpc(bob, 'yangent-access:delegate', input, by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it('with many paths, which the node answers at once', async () => {
    const path = Array.from({ length: 100 }, (_, n) => `/yangent-agents:agents/agent[id='a${n}']`);
    const token = await tokenOf(
      await grantTo('bob', [
        capability('data.read', { path: [...path.slice(1), "/yangent-agents:agents/agent[id='noc']"] }),
      ]),
    );
    const begun = performance.now();
    const { body } = await bob.send('GET', '/restconf/data/yangent-agents:agents?fields=agent/id', by(token));
    expect(JSON.parse(body)['yangent-agents:agents'].agent).toEqual([{ id: 'noc' }]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('as an actor with a token of another', async () => {
    const limited = await tokenOf(await grantTo('bob', [capability('data.read')]));
    const subject = await issuer.token({ sub: 'agent-x', may_act: { sub: 'ann' } });
    const input = { 'subject-token': subject, 'actor-token': limited, capability: [capability('data.edit')] };
    expect(await refusal(rpc(bob, 'yangent-access:exchange-token', input))).toEqual([
      403,
      'access-denied',
      'invalid_grant',
    ]);
  });

  it('by a message that hands on data which he may not read', async () => {
    expect((await ann.send('PUT', '/data/secret-1', { type: 'text/plain', body: 'of ann' })).status).toBe(201);
    const token = await tokenOf(await grantTo('bob', [capability('yangent-tasks.assign', { agent: ['crew'] })]));
    const given = rpc(bob, 'yangent-tasks:assign', assign('crew', { 'data-param': ['secret-1'] }), by(token));
    expect(await refusal(given)).toEqual([409, 'data-missing', undefined]);
  });

  it('with identifiers of others in a token of his own issuer', async () => {
    const grant = await grantTo('bob', wide, { 'max-depth': 1 });
    const token = await tokenOf(grant);
    const hostile = await issuer.token({ sub: 'agent-x', jti: `grant:${grant}`, lineage: [`grant:${grant}`] });
    const form = {
      type: FORM,
      body: new URLSearchParams({ token: hostile }).toString(),
      headers: { authorization: '' },
    };
    expect((await bob.send('POST', '/oauth/revoke', form)).status).toBe(200);
    expect((await bob.send('GET', '/restconf/data/yangent-agents:agents/agent=noc?fields=id', by(token))).status).toBe(
      200,
    );
    const long = await issuer.token({ sub: 'ann', jti: 'long', lineage: [`grant:${grant}`] });
    const input = { to: 'agent-x', capability: [capability('data.read')], expires: inAnHour() };
    expect(await refusal(rpc(bob, 'yangent-access:delegate', input, by(long)))).toEqual([
      400,
      'invalid-value',
      'invalid_request',
    ]);
  });

  it('by locks and other operations on whole datastores, or by taking the message of the giver away', async () => {
    const path = { path: ["/yangent-agents:agents/agent[id='noc']"] };
    const password = await tokenOf(
      await grantTo('bob', [capability('data.edit', path), capability('data.read', path)]),
    );
    const client = await connectNetconf({ ...rig.netconf, username: 'ann', password });
    for (const operation of [
      '<lock><target><running/></target></lock>',
      '<discard-changes/>',
      '<copy-config><target><candidate/></target><source><running/></source></copy-config>',
    ])
      await expect(client.rpc(operation)).rejects.toMatchObject({ tag: 'access-denied' });
    await client.close();
    expect((await bob.send('DELETE', '/restconf/data/irtf-agent:tasks', by(password))).status).toBe(403);
  });

  it('by leaving the type of a task out, where skills are named', async () => {
    const skills = [capability('yangent-tasks.assign'), capability('skill.work')];
    const token = await tokenOf(await grantTo('bob', skills));
    const input = { from: 'noc', to: 'crew', objective: 'anything', async: true };
    expect((await rpc(bob, 'yangent-tasks:assign', assign('crew'), by(token))).status).toBe(200);
    expect(await refusal(rpc(bob, 'yangent-tasks:assign', input, by(token)))).toEqual([
      403,
      'access-denied',
      'aap_invalid_capability',
    ]);
  });

  it('by the subscription of another', async () => {
    const { id } = await output(
      rpc(ann, 'ietf-subscribed-notifications:establish-subscription', { stream: 'NETCONF', encoding: 'encode-json' }),
    );
    const token = await tokenOf(
      await grantTo('bob', [capability('data.subscribe', { path: ['/yangent-agents:agents'] })]),
    );
    const answer = await bob.send('GET', `/restconf/subscriptions/${id}`, {
      accept: 'text/event-stream',
      ...by(token),
    });
    expect(answer.status).toBe(404);
  });
});

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
