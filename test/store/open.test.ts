import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore, StoreError } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from './clean-up.js';
import { note, noteIds, noteMigration } from './note-table.js';

const WRITER = fileURLToPath(new URL('./writer.child.ts', import.meta.url));

async function open(file: string) {
  const store = await openStore({ file, migrations: [noteMigration] });
  cleanUp(() => store.close());
  return store;
}

describe('openStore', () => {
  it('runs with a write-ahead log that is synchronised at every commit', async () => {
    const store = await open(join(temporaryDirectory(), 'store.db'));
    expect(await store.settings()).toEqual({ journalMode: 'WAL', synchronous: 'FULL' });
  });

  it('makes its directory and files readable for their owner only', async () => {
    const directory = join(temporaryDirectory(), 'a', 'data');
    const store = await open(join(directory, 'store.db'));
    await store.transact((tx) => note(tx, 1));
    const modes = ['', 'store.db', 'store.db-wal', 'store.db-shm', 'store.db.lock'].map((name) =>
      (statSync(join(directory, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['700', '600', '600', '600', '600']);
  });

  it('takes away the access that others had to an existing file', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    await open(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps the node id and the data over a restart', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open(file);
    await first.transact((tx) => note(tx, 7));
    await first.close();
    const second = await open(file);
    expect(second.nodeId).toBe(first.nodeId);
    expect(await noteIds(second)).toEqual([7]);
  });

  it('gives every :memory: store a database of its own', async () => {
    const [one, two] = [await open(':memory:'), await open(':memory:')];
    await one.transact((tx) => note(tx, 1));
    expect(await noteIds(one)).toEqual([1]);
    expect(await noteIds(two)).toEqual([]);
  });

  it('refuses a file that is already open in the same process', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    await open(file);
    await expect(openStore({ file, migrations: [] })).rejects.toMatchObject({ code: 'in-use' });
  });

  it('refuses a file that is no database', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    writeFileSync(
      file,
      'this is a letter, not a database; it is long enough to be taken for one at first sight '.repeat(9),
    );
    await expect(openStore({ file, migrations: [] })).rejects.toThrow(/not a database/);
  });

  it('refuses transactions after close, and may be closed twice', async () => {
    const store = await open(':memory:');
    const last = store.transact((tx) => note(tx, 1));
    await store.close();
    await store.close();
    await expect(last).resolves.toBeUndefined();
    await expect(store.transact((tx) => note(tx, 2))).rejects.toMatchObject({ code: 'closed' });
  });

  it('keeps everything acknowledged when the process is killed, and refuses a second process until then', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', WRITER, `${file}-${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged: number[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        if (line === 'open') {
          await expect(openStore({ file: `${file}-${round}`, migrations: [noteMigration] })).rejects.toThrow(
            `is in use by process ${child.pid}`,
          );
          continue;
        }
        acknowledged.push(Number(line));
        if (acknowledged.length === 500 + round * 333) child.kill('SIGKILL');
      }
      const store = await open(`${file}-${round}`);
      const stored = new Set(await noteIds(store));
      expect(acknowledged.length).toBeGreaterThanOrEqual(500);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
  }, 60_000);

  it('leaves a database that a plain copy of its one file carries away', async () => {
    const directory = temporaryDirectory();
    const store = await open(join(directory, 'store.db'));
    await store.transact((tx) => note(tx, 3));
    await store.close();
    execFileSync('cp', [join(directory, 'store.db'), join(directory, 'copy.db')]);
    expect(await noteIds(await open(join(directory, 'copy.db')))).toEqual([3]);
  });
});

describe('StoreError', () => {
  it('names itself', () => {
    expect(String(new StoreError('closed', 'gone'))).toBe('StoreError: gone');
  });
});
