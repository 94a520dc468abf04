/** The check of a database file itself, apart from what is stored in it. */
import { existsSync } from 'node:fs';
import { explained } from './faults.js';
import { Connection } from './statements.js';

/** Faults that are told of one file. */
const MOST_FAULTS = 20;

/** Returns what is wrong with the file of a node that does not run; nothing when all its pages and indexes agree. */
export function faultsOfFile(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  try {
    const connection = new Connection(file);
    try {
      const rows: readonly unknown[] = connection.prepare(`PRAGMA integrity_check(${MOST_FAULTS})`).all([]);
      return rows.flatMap((row) => textsOf(row)).filter((text) => text !== 'ok');
    } finally {
      connection.close();
    }
  } catch (error) {
    const fault = explained(error, file);
    return [fault instanceof Error ? fault.message : String(fault)];
  }
}

function textsOf(row: unknown): readonly string[] {
  return typeof row === 'object' && row !== null ? Object.values(row).map(String) : [];
}
