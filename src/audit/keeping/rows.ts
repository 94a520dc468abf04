/** The statements on the tables of the audit log. */
import type { Parameter, Queries, Tx } from '../../store/index.js';
import type { HashedSubtree } from '../tree/edge.js';
import { leafHash } from '../tree/hash.js';
import type { HashSource, Subtree } from '../tree/subtree.js';
import type { AuditLogTable, AuditNoteTable, AuditRecordTable } from './database.js';

/** A record as stored. */
export type StoredRecord = Omit<AuditRecordTable, 'log'>;

/** Rows that one statement inserts. */
const TOGETHER = 100;

/** Returns the keys that sign a log, as verifiers take them, the latest first; none for a log of an earlier version. */
export function keysIn({ keys }: Pick<AuditLogTable, 'keys'>): readonly string[] {
  return keys.split(' ').filter((key) => key !== '');
}

async function insertAll(tx: Tx, into: string, rows: readonly (readonly Parameter[])[]): Promise<void> {
  for (let at = 0; at < rows.length; at += TOGETHER) {
    const some = rows.slice(at, at + TOGETHER);
    const values = some.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await tx.change(`insert into ${into} values ${values}`, some.flat());
  }
}

/** The rows of one log. */
export class LogRows {
  constructor(readonly number: number) {}

  /** Returns the last log of the node. */
  static async last(queries: Queries): Promise<AuditLogTable | undefined> {
    const [row] = await queries.query<AuditLogTable>('select * from audit_log order by number desc limit 1', []);
    return row;
  }

  /** Lets the next start begin another log. @param why in the words of its first record */
  static async end(tx: Tx, why: string): Promise<void> {
    await tx.change('update audit_log set ended = ? where number = (select max(number) from audit_log)', [why]);
  }

  /** Returns all logs of the node, the earliest first. */
  static async all(queries: Queries): Promise<readonly Pick<AuditLogTable, 'number' | 'origin'>[]> {
    return queries.query<AuditLogTable>('select number, origin from audit_log order by number', []);
  }

  /** @param key as verifiers take it */
  async create(tx: Tx, origin: string, key: string): Promise<void> {
    await tx.change(
      `insert into audit_log (number, origin, first, size, edge, note, archived, keys) values (?, ?, 0, 0, ?, '', 0, ?)`,
      [this.number, origin, new Uint8Array(), key],
    );
  }

  /** Replaces the keys that sign the log. @param keys as verifiers take them, the latest first */
  async setKeys(tx: Tx, keys: readonly string[]): Promise<void> {
    await tx.change('update audit_log set keys = ? where number = ?', [keys.join(' '), this.number]);
  }

  /** Returns the keys that sign the log, the latest first. */
  async keys(queries: Queries): Promise<readonly string[]> {
    return keysIn(await this.head(queries));
  }

  async head(queries: Queries): Promise<AuditLogTable> {
    const [row] = await queries.query<AuditLogTable>('select * from audit_log where number = ?', [this.number]);
    if (!row) throw new Error(`the audit log ${this.number} is not in the database`);
    return row;
  }

  async insertRecords(tx: Tx, records: readonly StoredRecord[]): Promise<void> {
    const rows = records.map(({ sequence, at, text }) => [this.number, sequence, at, text]);
    await insertAll(tx, 'audit_record (log, sequence, at, text)', rows);
  }

  async insertNodes(tx: Tx, nodes: readonly HashedSubtree[]): Promise<void> {
    const rows = nodes.map(({ level, index, hash }) => [this.number, level, index, hash]);
    await insertAll(tx, 'audit_node (log, level, place, hash)', rows);
  }

  async setHead(tx: Tx, head: Pick<AuditLogTable, 'size' | 'edge' | 'note'>): Promise<void> {
    const { size, edge, note } = head;
    await tx.change('update audit_log set size = ?, edge = ?, note = ? where number = ?', [
      size,
      edge,
      note,
      this.number,
    ]);
  }

  async setFirst(tx: Tx, first: number): Promise<void> {
    await tx.change('update audit_log set first = ? where number = ?', [first, this.number]);
  }

  async setArchived(tx: Tx, archived: number): Promise<void> {
    await tx.change('update audit_log set archived = ? where number = ? and archived < ?', [
      archived,
      this.number,
      archived,
    ]);
  }

