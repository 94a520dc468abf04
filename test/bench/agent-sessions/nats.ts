/** nats-server with JetStream, which keeps messages in files and answers before they are flushed. */
import { join } from 'node:path';
import { peer } from '../../peers.js';
import { freePort } from '../../support/free-port.js';
import { startProgram } from '../workflows/process.js';
import { HOST, type PeerServer, started } from './peer-server.js';

/** @param directory takes its data; undefined where it is not installed */
export async function startNats(directory: string): Promise<PeerServer | undefined> {
  const file = peer('nats-server');
  if (file === undefined) return undefined;
  const port = await freePort();
  const args = ['-a', HOST, '-p', String(port), '-js', '-sd', directory];
  const program = startProgram(file, args, { log: join(directory, 'log') });
  return started('nats-server', program, { kind: 'nats', host: HOST, port, subject: 'bench' });
}
