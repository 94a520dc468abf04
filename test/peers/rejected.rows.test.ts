/** The sender of a message that the home of its session refused is told: in the stream `inbox`, and by the client of a program. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectPeer, type InboxRejection } from '../../src/index.js';
import { EventStream } from '../support/event-stream.js';
import { agentEntry } from '../tasks/fixture.js';
import { type Client, DomainsRig, passwordOf } from './domains-rig.js';
import { act, session } from './sessions-client.js';

let rig: DomainsRig;
let ann: Client;
let bob: Client;
let id: string;
beforeAll(async () => {
  rig = await DomainsRig.start();
  [ann, bob] = [rig.client('oss', 'ann'), rig.client('core', 'bob')];
  await rig.core.node.edit({
    'yangent-agents:agents': { agent: ['fault', 'optics'].map((each) => agentEntry(each, ['bob'])) },
  });
  ({ id } = await ann.output('yangent-sessions:open', {
    ...{ from: 'noc', kind: 'group', member: [{ agent: 'fault@core.example' }] },
  }));
  await session(bob, id);
  await act(bob, id, 'join', { agent: 'fault' });
});
afterAll(() => rig.stop());

/** Sends what the home refuses: nothing has the number that it answers. */
const sendBad = (message: string) =>
  bob.output('yangent-sessions:send', {
    ...{ session: id, from: 'fault', id: message, type: 'yangent-sessions:response', 'in-reply-to': '99' },
  });
const refused = (message: string) => ({
  ...{ session: id, id: message, 'error-tag': 'invalid-value' },
  'error-message': expect.stringContaining('"in-reply-to" names message 99'),
});

it('is told in the stream inbox of the node and of the agent, until it is acknowledged', async () => {
  const login = { user: 'bob', password: passwordOf('bob') };
  const open = (root = '') => EventStream.open(rig.core, `${root}/restconf/streams/inbox/json`, login);
  const rejectedIn = async (stream: EventStream) => {
    for (;;) {
      const event = await stream.next();
      if (!event || event.name === 'yangent-sessions:rejected') return event;
    }
  };
  const streams = [await open(), await open('/agents/fault')];
  await sendBad('f-1');
  const [atNode, atAgent] = streams;
  expect(await rejectedIn(atNode!)).toEqual({
    ...{ id: '', name: 'yangent-sessions:rejected' },
    value: { ...refused('f-1'), for: ['fault'] },
  });
  expect((await rejectedIn(atAgent!))?.value).toEqual(refused('f-1'));
  await sendBad('f-2');
  expect((await rejectedIn(atAgent!))?.value).toEqual(refused('f-2'));
  for (const stream of streams) stream.close();
  const again = await open('/agents/fault');
  expect((await rejectedIn(again))?.value).toEqual(refused('f-1'));
  expect((await rejectedIn(again))?.value).toEqual(refused('f-2'));
  again.close();
  await bob.rpc('yangent-sessions:acknowledge', {
    ...{ agent: 'fault', position: [{ session: id, through: '0', rejected: ['f-1', 'f-2'] }] },
  });
  const last = await open('/agents/fault');
  await sendBad('f-3');
  expect((await rejectedIn(last))?.value).toEqual(refused('f-3'));
  last.close();
  await bob.rpc('yangent-sessions:acknowledge', {
    ...{ agent: 'fault', position: [{ session: id, through: '0', rejected: ['f-3'] }] },
  });
});

it('is told to a program that reads its inbox, once', async () => {
  const { url, certificate } = rig.core;
  const login = { user: 'bob', password: passwordOf('bob'), as: 'fault' };
  const peer = await connectPeer({ url, ca: readFileSync(certificate), ...login });
  try {
    await sendBad('p-1');
    const rejections: InboxRejection[] = [];
    const inbox = peer.inbox({ session: id, onRejected: (each) => rejections.push(each) });
    await ann.output('yangent-sessions:send', { session: id, from: 'noc', content: 'well?' });
    for await (const { content } of inbox)
      if (content === 'well?' && rejections.length > 0) break;
      else if (content === 'well?') await ann.output('yangent-sessions:send', { session: id, from: 'noc', content });
    expect(rejections).toEqual([refused('p-1')]);
  } finally {
    await peer.close();
  }
});

const WORK = { type: 'yangent-sessions:task-assignment', task: { objective: 'measure' } };

it('is told at once that the home carries no task back to the node of its assigner', async () => {
  const { status, body } = await bob.rpc('yangent-sessions:send', {
    ...{ ...WORK, session: id, from: 'fault', content: 'measure', 'next-speaker': ['optics'] },
  });
  expect(status).toBe(400);
  expect(JSON.parse(body)['ietf-restconf:errors'].error).toEqual([
    {
      ...{ 'error-type': 'application', 'error-tag': 'invalid-value' },
      'error-message':
        '"next-speaker" names "optics", an agent of this node as "fault" is: the tasks of the session are assigned by its home, oss.example, which carries no work back to the node from which it comes; assign the task here, by yangent-tasks:assign',
    },
  ]);
  expect((await session(bob, id)).copy.waiting).toBeUndefined();
});

it('is told by a node that no work goes back over the link from which it comes', async () => {
  const peer = rig.client('oss', 'core-node');
  const { status, body } = await peer.rpc('yangent-tasks:assign', {
    ...{ from: 'fault@core.example', to: 'optics@core.example', content: 'measure', async: true },
  });
  expect([status, JSON.parse(body)['ietf-restconf:errors'].error[0]['error-message']]).toEqual([
    400,
    '"to" names "optics@core.example", which is reached over the peer from which "fault@core.example" speaks: nothing goes back over a link. Assign at the node of "fault@core.example", or let an agent of another peer or of this node assign it',
  ]);
});
