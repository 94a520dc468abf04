import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import { Connection } from '../../src/store/statements.js';
import { cleanUp } from '../support/clean-up.js';
import { noteMigration } from './note-table.js';

function memory(): Connection {
  const connection = new Connection(':memory:');
  cleanUp(() => connection.close());
  return connection;
}

describe('Connection', () => {
  it('prepares a statement once and uses it again', () => {
    const connection = memory();
    expect(connection.prepare('select ? as a')).toBe(connection.prepare('select ? as a'));
    expect([1, 2].map((value) => connection.prepare('select ? as a').all([value]))).toEqual([[{ a: 1 }], [{ a: 2 }]]);
  });

  it('forgets the statement that was not used for longest', () => {
    const connection = memory();
    const first = connection.prepare('select 0 as a');
    const second = connection.prepare('select 1 as a');
    for (let n = 2; n < 501; n++) {
      connection.prepare(`select ${n} as a`);
      expect(connection.prepare('select 0 as a')).toBe(first);
    }
    expect(connection.prepare('select 1 as a')).not.toBe(second);
  });

  it('uses a statement again after it failed', () => {
    const connection = memory();
    connection.exec('create table t (a integer primary key)');
    const insert = connection.prepare('insert into t values (?) returning a');
    expect(insert.reader).toBe(true);
    insert.all([1]);
    expect(() => insert.all([1])).toThrow(/UNIQUE/);
    expect(insert.all([2])).toEqual([{ a: 2 }]);
  });

  it('gives any number of rows', () => {
    const connection = memory();
    const numbers = connection.prepare(
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select i from n',
    );
    for (const count of [1, 99, 100, 101, 200, 1000]) expect(numbers.all([count])).toHaveLength(count);
  });

  it.each([
    [true, 'is a boolean'],
    ['a\0b', 'NUL'],
    [{}, 'can only bind'],
    [2n ** 64n, 'precision'],
  ])('refuses to bind %s instead of harming the process or the data', (value, message) => {
    expect(() => memory().prepare('select ? as a').all([value])).toThrow(message);
  });

  it('gives bytes back as they were', async () => {
    const store = await openStore({ file: ':memory:', migrations: [noteMigration] });
    cleanUp(() => store.close());
    const bytes = Uint8Array.of(0, 1, 255);
    await store.transact((tx) => tx.sql.insertInto('test_note').values({ id: 1, text: null, bytes }).execute());
    const row = await store.reads.selectFrom('test_note').select('bytes').executeTakeFirst();
    expect(row?.bytes).toEqual(bytes);
  });

  it('has no cursors', async () => {
    const store = await openStore({ file: ':memory:', migrations: [noteMigration] });
    cleanUp(() => store.close());
    await expect(
      store.reads.selectFrom('test_note').selectAll().stream()[Symbol.asyncIterator]().next(),
    ).rejects.toThrow(/page by page/);
  });

  it('reads without being able to write', async () => {
    const store = await openStore({ file: ':memory:', migrations: [noteMigration] });
    cleanUp(() => store.close());
    await expect(store.reads.deleteFrom('test_note').execute()).rejects.toThrow(/readonly/);
  });
});
