/** Tasks that agents of one node would give each other in a team of another node. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentEntry } from '../tasks/fixture.js';
import { type Client, DomainsRig, type Plain } from './domains-rig.js';
import { act, session } from './sessions-client.js';

let rig: DomainsRig;
let ann: Client;
let bob: Client;
beforeAll(async () => {
  rig = await DomainsRig.start();
  [ann, bob] = [rig.client('oss', 'ann'), rig.client('core', 'bob')];
  await rig.core.node.edit({
    'yangent-agents:agents': { agent: ['fault', 'optics'].map((agent) => agentEntry(agent, ['bob'])) },
  });
});
afterAll(() => rig.stop());

it('are refused, since nothing goes back over a link, and the error says who may assign', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'team', goal: 'find the fault', 'turn-taking': { mode: 'open' } },
    member: [{ agent: 'fault@core.example' }, { agent: 'optics@core.example' }],
  });
  await session(bob, id, ({ member }) => member.length === 3);
  for (const agent of ['fault', 'optics']) await act(bob, id, 'join', { agent });
  await session(bob, id, ({ state }: Plain) => state === 'discussion');
  const { status, body } = await bob.rpc('yangent-sessions:send', {
    ...{ session: id, from: 'fault', type: 'yangent-sessions:task-assignment', content: 'measure the light' },
    ...{ 'next-speaker': ['optics'], mode: 'asynchronous', task: { 'task-id': 't-1' }, wait: 30 },
  });
  expect([status, JSON.parse(body)['ietf-restconf:errors'].error[0]['error-message']]).toEqual([
    400,
    '"to" names "optics@core.example", which is reached over the peer from which "fault@core.example" speaks: nothing goes back over a link. Assign at the node of "fault@core.example", or let an agent of another peer or of this node assign it',
  ]);
});
