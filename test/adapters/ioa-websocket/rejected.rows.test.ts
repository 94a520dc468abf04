/** A frame for a group of another node that this node has taken, and the home of the group refuses. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, Client, users, withSecret } from '../../peers/domains-rig.js';
import { session } from '../../peers/sessions-client.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { agentEntry } from '../../tasks/fixture.js';
import { until } from '../../until.js';
import { useIoaRig } from './ioa-rig.js';

const rig = useIoaRig({ data: withSecret('core-node') });
let home: TestNode;
let ann: Client;
beforeAll(async () => {
  home = await startTestNode({ data: withSecret('oss-node') });
  await home.node.edit({
    ...users('core-node', 'ann'),
    'yangent-agents:agents': { agent: [agentEntry('noc', ['ann'])] },
  });
  await rig.node.node.edit({
    ...users('oss-node'),
    'yangent-agents:agents': { agent: [agentEntry('fault', ['bob'])] },
  });
  const peers = (domain: string, name: string, other: TestNode, login: string) => ({
    'yangent-peers:peers': {
      domain: `${domain}.example`,
      peer: [{ name, domain: [`${name}.example`], user: `${name}-node`, address: addressOf(other, login) }],
    },
  });
  await rig.node.node.edit(peers('core', 'oss', home, 'core-node'));
  await home.node.edit(peers('oss', 'core', rig.node, 'oss-node'));
  ann = new Client(home, 'ann');
});
afterAll(async () => {
  ann?.https.close();
  await home?.stop();
});

it('is answered with its identifier, and by an error frame when the home refuses it', async () => {
  const { id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'fault@core.example' }] },
  });
  const fault = await rig.dial('fault', 'bob');
  await fault.next(({ group_id }) => group_id === id);
  await rig.act('bob', `yangent-sessions:sessions/session=${id}/join`, { agent: 'fault' });
  await session(ann, id, ({ member }) => member.every(({ state }: { state: string }) => state === 'joined'));
  fault.send({ sender: 'fault', group_id: id, type: 'response', in_reply_to: 99, content: 'yes', message_id: 'f-1' });
  expect(await fault.next(({ message_id }) => message_id === 'f-1')).toEqual({
    ...{ sender: 'fault', group_id: id, message_id: 'f-1' },
  });
  expect(await fault.next(({ type }) => type === 'error')).toMatchObject({
    ...{ group_id: id, message_id: 'f-1', tag: 'invalid-value', content: expect.stringContaining('names message 99') },
  });
  const receive = () => rig.rpc('bob', 'yangent-sessions:receive', { agent: 'fault', session: id });
  await until(receive, ({ rejected }) => rejected === undefined);
});
