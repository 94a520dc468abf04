/** The check of a database file itself, apart from what is stored in it. */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { messageOf, StoreError } from './errors.js';
import { explained, UNREADABLE } from './faults.js';
import { Connection } from './statements.js';

/** Faults that are told of one file. */
const MOST_FAULTS = 20;

/** The types of the values that SQLite keeps in a column, by the type that the column was declared with. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text']],
  ['integer', ['integer', 'real']],
  ['bigint', ['integer', 'real']],
  ['real', ['integer', 'real']],
  ['blob', ['blob']],
]);

/**
 * Returns what is wrong with the file of a node that does not run; nothing when all its pages and indexes agree and all its
 * values can be read. The time that it takes grows with the file.
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
 * Values in which SQLite finds no fault: those of another type than their column has, which a node takes for something else, and
 * texts that are no UTF-8. libsql ends the process when it reads one of these, so they are read as bytes.
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
  /** As declared; empty where nothing was. */
  readonly type: string;
}

const WRONG_TYPE = 1;

/** Reads a text as bytes, a value of a wrong type as `WRONG_TYPE`, all others as null. */
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
