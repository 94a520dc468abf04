/** A program that talks in sessions of another node: it opens one, sends, and reads its inbox. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectPeer,
  defineAgent,
  type InboxMessage,
  type Peer,
  startTestNode,
  type TestNode,
} from '../../src/index.js';
import { description } from '../rows/agents-rig.js';

const { profile } = description('echo', { profile: { skills: undefined } });
const echo = defineAgent({
  id: 'echo',
  profile,
  sessions: {
    message: ({ content = '' }) => content.split(' ').map((word) => ({ content: word })),
  },
});

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode({ agents: [echo], netconf: { host: '127.0.0.1', port: 0 } });
});
afterAll(() => node.close());

/** Reads until an agent has said so many messages; the last one is not acknowledged. */
async function heard(peer: Peer, session: string, length: number): Promise<readonly InboxMessage[]> {
  const all: InboxMessage[] = [];
  for await (const message of peer.inbox({ session, redeliverAfter: 1 })) {
    if (message.from !== undefined) all.push(message);
    if (all.length === length) break;
  }
  return all;
}

it('messages come in order, and one at which the loop was left comes again', async () => {
  const { peer } = node;
  const { id: session } = await peer.open({ kind: 'group', member: [{ agent: 'echo' }] });
  await peer.send({ session, content: 'one two three' });
  const first = await heard(peer, session, 2);
  expect(first.map(({ content }) => content)).toEqual(['one', 'two']);
  const second = await heard(peer, session, 2);
  expect(second).toMatchObject([{ content: 'two', redelivered: true }, { content: 'three' }]);
});

it('a request with the same identifier is sent once, and its answer is awaited', async () => {
  const { peer } = node;
  const order = { kind: 'group', 'request-id': 'mine', member: [{ agent: 'echo' }] } as const;
  const [{ id: session }, again] = [await peer.open(order), await peer.open(order)];
  expect(again.id).toBe(session);
  const question = { session, id: 'q-1', type: 'yangent-sessions:request', content: 'ready', wait: 30 } as const;
  const asked = await peer.send(question);
  expect(asked).toMatchObject({ reply: { content: 'ready', type: 'yangent-sessions:response' } });
  expect(await peer.send(question)).toMatchObject({ sequence: asked.sequence });
});

it('an inbox over NETCONF gives the same, and ends with its signal', async () => {
  const { host = '', port = 0, hostKeyFingerprint: hostKey = '' } = node.ready.netconf ?? {};
  const password = readFileSync(node.ready.passwordFile, 'utf8').trim();
  const peer = await connectPeer({
    netconf: { host, port, hostKey },
    ...{ user: 'admin', password, as: 'tester' },
  });
  try {
    const { id: session } = await peer.open({ kind: 'group', member: [{ agent: 'echo' }] });
    await peer.send({ session, content: 'over NETCONF' });
    expect((await heard(peer, session, 1)).map(({ content }) => content)).toEqual(['over']);
    const ending = new AbortController();
    const other = peer.inbox({ session, redeliverAfter: 3600, signal: ending.signal });
    ending.abort(new Error('enough'));
    await expect(other.next()).rejects.toThrow('enough');
  } finally {
    await peer.close();
  }
});
