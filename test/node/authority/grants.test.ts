/** Grants over the wire: what they let others do, and when they end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../../support/http.js';
import {
  type AuthorityRig,
  assign,
  by,
  capability,
  claims,
  inAnHour,
  output,
  refusal,
  rpc,
  startAuthority,
} from './rig.js';

let node: AuthorityRig;
let rig: AuthorityRig['rig'];
let ann: Https;
let bob: Https;
let agentX: string;
let grantTo: AuthorityRig['grantTo'];
let tokenOf: AuthorityRig['tokenOf'];

beforeAll(async () => {
  node = await startAuthority();
  ({ rig, ann, bob, agentX, grantTo, tokenOf } = node);
});
afterAll(() => node?.stop());

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
