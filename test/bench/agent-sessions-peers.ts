/** Sessions of agents beside what is used for rooms and for queues that survive a crash, and 10,000 members that say nothing. */
import { join } from 'node:path';
import { deliveries, READERS } from './agent-sessions/deliveries.js';
import { idleSockets } from './agent-sessions/idle-sockets.js';
import { posts } from './agent-sessions/posts.js';
import { startProsody } from './agent-sessions/prosody.js';
import { startRedis } from './agent-sessions/redis.js';
import { flushes } from './disk.js';
import type { Bench } from './figure.js';

const PROSODY = {
  name: 'prosody, archived, not flushed',
  aim: '4 times',
  start: (directory: string) => startProsody(directory, READERS),
};
const REDIS = { name: 'redis-server XADD, appendfsync always', aim: '1 times', start: startRedis };
/** Fewer than the 10,000 of a room that prosody keeps in its archive of files. */
const MESSAGES = 2_000;

export const agentSessionsPeersBench: Bench = async (directory) => [
  { what: 'flushes of the disk', ...flushes(directory) },
  ...(await posts(join(directory, 'posts'), { underWay: [1, 8], peer: REDIS })),
  ...(await deliveries(join(directory, 'deliveries'), { messages: MESSAGES, peer: PROSODY })),
  ...(await idleSockets(join(directory, 'idle'), { members: 10_000, tls: false, aim: '30 kB' })),
];
