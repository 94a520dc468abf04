import type { Selectable } from 'kysely';
import type { RowScope } from '../agents/index.js';
import type { Queries, Store, Tx } from '../store/index.js';
import type { ContextItemTable } from './database.js';
import type { ContextItem } from './item.js';

type Row = Selectable<ContextItemTable>;

export interface StoredItem {
  readonly sequence: number;
  readonly item: ContextItem;
}

/** Conditions of `fetch`; all that are given must hold. */
export interface ItemFilter {
  readonly ids?: readonly string[];
  readonly task?: string;
  readonly thread?: string;
  readonly agent?: string;
  readonly types?: readonly string[];
  /** Milliseconds since 1970. */
  readonly since?: number;
  /** Older than the item with this sequence. */
  readonly before?: number;
}

const COLUMNS = [
  'id',
  'owner',
  'from_agent',
  'to_agent',
  'task',
  'thread',
  'type',
  'at',
  'document',
  'response',
] as const;
const PUT = `insert into context_item (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
  on conflict (id) do update set ${COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

/** The rows of context items. */
export class ContextItems {
  constructor(private readonly store: Store) {}

  async get(id: string, queries: Queries = this.store): Promise<StoredItem | undefined> {
    const [row] = await queries.query<Row>('select * from context_item where id = ?', [id]);
    return row && stored(row);
  }

  /** Adds the item, or replaces the one with its id, which keeps its place in the order. */
  async put(tx: Tx, item: ContextItem): Promise<void> {
    const { response, ...rest } = item;
    const { id, owner, from, to, task = null, thread = null, type, at } = rest;
    const answer = response === undefined ? null : JSON.stringify(response);
    await tx.query(PUT, [id, owner, from, to, task, thread, type, Date.parse(at), JSON.stringify(rest), answer]);
  }

  /** Notes the answer to an item; nothing happens when there is none with this id. */
  async answer(tx: Tx, id: string, response: NonNullable<ContextItem['response']>): Promise<void> {
    await tx.query('update context_item set response = ? where id = ?', [JSON.stringify(response), id]);
  }

  /** Removes the items of these tasks. */
  async removeOf(tx: Tx, tasks: readonly string[]): Promise<void> {
    if (tasks.length > 0) await tx.sql.deleteFrom('context_item').where('task', 'in', tasks).execute();
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.sql.deleteFrom('context_item').where('id', '=', id).execute();
  }

  /** Removes up to `limit` items sent before `time`; tells how many those were. */
  async removeBefore(tx: Tx, time: number, limit: number): Promise<number> {
    const old = await tx.sql
      .selectFrom('context_item')
      .select('sequence')
      .where('at', '<', time)
      .orderBy('at')
      .limit(limit)
      .execute();
    const sequences = old.map(({ sequence }) => sequence);
    if (sequences.length > 0) await tx.sql.deleteFrom('context_item').where('sequence', 'in', sequences).execute();
    return sequences.length;
  }

  /** Items by id, behind `after`, within the scope. */
  async page({
    after,
    limit,
    ...scope
  }: { readonly after?: string; readonly limit: number } & RowScope): Promise<readonly StoredItem[]> {
    let query = this.#within(scope).orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    return (await query.execute()).map(stored);
  }

  /** Items within the scope that meet the filter, newest first, older than sequence `before`. */
  async newest(filter: ItemFilter, scope: RowScope, limit: number): Promise<readonly StoredItem[]> {
    let query = this.#within(scope).orderBy('sequence', 'desc').limit(limit);
    const { ids, task, thread, agent, types, since, before } = filter;
    if (ids && ids.length > 0) query = query.where('id', 'in', ids);
    if (task !== undefined) query = query.where('task', '=', task);
    if (thread !== undefined) query = query.where('thread', '=', thread);
    if (agent !== undefined)
      query = query.where((or) => or.or([or('from_agent', '=', agent), or('to_agent', '=', agent)]));
    if (types && types.length > 0) query = query.where('type', 'in', types);
    if (since !== undefined) query = query.where('at', '>=', since);
    if (before !== undefined) query = query.where('sequence', '<', before);
    return (await query.execute()).map(stored);
  }

  #within({ agent, among }: RowScope) {
    let query = this.store.reads.selectFrom('context_item').selectAll();
    if (agent !== undefined)
      query = query.where((or) => or.or([or('from_agent', '=', agent), or('to_agent', '=', agent)]));
    if (among) {
      const { agents, user } = among;
      query = query.where((or) =>
        or.or([or('owner', '=', user), or('from_agent', 'in', agents), or('to_agent', 'in', agents)]),
      );
    }
    return query;
  }
}

function stored(row: Row): StoredItem {
  const item: ContextItem = JSON.parse(row.document);
  const { sequence, response } = row;
  return { sequence, item: response === null ? item : { ...item, response: JSON.parse(response) } };
}
