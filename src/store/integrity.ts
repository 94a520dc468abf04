/** The check of a database file itself, apart from what is stored in it. */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { explained } from './faults.js';
import { Connection } from './statements.js';

/** Faults that are told of one file. */
const MOST_FAULTS = 20;

/**
 * Returns what is wrong with the file of a node that does not run; nothing when all its pages and indexes agree and all its
 * texts can be read. The time that it takes grows with the file.
 */
export function faultsOfFile(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  try {
    const faults = faultsOfPages(file);
    return faults.length > 0 ? faults : faultsOfTexts(file);
  } catch (error) {
    const fault = explained(error, file);
    return [fault instanceof Error ? fault.message : String(fault)];
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

/** Texts that are no UTF-8, of which SQLite knows nothing: libsql ends the process when it reads one, so they are read as bytes. */
function faultsOfTexts(file: string): readonly string[] {
  const database = new LibsqlDatabase(file);
  const faults: string[] = [];
  try {
    for (const { table, columns } of tablesOf(database)) {
      const bytes = columns.map((name) => `case typeof("${name}") when 'text' then cast("${name}" as blob) end`);
      let number = 0;
      for (const row of database
        .prepare(`select ${bytes.join(', ')} from "${table}"`)
        .raw()
        .iterate()) {
        number++;
        const broken = columns.filter((_, index) => !isText(Array.isArray(row) ? row[index] : undefined));
        for (const column of broken) faults.push(`row ${number} of table ${table} has no text in its column ${column}`);
        if (faults.length >= MOST_FAULTS) return faults;
      }
    }
    return faults;
  } finally {
    database.close();
  }
}

function tablesOf(
  database: LibsqlDatabase.Database,
): { readonly table: string; readonly columns: readonly string[] }[] {
  const names = database.prepare(`select name from sqlite_master where type = 'table'`).all();
  return names
    .flatMap((row) => textsOf(row))
    .map((table) => {
      const columns = database.prepare('select name from pragma_table_info(?)').all(table);
      return { table, columns: columns.flatMap((row) => textsOf(row)) };
    });
}

function isText(cell: unknown): boolean {
  return cell instanceof ArrayBuffer || cell instanceof Uint8Array ? isUtf8(cell) : true;
}

function textsOf(row: unknown): readonly string[] {
  return typeof row === 'object' && row !== null ? Object.values(row).map(String) : [];
}
