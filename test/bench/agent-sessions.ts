/** Sessions of agents: messages posted beside JetStream, given out beside mosquitto, and what members cost. */
import { join } from 'node:path';
import { deafSocket } from './agent-sessions/deaf-socket.js';
import { deliveries } from './agent-sessions/deliveries.js';
import { idleSockets } from './agent-sessions/idle-sockets.js';
import { members } from './agent-sessions/members.js';
import { startMosquitto } from './agent-sessions/mosquitto.js';
import { startNats } from './agent-sessions/nats.js';
import { posts } from './agent-sessions/posts.js';
import { flushes } from './disk.js';
import type { Bench } from './figure.js';

const JETSTREAM = { name: 'nats-server, not flushed', aim: '0.6 times', start: startNats };
const MOSQUITTO = { name: 'mosquitto, QoS 1', aim: '2 times', start: startMosquitto };

export const agentSessionsBench: Bench = async (directory) => [
  { what: 'flushes of the disk', ...flushes(directory) },
  ...(await posts(join(directory, 'posts'), { underWay: [1, 8, 64], peer: JETSTREAM, netconf: true })),
  ...(await deliveries(join(directory, 'deliveries'), { messages: 4_000, peer: MOSQUITTO })),
  ...(await members(join(directory, 'members'))),
  ...(await idleSockets(join(directory, 'idle'), { members: 1_000, tls: false })),
  ...(await idleSockets(join(directory, 'idle-tls'), { members: 1_000, tls: true })),
  await deafSocket(join(directory, 'deaf')),
];