  /** Returns records from a sequence on, in their order. */
  async records(queries: Queries, from: number, limit: number): Promise<readonly StoredRecord[]> {
    return queries.query<StoredRecord>(
      'select sequence, at, text from audit_record where log = ? and sequence >= ? order by sequence limit ?',
      [this.number, from, limit],
    );
  }

  /** Returns records before a sequence, the latest first. */
  async recordsBefore(queries: Queries, end: number, limit: number): Promise<readonly StoredRecord[]> {
    return queries.query<StoredRecord>(
      'select sequence, at, text from audit_record where log = ? and sequence < ? order by sequence desc limit ?',
      [this.number, end, limit],
    );
  }

  /** Returns the first record of the time or later. @param at milliseconds since 1970 */
  async firstSince(queries: Queries, at: number): Promise<number | undefined> {
    const [row] = await queries.query<{ readonly sequence: number }>(
      'select sequence from audit_record where log = ? and at >= ? order by sequence limit 1',
      [this.number, at],
    );
    return row?.sequence;
  }

  async keepNote(tx: Tx, { size, note }: Omit<AuditNoteTable, 'log'>): Promise<void> {
    await tx.change('insert into audit_note (log, size, note) values (?, ?, ?) on conflict do nothing', [
      this.number,
      size,
      note,
    ]);
  }

  /** Returns the kept checkpoints of more than `after` records, up to `through`. */
  async notes(queries: Queries, after: number, through: number): Promise<readonly Omit<AuditNoteTable, 'log'>[]> {
    return queries.query<Omit<AuditNoteTable, 'log'>>(
      'select size, note from audit_note where log = ? and size > ? and size <= ? order by size',
      [this.number, after, through],
    );
  }

  async openIntent(tx: Tx, sequence: number): Promise<void> {
    await tx.change('insert into audit_intent (log, sequence) values (?, ?)', [this.number, sequence]);
  }

  async closeIntent(tx: Tx, sequence: number): Promise<void> {
    await tx.change('delete from audit_intent where log = ? and sequence = ?', [this.number, sequence]);
  }

  /** Returns the records of intents of all logs that have no outcome. */
  static async openIntents(queries: Queries): Promise<readonly { readonly log: number; readonly text: string }[]> {
    return queries.query<{ readonly log: number; readonly text: string }>(
      'select r.log, r.text from audit_intent i join audit_record r on r.log = i.log and r.sequence = i.sequence order by r.log, r.sequence',
      [],
    );
  }

  /** Forgets the open intents of earlier logs. */
  async forgetEarlierIntents(tx: Tx): Promise<void> {
    await tx.change('delete from audit_intent where log <> ?', [this.number]);
  }

  /** Deletes some records before `first`. @returns false when none is left */
  async deleteRecords(tx: Tx, first: number, most: number): Promise<boolean> {
    const [row] = await tx.query<{ readonly oldest: number | null }>(
      'select min(sequence) as oldest from audit_record where log = ?',
      [this.number],
    );
    const oldest = row?.oldest ?? first;
    if (oldest >= first) return false;
    const end = Math.min(first, oldest + most);
    await tx.change('delete from audit_record where log = ? and sequence < ?', [this.number, end]);
    return end < first;
  }

  /** Deletes the hashes of subtrees that end before `first`, but not the edge of the tree of that size. */
  async deleteNodes(tx: Tx, first: number): Promise<void> {
    for (let level = 0; 2 ** level <= first; level += 1) {
      const place = Math.floor(first / 2 ** level);
      const kept = place % 2 === 1 ? place - 1 : place;
      await tx.change('delete from audit_node where log = ? and level = ? and place < ?', [this.number, level, kept]);
    }
  }

  /** Gives the hashes of subtrees out of the tables. */
  source(queries: Queries): HashSource {
    return async (subtrees) => {
      const hashes: Uint8Array[] = [];
      for (const each of subtrees) hashes.push(await this.#hashOf(queries, each));
      return hashes;
    };
  }

  async #hashOf(queries: Queries, { level, index }: Subtree): Promise<Uint8Array> {
    if (level === 0) {
      const [record] = await this.records(queries, index, 1);
      if (record?.sequence === index) return leafHash(Buffer.from(record.text));
    }
    const [row] = await queries.query<{ readonly hash: Uint8Array }>(
      'select hash from audit_node where log = ? and level = ? and place = ?',
      [this.number, level, index],
    );
    if (row) return row.hash;
    throw new RangeError(`the hash of the records from ${index * 2 ** level} on was pruned`);
  }
}
