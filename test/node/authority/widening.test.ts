/** Ways by which a caller with limited authority tries to get more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../../src/clients/index.js';
import type { Https } from '../../support/http.js';
import {
  type AuthorityRig,
  assign,
  by,
  capability,
  FORM,
  inAnHour,
  output,
  refusal,
  rpc,
  startAuthority,
} from './rig.js';

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
