import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Migration, openStore } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';
import { note, noteIds, noteMigration } from './note-table.js';

async function open(file: string, migrations: readonly Migration[]) {
  const store = await openStore({ file, migrations });
  cleanUp(() => store.close());
  return store;
}

const step = (number: number, name: string, up: Migration['up'] = async () => {}): Migration => ({
  room: 'test',
  number,
  name,
  up,
});

describe('migrations', () => {
  it('are carried out once, later ones at a later start', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open(file, [noteMigration]);
    await first.transact((tx) => note(tx, 1));
    await first.close();
    let runs = 0;
    const second = step(2, 'number the notes anew', async (sql) => {
      runs += 1;
      await sql.updateTable('test_note').set({ id: 5 }).execute();
    });
    for (let start = 0; start < 2; start++) {
      const store = await open(file, [second, noteMigration]);
      expect(await noteIds(store)).toEqual([5]);
      await store.close();
    }
    expect(runs).toBe(1);
  });

  it('refuse a database that a newer version wrote', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    await (await open(file, [noteMigration, step(2, 'later')])).close();
    await expect(open(file, [noteMigration])).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('migration test 2 (later)'),
    });
  });

  it('refuse to be renamed and to have gaps', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    await (await open(file, [noteMigration])).close();
    await expect(open(file, [step(1, 'something else')])).rejects.toMatchObject({ code: 'bad-migration' });
    await expect(open(':memory:', [noteMigration, step(3, 'third')])).rejects.toThrow(/'third' has 3/);
    await expect(open(':memory:', [noteMigration, noteMigration])).rejects.toThrow(/'notes' has 1/);
  });

  it('leave the database as it was when one of them fails', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open(file, [noteMigration]);
    await first.transact((tx) => note(tx, 1));
    await first.close();
    const half = step(2, 'half', async (sql) => {
      await sql.deleteFrom('test_note').execute();
      await sql.schema.dropTable('no_such_table').execute();
    });
    await expect(open(file, [noteMigration, half])).rejects.toThrow(/no_such_table/);
    expect(await noteIds(await open(file, [noteMigration]))).toEqual([1]);
  });
});
