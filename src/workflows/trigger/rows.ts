/** The rows of triggers. */
import type { Queries, Store, Tx } from '../../store/index.js';
import type { WorkflowTriggerTable } from './database.js';
import type { Occasion, TriggerRow } from './record.js';

/** An occasion that waits until the runs before it have ended. */
export interface Waiting {
  readonly number: number;
  readonly occasion: Occasion;
}

const PUT = `insert or replace into workflow_trigger (name, edit, owner, next, cursor, fired, missed, told)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Tables with rows of a trigger. */
const TABLES = ['workflow_trigger', 'workflow_trigger_waiting', 'workflow_trigger_start'];

export class TriggerRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  async get(name: string, queries: Queries = this.store): Promise<TriggerRow | undefined> {
    const [row] = await queries.query<WorkflowTriggerTable>('select * from workflow_trigger where name = ?', [name]);
    return row && rowOf(row);
  }

  async names(queries: Queries): Promise<readonly string[]> {
    const rows = await queries.query<{ readonly name: string }>('select name from workflow_trigger', []);
    return rows.map(({ name }) => name);
  }

  async put(tx: Tx, { name, edit, owner, next, cursor, fired, missed, told }: TriggerRow): Promise<void> {
    await tx.query(PUT, [name, edit, owner, next ?? null, cursor ?? null, fired ?? null, missed, told ?? null]);
  }

  /** Deletes all rows of a trigger. */
  async remove(tx: Tx, name: string): Promise<void> {
    for (const table of TABLES) await tx.query(`delete from ${table} where name = ?`, [name]);
  }

  /** Sets the next time of a schedule, in milliseconds since 1970. */
  async setNext(tx: Tx, name: string, next: number | undefined): Promise<void> {
    await tx.query('update workflow_trigger set next = ? where name = ?', [next ?? null, name]);
  }

  /** Returns the names of triggers whose time has come, the earliest first. */
  async due(now: number, limit: number): Promise<readonly string[]> {
    const rows = await this.store.query<{ readonly name: string }>(
      'select name from workflow_trigger where next <= ? order by next limit ?',
      [now, limit],
    );
    return rows.map(({ name }) => name);
  }

  /** Returns the earliest time of all schedules, in milliseconds since 1970. */
  async nextDue(): Promise<number | undefined> {
    const [row] = await this.store.query<{ readonly next: number | null }>(
      'select min(next) as next from workflow_trigger where next is not null',
      [],
    );
    return row?.next ?? undefined;
  }

  async setCursor(tx: Tx, name: string, cursor: number | undefined): Promise<void> {
    await tx.query('update workflow_trigger set cursor = ? where name = ?', [cursor ?? null, name]);
  }

  /** Sets the cursor of an unchanged trigger, unless it is there or further. */
  async advance(tx: Tx, { name, edit }: Pick<TriggerRow, 'name' | 'edit'>, cursor: number): Promise<void> {
    await tx.query(
      'update workflow_trigger set cursor = ? where name = ? and edit = ? and (cursor is null or cursor < ?)',
      [cursor, name, edit, cursor],
    );
  }

  /** Stores that a run was started. @param at yang:date-and-time */
  async setFired(tx: Tx, name: string, at: string): Promise<void> {
    await tx.query('update workflow_trigger set fired = ?, told = null where name = ?', [at, name]);
  }

  /** Adds to the number of missed runs. @param told why, when it is told */
  async addMissed(tx: Tx, name: string, number: number, told: string | undefined): Promise<void> {
    await tx.query('update workflow_trigger set missed = missed + ?, told = ifnull(?, told) where name = ?', [
      number,
      told ?? null,
      name,
    ]);
  }

  async wait(tx: Tx, name: string, value: string, occasion: Occasion): Promise<void> {
    await tx.query('insert into workflow_trigger_waiting (name, value, occasion) values (?, ?, ?)', [
      name,
      value,
      JSON.stringify(occasion),
    ]);
  }

  /** Returns the number of those that wait. @param value only with this value of the key */
  async countWaiting(name: string, value: string | undefined, queries: Queries = this.store): Promise<number> {
    const [row] = await queries.query<{ readonly number: number }>(
      'select count(*) as number from workflow_trigger_waiting where name = ? and value = ifnull(?, value)',
      [name, value ?? null],
    );
    return Number(row?.number ?? 0);
  }

  /** Returns the one that has waited longest. */
  async firstWaiting(tx: Tx, name: string, value: string): Promise<Waiting | undefined> {
    const [row] = await tx.query<{ readonly number: number; readonly occasion: string }>(
      'select number, occasion from workflow_trigger_waiting where name = ? and value = ? order by number limit 1',
      [name, value],
    );
    return row && { number: row.number, occasion: JSON.parse(row.occasion) };
  }

  async removeWaiting(tx: Tx, number: number): Promise<void> {
    await tx.query('delete from workflow_trigger_waiting where number = ?', [number]);
  }

  /** Deletes those that wait. @param value only with this value of the key. Returns their number */
  async clearWaiting(tx: Tx, name: string, value?: string): Promise<number> {
    const number = await this.countWaiting(name, value, tx);
    await tx.query('delete from workflow_trigger_waiting where name = ? and value = ifnull(?, value)', [
      name,
      value ?? null,
    ]);
    return number;
  }

  /** Returns the triggers, and the values of their keys, for which something waits. */
  waitingLines(): Promise<readonly { readonly name: string; readonly value: string }[]> {
    return this.store.query('select distinct name, value from workflow_trigger_waiting', []);
  }

  /** Counts the runs that a trigger with a rate limit has started since a time, and forgets those before. */
  async startsSince(tx: Tx, name: string, since: number): Promise<number> {
    await tx.query('delete from workflow_trigger_start where name = ? and at <= ?', [name, since]);
    const [row] = await tx.query<{ readonly number: number }>(
      'select count(*) as number from workflow_trigger_start where name = ?',
      [name],
    );
    return Number(row?.number ?? 0);
  }

  async addStart(tx: Tx, name: string, at: number): Promise<void> {
    await tx.query('insert into workflow_trigger_start (name, at) values (?, ?)', [name, at]);
  }
}

function rowOf({ name, edit, owner, next, cursor, fired, missed, told }: WorkflowTriggerTable): TriggerRow {
  return {
    ...{ name, edit, owner, missed },
    ...(next === null ? {} : { next }),
    ...(cursor === null ? {} : { cursor }),
    ...(fired === null ? {} : { fired }),
    ...(told === null ? {} : { told }),
  };
}
