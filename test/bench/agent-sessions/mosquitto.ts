/** mosquitto with its defaults, but that its queues have no bound: a subscriber that is behind would lose messages. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peer } from '../../peers.js';
import { freePort } from '../../support/free-port.js';
import { startProgram } from '../workflows/process.js';
import { HOST, type PeerServer, started } from './peer-server.js';

/** @param directory takes its configuration; undefined where it is not installed */
export async function startMosquitto(directory: string): Promise<PeerServer | undefined> {
  const file = peer('mosquitto');
  if (file === undefined) return undefined;
  const port = await freePort();
  const configuration = join(directory, 'mosquitto.conf');
  writeFileSync(configuration, `listener ${port} ${HOST}\nallow_anonymous true\nmax_queued_messages 0\n`);
  const program = startProgram(file, ['-c', configuration], { log: join(directory, 'log') });
  return started('mosquitto', program, { kind: 'mqtt', host: HOST, port, topic: 'bench' });
}
