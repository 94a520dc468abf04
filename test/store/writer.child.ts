/** Run as a process of its own: writes note after note and prints each id once the store has acknowledged it. */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/index.js';
import { note, noteMigration } from './note-table.js';

const [file = ''] = process.argv.slice(2);
const store = await openStore({ file, migrations: [noteMigration] });
writeSync(1, 'open\n');
let next = 1;

async function writeForEver(): Promise<void> {
  for (;;) {
    const id = next++;
    await store.transact((tx) => note(tx, id, 'x'.repeat(id % 500)));
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, writeForEver));
