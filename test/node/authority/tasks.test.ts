/** Tasks over the wire that are assigned with limited authority, and what they give to their executors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Https } from '../../support/http.js';
import {
  type AuthorityRig,
  assign,
  by,
  capability,
  claims,
  inAnHour,
  output,
  type Plain,
  refusal,
  rpc,
  startAuthority,
} from './rig.js';

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
