import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOfFile, makeDirectory, openStore, StoreError } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';
import { note, noteIds, noteMigration } from './note-table.js';

const WRITER = fileURLToPath(new URL('./writer.child.ts', import.meta.url));

async function open(file: string) {
  const store = await openStore({ file, migrations: [noteMigration] });
  cleanUp(() => store.close());
  return store;
}

describe('a file that cannot be used', () => {
  it('is told from one that another process has: a damaged lock says what to remove', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    writeFileSync(`${file}.lock`, randomBytes(8_192));
    await expect(openStore({ file, migrations: [] })).rejects.toMatchObject({
      code: 'damaged',
      message: `${file}.lock is damaged, so that no node can hold it; remove it and start again`,
    });
  });

  it('is named, with the way out, when it is damaged', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    writeFileSync(file, randomBytes(8_192));
    await expect(openStore({ file, migrations: [] })).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining(`${file} is damaged: it is not what a node has written. Put a backup`),
    });
  });

  it('says where its pages do not agree', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const store = await open(file);
    for (let n = 1; n <= 300; n++) await store.transact((tx) => note(tx, n));
    await store.close();
    expect(faultsOfFile(file)).toEqual([]);
    const bytes = readFileSync(file);
    randomBytes(2_048).copy(bytes, Math.floor(bytes.length / 8_192) * 4_096);
    writeFileSync(file, bytes);
    expect(faultsOfFile(file)).not.toEqual([]);
  });

  it('says where a value is of another type than its column', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const store = await open(file);
    await store.transact(async (tx) => {
      for (let n = 1; n <= 3; n++) await note(tx, n, `text ${n}`);
      await tx.query('update test_note set bytes = ? where id = 1', [Buffer.from([0xff])]);
    });
    expect(faultsOfFile(file)).toEqual([]);
    await store.transact((tx) => tx.query('update test_note set text = cast(text as blob) where id = 2', []));
    await store.transact((tx) => tx.query("update test_note set bytes = 'text' where id = 3", []));
    expect(faultsOfFile(file)).toEqual([
      'row 2 of table test_note has no text in its column text',
      'row 3 of table test_note has no blob in its column bytes',
    ]);
  });

  it('is checked where something else wrote to it since its store was closed, and only then', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open(file);
    for (let n = 1; n <= 3; n++) await first.transact((tx) => note(tx, n, `text number ${n}`));
    await first.close();
    // The octets of the text are no UTF-8, of which SQLite says nothing.
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.indexOf('text number 2'), bytes.indexOf('text number 2') + 4);
    writeFileSync(file, bytes);
    await expect(openStore({ file, migrations: [noteMigration] })).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('row 2 of table test_note has no text in its column text'),
    });
    const { size, mtimeNs } = statSync(file, { bigint: true });
    writeFileSync(`${file}.closed`, `${size} ${mtimeNs}`);
    await (await open(file)).close();
  });

  it('is said to have no room: nothing of the transaction is stored, and the next one that fits is', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const store = await open(file);
    // As many pages as there are now: for SQLite that is a full disk.
    await store.transact((tx) => tx.query('pragma max_page_count = 1', []));
    const fill = async () => {
      for (let n = 1; n <= 5_000; n++) await store.transact((tx) => note(tx, n));
    };
    await expect(fill()).rejects.toMatchObject({
      code: 'full',
      message: expect.stringContaining(`the disk of ${file} is full: nothing was stored`),
    });
    expect(store.fault()?.message).toContain('is full');
    const kept = (await noteIds(store)).length;
    const before = { code: 'full', message: expect.stringContaining('is full') };
    await expect(store.transact((tx) => note(tx, 9_998))).rejects.toMatchObject(before);
    expect(existsSync(`${file}.reserve`)).toBe(false);
    await store.relieving(() => store.transact((tx) => tx.query('delete from test_note where id = 1', [])));
    await store.relieving(() => store.transact((tx) => tx.query('pragma max_page_count = 1000000', [])));
    await expect.poll(() => store.fault(), { timeout: 10_000 }).toBeUndefined();
    await store.transact((tx) => note(tx, 9_999));
    expect(await noteIds(store)).toHaveLength(kept);
    expect(statSync(`${file}.reserve`).size).toBe(8 << 20);
  });
});

describe('a directory that cannot be made', () => {
  const refusal = (path: string) =>
    expect.objectContaining({
      code: 'read-only',
      message: expect.stringMatching(
        `^the directory ${path} cannot be made: a file, or a link that leads nowhere, is in its`,
      ),
    });

  it('is named where a file or a link without end is in its place, or above it', () => {
    const directory = temporaryDirectory();
    const [file, link] = [join(directory, 'file'), join(directory, 'link')];
    writeFileSync(file, '');
    symlinkSync(join(directory, 'nowhere/at/all'), link);
    expect(() => makeDirectory(file)).toThrow(refusal(file));
    expect(() => makeDirectory(join(file, 'data'))).toThrow(refusal(file));
    expect(() => makeDirectory(link)).toThrow(refusal(link));
    expect(() => makeDirectory(join(link, 'data'))).toThrow(refusal(link));
  });

  // There the recursive mkdir of Node.js never returns.
  it.runIf(existsSync('/proc/self'))('is named where the file system takes none', () => {
    expect(() => makeDirectory('/proc/none/data')).toThrow(refusal('/proc/none'));
  });
});

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

  it('waits for the end of the process once, however many :memory: stores are open, and not after they are closed', async () => {
    const before = process.listenerCount('exit');
    const stores = await Promise.all(Array.from({ length: 20 }, () => openStore({ file: ':memory:', migrations: [] })));
    expect(process.listenerCount('exit')).toBe(before + 1);
    for (const store of stores) await store.close();
    expect(process.listenerCount('exit')).toBe(before);
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
    await expect(openStore({ file, migrations: [] })).rejects.toThrow('is damaged: it is not what a node has written');
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
