/** Run as a process of its own: writes note after note and prints each id once the store has acknowledged it. */
import { openStore } from '../../src/store/index.js';
import { note, noteMigration } from './note-table.js';

const [file = ''] = process.argv.slice(2);
const store = await openStore({ file, migrations: [noteMigration] });
await print('open');
let next = 1;

/** Waits where the reader is behind. */
function print(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

async function writeForEver(): Promise<void> {
  for (;;) {
    const id = next++;
    await store.transact((tx) => note(tx, id, 'x'.repeat(id % 500)));
    await print(String(id));
  }
}

await Promise.all(Array.from({ length: 8 }, writeForEver));
