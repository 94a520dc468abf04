/** The check of the database file itself, not of its data. */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { messageOf, StoreError } from './errors.js';
import { explained, UNREADABLE } from './faults.js';
import { Connection } from './statements.js';

/** Maximum number of reported faults per file. */
const MOST_FAULTS = 20;

/** Value types that SQLite stores in a column, by the declared type. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text']],
  ['integer', ['integer', 'real']],
  ['bigint', ['integer', 'real']],
  ['real', ['integer', 'real']],
  ['blob', ['blob']],
]);

/**
 * Returns the faults of the file of a stopped node; none when all pages and indexes are consistent and all values are
 * readable. The time grows with the file.
 */
export function faultsOfFile(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  try {
    const faults = faultsOfPages(file);
    return faults.length > 0 ? faults : faultsOfValues(file);
  } catch (error) {
    const fault = explained(error, file);
    if (fault instanceof StoreError && fault.code === 'damaged') return [UNREADABLE];
    return [messageOf(fault)];
  }
}

function faultsOfPages(file: string): readonly string[] {
  const connection = new Connection(file);
  try {
    const rows: readonly unknown[] = connection.prepare(`PRAGMA integrity_check(${MOST_FAULTS})`).all([]);
    return rows.flatMap((row) => textsOf(row)).filter((text) => text !== 'ok');
  } finally {
    connection.close();
  }
}

/**
 * Finds faulty values that SQLite accepts: values whose type differs from their column, which a node would misread, and texts
 * that are not UTF-8. libsql ends the process when it reads such a text, so texts are read as bytes.
 */
function faultsOfValues(file: string): readonly string[] {
  const database = new LibsqlDatabase(file);
  const faults: string[] = [];
  try {
    for (const { table, columns } of tablesOf(database)) {
      let number = 0;
      for (const row of database
        .prepare(`select ${columns.map(examined).join(', ')} from "${table}"`)
        .raw()
        .iterate()) {
        number++;
        const broken = columns.filter((_, index) => !isSound(Array.isArray(row) ? row[index] : undefined));
        for (const { name, type } of broken)
          faults.push(`row ${number} of table ${table} has no ${type || 'text'} in its column ${name}`);
        if (faults.length >= MOST_FAULTS) return faults;
      }
    }
    return faults;
  } finally {
    database.close();
  }
}

interface Column {
  readonly name: string;
  /** Declared type; empty without a declaration. */
  readonly type: string;
}

const WRONG_TYPE = 1;

/** Returns the SQL that reads a text as bytes, a value of a wrong type as `WRONG_TYPE`, all others as null. */
function examined({ name, type }: Column): string {
  const column = `"${name}"`;
  const kept = KEPT.get(type)?.map((each) => `'${each}'`);
  const wrong = kept ? `when typeof(${column}) not in ('null', ${kept.join(', ')}) then ${WRONG_TYPE} ` : '';
  return `case ${wrong}when typeof(${column}) = 'text' then cast(${column} as blob) end`;
}

function isSound(cell: unknown): boolean {
  if (cell instanceof ArrayBuffer || cell instanceof Uint8Array) return isUtf8(cell);
  return cell !== WRONG_TYPE;
}

function tablesOf(
  database: LibsqlDatabase.Database,
): { readonly table: string; readonly columns: readonly Column[] }[] {
  const names = database.prepare(`select name from sqlite_master where type = 'table'`).all();
  return names
    .flatMap((row) => textsOf(row))
    .map((table) => {
      const columns = database.prepare('select name, lower(type) from pragma_table_info(?)').all(table);
      return {
        table,
        columns: columns.map((column) => {
          const [name = '', type = ''] = textsOf(column);
          return { name, type };
        }),
      };
    });
}

function textsOf(row: unknown): readonly string[] {
  return typeof row === 'object' && row !== null ? Object.values(row).map(String) : [];
}
