/** A peer that is removed in the middle of a session, and added again, misses nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { until } from '../until.js';
import { type Client, DomainsRig, PEERS, type Plain } from './domains-rig.js';
import { act, history, said, session } from './sessions-client.js';

let rig: DomainsRig;
let [ann, bob, admin]: readonly Client[] = [];
let id: string;
beforeAll(async () => {
  rig = await DomainsRig.start();
  [ann, bob, admin] = [rig.client('oss', 'ann'), rig.client('core', 'bob'), rig.client('oss')];
  await rig.core.node.edit({ 'yangent-agents:agents': { agent: [agentEntry('fault', ['bob'])] } });
  ({ id } = await ann!.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'fault@core.example' }] },
  }));
  await session(bob!, id);
  await act(bob!, id, 'join', { agent: 'fault' });
});
afterAll(() => rig?.stop());

it('gets what was said while it was removed, as soon as it is there again', async () => {
  const { body } = await admin!.https.send('GET', `${PEERS}?content=config`);
  const before: Plain = JSON.parse(body)['yangent-peers:peers'];
  expect((await admin!.https.send('DELETE', `${PEERS}/peer=core`)).status).toBe(204);
  await ann!.output('yangent-sessions:send', { session: id, from: 'noc', content: 'said meanwhile' });
  // The request of the peer that waited is answered by now: the message went by it.
  await ann!.output('yangent-sessions:send', { session: id, from: 'noc', content: 'and more' });
  expect((await admin!.put(PEERS, { 'yangent-peers:peers': before })).status).toBe(204);
  const there = await until(
    async () => said(await history(bob!, id, 'fault')),
    ({ length }) => length === 2,
    30_000,
  );
  expect(there.map(([, , content]) => content)).toEqual(['said meanwhile', 'and more']);
});
