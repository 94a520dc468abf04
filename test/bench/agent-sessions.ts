/** Sessions of agents: messages posted beside JetStream, given out beside mosquitto, and what members cost. */
import { join } from 'node:path';
import { deafSocket } from './agent-sessions/deaf-socket.js';
import { deliveries } from './agent-sessions/deliveries.js';
import { idleSockets } from './agent-sessions/idle-sockets.js';
import { members } from './agent-sessions/members.js';
import { posts } from './agent-sessions/posts.js';
import { flushes } from './disk.js';
import type { Bench } from './figure.js';

export const agentSessionsBench: Bench = async (directory) => [
  { what: 'flushes of the disk', ...flushes(directory) },
  ...(await posts(join(directory, 'posts'))),
  ...(await deliveries(join(directory, 'deliveries'))),
  ...(await members(join(directory, 'members'))),
  ...(await idleSockets(join(directory, 'idle'), { members: 10_000, tls: false })),
  ...(await idleSockets(join(directory, 'idle-tls'), { members: 1_000, tls: true })),
  await deafSocket(join(directory, 'deaf')),
];
