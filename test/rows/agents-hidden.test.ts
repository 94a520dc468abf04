/** What a user may not find does not exist for him: every answer is the one that he gets where there is nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { AGENTS_XML, register, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
const HIDDEN = ['private', 'withdrawn', 'unapproved'] as const;

beforeAll(async () => {
  await register(rig, 'bob', 'helper');
  await register(rig, 'alice', 'private', { visibility: 'private', profile: { description: 'the secret of alice' } });
  await register(rig, 'alice', 'withdrawn', { profile: { description: 'the secret of alice' } });
  expect((await rig.http('alice', 'POST', `${agentPath('withdrawn')}/withdraw`)).status).toBe(204);
  const approval = { 'yangent-agents:policy': { 'operator-approval': true } };
  expect((await rig.http('admin', 'PUT', '/restconf/data/yangent-agents:agents/policy', approval)).status).toBe(201);
  await register(rig, 'alice', 'unapproved', { profile: { description: 'the secret of alice' } });
});

const agentPath = (id: string) => `/restconf/data/yangent-agents:agents/agent=${id}`;
const entry = (id: string) => ({
  'yangent-agents:agent': [{ id, profile: { name: id, description: 'taken over', version: '1.0.0', provider: 'BOB' } }],
});

const nothing = () => undefined;

/** Requests of bob about an agent of this name. */
const REQUESTS: readonly [string, string, (id: string) => string, (id: string) => unknown][] = [
  ['the entry', 'GET', agentPath, nothing],
  ['its state', 'GET', (id) => `${agentPath(id)}/status`, nothing],
  ['its endpoint', 'GET', (id) => `/agents/${id}/restconf`, nothing],
  ['the data of its endpoint', 'GET', (id) => `/agents/${id}/restconf/data`, nothing],
  ['its profile', 'GET', (id) => `/agents/${id}/restconf/data/irtf-agent:agent`, nothing],
  ['its streams', 'GET', (id) => `/agents/${id}/restconf/streams/NETCONF/json`, nothing],
  ['its bulk data', 'PUT', (id) => `/agents/${id}/data/a-picture`, () => ({})],
  ['replacing it', 'PUT', agentPath, entry],
  ['changing it', 'PATCH', agentPath, entry],
  ['deleting it', 'DELETE', agentPath, nothing],
  ['draining it', 'POST', (id) => `${agentPath(id)}/drain`, nothing],
  ['renewing it', 'POST', (id) => `${agentPath(id)}/renew`, nothing],
  [
    'deregistering it',
    'POST',
    () => '/restconf/operations/yangent-agents:deregister',
    (id) => ({ 'yangent-agents:input': { id } }),
  ],
  [
    'its capabilities',
    'POST',
    () => '/restconf/operations/yangent-agents:negotiate-capability',
    (to) => ({ 'yangent-agents:input': { to } }),
  ],
  [
    'who is near it',
    'POST',
    () => '/restconf/operations/yangent-agents:discover',
    (agent) => ({ 'yangent-agents:input': { near: { agent, radius: 1 } } }),
  ],
  [
    'a task for it',
    'POST',
    () => '/restconf/operations/yangent-tasks:assign',
    (to) => ({ 'yangent-tasks:input': { from: 'helper', to } }),
  ],
  [
    'speaking as it',
    'POST',
    () => '/restconf/operations/yangent-tasks:assign',
    (from) => ({ 'yangent-tasks:input': { from, to: 'helper' } }),
  ],
  [
    'a record of what it said',
    'PUT',
    () => '/restconf/data/irtf-agent:context=c-1',
    (sendFrom) => ({ 'irtf-agent:context': [{ id: 'c-1', sendFrom, sendTo: 'helper' }] }),
  ],
];

describe.each(HIDDEN)('a %s agent', (hidden) => {
  it.each(REQUESTS)('%s: answered as if there were none', async (_title, method, path, body) => {
    const ask = async (id: string) => {
      const answer = await rig.http('bob', method, path(id), body(id));
      return { status: answer.status, body: answer.body.replaceAll(id, 'it') };
    };
    const answer = await ask(hidden);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer).toEqual(await ask('no-such-agent'));
  });

  it.each(['create', 'merge', 'replace', 'delete'])('%s over NETCONF: refused as if there were none', async (how) => {
    const edit = (id: string) => `<edit-config><target><running/></target><config>
      <agents xmlns="${AGENTS_XML}"><agent xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="${how}"><id>${id}</id>
      <profile><name>${id}</name><description>mine</description><version>1</version><provider>p</provider></profile></agent></agents>
      </config></edit-config>`;
    const ask = async (id: string) =>
      (await rig.netconf('bob', edit(id))).replaceAll(id, 'it').replace(/message-id="\d+"/, '');
    const answer = await ask(hidden);
    expect(answer).toContain('access-denied');
    expect(answer).not.toContain('alice');
    expect(answer).toBe(await ask('no-such-agent'));
  });

  it('has no endpoint over NETCONF', async () => {
    await expect(rig.netconfAt('bob', hidden, '<get/>')).rejects.toThrow();
    await expect(rig.netconfAt('bob', 'no-such-agent', '<get/>')).rejects.toThrow();
  });

  it('has its endpoints for its owner and for administrators', async () => {
    for (const user of ['alice', 'admin'] as const) {
      const answer = await rig.http(user, 'GET', `/agents/${hidden}/restconf/data/irtf-agent:agent/description`);
      expect(answer).toMatchObject({ status: 200, body: '{"irtf-agent:description":"the secret of alice"}' });
    }
    expect(await rig.netconfAt('alice', hidden, '<get/>')).toContain('the secret of alice');
  });
});
