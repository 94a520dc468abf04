/**
 * Makes `yangent.db`, the database of an earlier version, of the requests in `made.http`:
 *
 *     npx tsx test/golden/old/make.ts
 *     UPDATE_GOLDEN=1 npx vitest run test/golden/old
 *
 * Do not make it again to make a test pass: a later version must open the file that is there.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { Receiver } from '../../support/receiver.js';
import { releaseClock, stopClock } from '../clock.js';
import { parseExchanges } from '../exchange.js';
import { Player } from '../player.js';
import { FOLDER, startGoldenNode } from '../rig.js';

const data = mkdtempSync(join(tmpdir(), 'yangent-old-'));
process.env.YANGENT_STATE = data;
stopClock();
const receiver = await Receiver.start();
const node = await startGoldenNode(data);
const player = new Player(node, receiver);
for (const exchange of parseExchanges(readFileSync(join(FOLDER, 'old', 'made.http'), 'utf8')).exchanges) {
  const reply = await player.play(exchange);
  if (/^HTTP\/1\.1 [45]/.test(reply) && !reply.includes('may not run')) throw new Error(`${exchange.title}: ${reply}`);
}
player.close();
await node.stop();
await receiver.stop();
releaseClock();

// The key for reports is sealed with a key that is not kept. The password of the first administrator is random and not kept.
// A copy is opened, as the process still holds the lock of the database.
const copy = join(data, 'copy.db');
for (const end of ['', '-wal'].filter((each) => existsSync(join(data, `yangent.db${each}`)))) {
  cpSync(join(data, `yangent.db${end}`), `${copy}${end}`);
}
const database = new Database(copy);
database.exec('DELETE FROM task_signing_key');
for (const pragma of ['journal_mode = DELETE', 'page_size = 1024']) database.exec(`PRAGMA ${pragma}`);
database.exec('VACUUM');
database.close();
cpSync(copy, join(FOLDER, 'old', 'yangent.db'));
rmSync(data, { recursive: true });
