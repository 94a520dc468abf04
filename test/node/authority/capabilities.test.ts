/** The capabilities of a grant over the wire: those that can never be met, paths of data, and rates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpAnswer, Https } from '../../support/http.js';
import { type AuthorityRig, assign, by, capability, inAnHour, refusal, rpc, startAuthority } from './rig.js';

let node: AuthorityRig;
let issuer: AuthorityRig['issuer'];
let ann: Https;
let bob: Https;
let grantTo: AuthorityRig['grantTo'];
let tokenOf: AuthorityRig['tokenOf'];

beforeAll(async () => {
  node = await startAuthority();
  ({ issuer, ann, bob, grantTo, tokenOf } = node);
});
afterAll(() => node?.stop());

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

describe('the refusal of an assignment', () => {
  const LACKS: readonly (readonly [string, readonly object[], object, string])[] = [
    ['the action', [capability('yangent-tasks.query')], {}, 'it needs the action yangent-tasks.assign'],
    [
      'the agent and the priority',
      [capability('yangent-tasks.assign', { agent: ['other'], 'max-priority': 2 })],
      { priority: 5 },
      'it needs a capability for it that fits in agent and max-priority',
    ],
    ['the skill', [capability('yangent-tasks.assign'), capability('skill.look')], {}, 'it needs the action skill.work'],
  ];

  it.each(LACKS)('names what the grant lacks: %s', async (_, capabilities, more, words) => {
    const token = await tokenOf(await grantTo('bob', capabilities));
    const { status, body } = await rpc(bob, 'yangent-tasks:assign', assign('crew', more), by(token));
    expect([status, JSON.parse(body)['ietf-restconf:errors'].error[0]['error-message']]).toEqual([
      403,
      expect.stringContaining(`"bob", for user "ann", has no authority for yangent-tasks.assign here: ${words}`),
    ]);
  });
});
