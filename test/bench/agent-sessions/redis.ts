/** Redis that keeps its commands in a file and flushes them before it answers (appendfsync always). */
import { join } from 'node:path';
import { peer } from '../../peers.js';
import { freePort } from '../../support/free-port.js';
import { startProgram } from '../workflows/process.js';
import { HOST, type PeerServer, started } from './peer-server.js';

/** @param directory takes its data; undefined where it is not installed */
export async function startRedis(directory: string): Promise<PeerServer | undefined> {
  const file = peer('redis-server');
  if (file === undefined) return undefined;
  const port = await freePort();
  const settings = { bind: HOST, port, dir: directory, appendonly: 'yes', appendfsync: 'always', save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const program = startProgram(file, args, { log: join(directory, 'log') });
  return started('redis-server', program, { kind: 'redis', host: HOST, port, stream: 'bench' });
}
