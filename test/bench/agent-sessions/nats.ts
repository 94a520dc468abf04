/** nats-server with JetStream, which keeps messages in files and answers before they are flushed. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { peer } from '../../peers.js';
import { freePort } from '../../support/free-port.js';
import type { PostTarget } from '../load/post-wires.js';
import { type Program, startProgram, untilReady } from '../workflows/process.js';

const HOST = '127.0.0.1';

export interface PeerServer {
  readonly name: string;
  readonly target: PostTarget;
  stop(): Promise<void>;
}

/** @param directory takes its data; undefined where it is not installed */
export async function startNats(directory: string): Promise<PeerServer | undefined> {
  const file = peer('nats-server');
  if (file === undefined) return undefined;
  const port = await freePort();
  const args = ['-a', HOST, '-p', String(port), '-js', '-sd', directory];
  const program = startProgram(file, args, { log: join(directory, 'log') });
  return started('nats-server', program, { kind: 'nats', host: HOST, port, subject: 'bench' });
}

/** Returns the peer once it takes connections. */
export async function started(name: string, program: Program, target: PostTarget): Promise<PeerServer> {
  await untilReady(name, program, async () => {
    const socket = connect(target);
    await once(socket, 'connect');
    socket.destroy();
  });
  return { name, target, stop: () => program.end('SIGTERM') };
}
