/** Memory of a member that is connected by a WebSocket of the adapter `ioa-websocket`, and reads nothing. */
import { once } from 'node:events';
import WebSocket from 'ws';
import type { Figure } from '../figure.js';
import type { CountedPostsOptions } from '../load/counted-posts.js';
import { SteeredLoad } from '../load/steered.js';
import { SENDER } from './node.js';
import { startSocketNode } from './socket-node.js';

const MESSAGES = 100_000;
const OCTETS = 256;

/** The growth of a node by a connected member that takes nothing of all that it is sent. */
export async function deafSocket(directory: string): Promise<Figure> {
  const node = await startSocketNode(directory, ['deaf', 'warm']);
  const { place, groups } = node;
  const session = String(groups[0]);
  const post = async (count: number) => {
    const target = { kind: 'session' as const, ...place, session, from: SENDER };
    const posts = new SteeredLoad('counted-posts.ts', {
      ...{ target, underWay: 64, count },
    } satisfies CountedPostsOptions);
    await posts.next();
    posts.tell('post');
    await posts.next();
    await posts.end();
  };
  try {
    const address = `ws://${place.host}:${place.port}/ioa/ws/deaf`;
    const deaf = new WebSocket(address, { headers: { authorization: place.authorization } });
    await once(deaf, 'open');
    deaf.pause();
    await post(MESSAGES / 10);
    const before = await node.memory();
    await post(MESSAGES);
    const after = await node.memory();
    deaf.terminate();
    return {
      what: `a member that reads nothing, after ${MESSAGES} messages of ${OCTETS} octets: growth`,
      ...{ value: (after.held - before.held) / 1024, unit: 'MiB' },
    };
  } finally {
    await node.stop();
  }
}
