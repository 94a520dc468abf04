import { type Selectable, sql } from 'kysely';
import type { RowScope } from '../../agents/index.js';
import type { YangentContexts_ContextType } from '../../generated/index.js';
import type { Shapes } from '../../server/index.js';
import type { Queries, Store, Tx } from '../../store/index.js';
import type { ContextItemTable } from './database.js';
import { type ContextItem, draftContextValue, itemValue } from './item.js';
import type { OldRows } from './old-rows.js';
import { pieces } from './pieces.js';

type Row = Selectable<ContextItemTable>;

export interface StoredItem {
  readonly sequence: number;
  readonly item: ContextItem;
}

/** The members of an item that decide about its visibility. */
export type ItemParties = Pick<ContextItem, 'id' | 'owner' | 'from' | 'to' | 'withdrawn'>;

/** Conditions of `fetch`; all given ones must hold. */
export interface ItemFilter {
  readonly ids?: readonly string[];
  readonly task?: string;
  readonly thread?: string;
  readonly agent?: string;
  readonly types?: readonly YangentContexts_ContextType[];
  /** Milliseconds since 1970. */
  readonly since?: number;
  /** Only items older than the one with this sequence. */
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
  constructor(
    private readonly store: Store,
    private readonly shapes: Shapes,
  ) {}

  async get(id: string, queries: Queries = this.store): Promise<StoredItem | undefined> {
    const [row] = await queries.query<Row>('select * from context_item where id = ?', [id]);
    return row && stored(row);
  }

  /** Returns the items of these that an agent sent or got, in their order. */
  async between(agent: string, ids: readonly string[]): Promise<readonly ContextItem[]> {
    const found = await Promise.all(ids.map((id) => this.get(id)));
    return found.flatMap((each) => {
      const { item } = each ?? {};
      return item && item.withdrawn !== true && [item.from, item.to].includes(agent) ? [item] : [];
    });
  }

  /** Returns the parties of these items, as far as the items exist. */
  async partiesById(ids: readonly string[]): Promise<readonly ItemParties[]> {
    const found: ItemParties[] = [];
    for (const some of pieces([...new Set(ids)])) {
      const rows = await this.store.reads
        .selectFrom('context_item')
        .select(['id', 'owner', 'from_agent as from', 'to_agent as to'])
        .select(sql<number | null>`json_extract(document, '$.withdrawn')`.as('gone'))
        .where('id', 'in', some)
        .execute();
      found.push(
        ...rows.map(({ gone, ...parties }) => (gone === null ? parties : { ...parties, withdrawn: true as const })),
      );
    }
    return found;
  }

  /**
   * Adds the item, or replaces the one with its id; its place in the order stays.
   *
   * @throws RpcError invalid-value for an item that does not fit one of the two models
   */
  async put(tx: Tx, item: ContextItem): Promise<void> {
    this.shapes.require('/yangent-contexts:contexts/item', itemValue(item));
    this.shapes.require('/irtf-agent:context', draftContextValue(item));
    const { response, ...rest } = item;
    const { id, owner, from, to, task = null, thread = null, type, at } = rest;
    const answer = response === undefined ? null : JSON.stringify(response);
    await tx.query(PUT, [id, owner, from, to, task, thread, type, Date.parse(at), JSON.stringify(rest), answer]);
  }

  /** True when the item fits its model. An earlier version of the node may have stored others. */
  isReadable(item: ContextItem): boolean {
    return this.shapes.fits('/yangent-contexts:contexts/item', itemValue(item));
  }

  /** Stores the answer to an item; does nothing when there is none with this id. */
  async answer(tx: Tx, id: string, response: NonNullable<ContextItem['response']>): Promise<void> {
    await tx.query('update context_item set response = ? where id = ?', [JSON.stringify(response), id]);
  }

  /** Replaces the identifier of an agent by another name. */
  async rename({ sql }: Tx, agent: string, name: string): Promise<void> {
    await sql.updateTable('context_item').set({ from_agent: name }).where('from_agent', '=', agent).execute();
    await sql.updateTable('context_item').set({ to_agent: name }).where('to_agent', '=', agent).execute();
  }

  /** Deletes the row, for operators. Its identifier becomes free, unlike that of a withdrawn item. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('delete from context_item where id = ?', [id]);
  }

  /** Removes the items of these tasks. */
  async removeOf(tx: Tx, tasks: readonly string[]): Promise<void> {
    if (tasks.length > 0) await tx.sql.deleteFrom('context_item').where('task', 'in', tasks).execute();
  }

  /** Withdraws an item: deletes its content. Its identifier is kept until the maximum age of items. */
  async withdraw(tx: Tx, { id, owner, from, to, type, at }: ContextItem): Promise<void> {
    await this.put(tx, { id, owner, from, to, type, at, dataParams: [], redacted: [], withdrawn: true });
  }

  /** Returns the agents of the items of a task or conversation, from at most `limit` pairs. */
  async partiesOf({ sql }: Tx, column: 'task' | 'thread', id: string, limit = 100): Promise<readonly string[]> {
    const rows = await sql
      .selectFrom('context_item')
      .select(['from_agent', 'to_agent'])
      .distinct()
      .where(column, '=', id)
      .limit(limit)
      .execute();
    return rows.flatMap(({ from_agent: from, to_agent: to }) => [from, to]);
  }

  /**
   * Checks up to `limit` items sent before `time`, and deletes those that no unfinished task needs. Returns the key after which to
   * continue.
   */
  async removeBefore({ sql }: Tx, o: OldRows): Promise<number | string | undefined> {
    let query = sql
      .selectFrom('context_item')
      .select(['sequence', 'id', 'task'])
      .where('at', '<', o.time)
      .orderBy('sequence')
      .limit(o.limit);
    if (typeof o.after === 'number') query = query.where('sequence', '>', o.after);
    const old = await query.execute();
    const { tasks, items } = o.needed;
    const gone = old.filter(({ id, task }) => !items.has(id) && (task === null || !tasks.has(task)));
    const sequences = gone.map(({ sequence }) => sequence);
    if (sequences.length > 0) await sql.deleteFrom('context_item').where('sequence', 'in', sequences).execute();
    return old.length < o.limit ? undefined : old.at(-1)?.sequence;
  }

  /** Returns items within the scope by id, after `after`. */
  async page({
    after,
    limit,
    ...scope
  }: { readonly after?: string; readonly limit: number } & RowScope): Promise<readonly StoredItem[]> {
    let query = this.#within(scope).orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    return (await query.execute()).map(stored);
  }

  /** Returns items within the scope that meet the filter, newest first, older than sequence `before`. */
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
  const item: ContextItem = { ...JSON.parse(row.document), from: row.from_agent, to: row.to_agent };
  const { sequence, response } = row;
  return { sequence, item: response === null ? item : { ...item, response: JSON.parse(response) } };
}
