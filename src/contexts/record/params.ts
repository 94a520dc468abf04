import type { ExpressionBuilder } from 'kysely';
import type { RowScope } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import type { Shapes } from '../../server/index.js';
import { type Database, type Queries, type Store, steadyTime, type Tx } from '../../store/index.js';
import { ConnectedAbroad, type DataAbroad } from '../data-abroad.js';
import type { KnownTasks } from '../known-tasks.js';
import { ConnectedMessages, type MessageData } from '../message-data.js';
import type { DataParamTable } from './database.js';
import type { OldRows } from './old-rows.js';
import { type DataParam, draftParamValue, type ParamHead, paramValue } from './param.js';
import { pieces } from './pieces.js';

const COLUMNS = [
  'id',
  'owner',
  'agent',
  'modality',
  'description',
  'format',
  'stated_size',
  'url',
  'data',
  'size',
  'digest',
  'chunked',
  'finished',
  'chunks',
  'created',
  'modified',
  'file',
] as const satisfies readonly (keyof DataParamTable)[];
const HEAD = COLUMNS.filter((column) => column !== 'data');
const PUT = `insert into data_param (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
  on conflict (id) do update set ${COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

export interface StoredParam {
  readonly param: DataParam;
  /** The agents whose messages carried it. */
  readonly readers: readonly string[];
}

/** The readers of a parameter, without its data. */
export interface StoredAccess {
  readonly param: Pick<DataParam, 'id' | 'owner' | 'agent'>;
  readonly readers: readonly string[];
}

/** The rows of data parameters and their readers. */
export class DataParams {
  constructor(
    private readonly store: Store,
    private readonly shapes: Shapes,
    /** Tells what unfinished tasks need. Absent: there are no tasks. */
    private readonly tasks?: Pick<KnownTasks, 'needed'>,
    /** The messages that name data parameters. Default: there are none. */
    readonly messages: MessageData = new ConnectedMessages(),
    /** The data of other nodes. Default: there are none. */
    readonly abroad: DataAbroad = new ConnectedAbroad(),
  ) {}

  /** Notes data that persons approved with a request: while an unfinished task needs them, they stay as they are. */
  async keepApproved(tx: Tx, ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await tx.query('insert into data_param_approved (param) values (?) on conflict do nothing', [id]);
  }

  /** @throws RpcError in-use for data that were approved for a task that is not over */
  async #requireNotApproved(tx: Tx, id: string): Promise<void> {
    const approved = await tx.query('select param from data_param_approved where param = ?', [id]);
    if (approved.length === 0) return;
    if ((await this.tasks?.needed())?.params.has(id) !== true) {
      await tx.query('delete from data_param_approved where param = ?', [id]);
      return;
    }
    throw new RpcError({
      type: 'application',
      tag: 'in-use',
      appTag: 'approved-data',
      origin: 'caller',
      path: `/irtf-agent:data-params[id='${id}']`,
      message: `data parameter "${id}" was approved for a task that is not over, and stays as it is until then: give other data another identifier`,
    });
  }

  async get(id: string, queries: Queries = this.store): Promise<StoredParam | undefined> {
    const [param] = await queries.query<DataParam>('select * from data_param where id = ?', [id]);
    return param && { param, readers: await readersOf(id, queries) };
  }

  /** Returns the readers of a parameter, without its data, which may be long. */
  async access(id: string, queries: Queries): Promise<StoredAccess | undefined> {
    const [param] = await queries.query<StoredAccess['param']>('select id, owner, agent from data_param where id = ?', [
      id,
    ]);
    return param && { param, readers: await readersOf(id, queries) };
  }

  /** Returns these parameters and their readers without their data, in the order of the identifiers. */
  async heads(
    ids: readonly string[],
    queries: Queries,
  ): Promise<readonly (StoredAccess & { readonly param: ParamHead })[]> {
    const heads: ParamHead[] = [];
    for (const some of pieces(ids))
      heads.push(
        ...(await queries.query<ParamHead>(
          `select ${HEAD.join(', ')} from data_param where id in (${some.map(() => '?').join(', ')}) order by id`,
          some,
        )),
      );
    return Promise.all(heads.map(async (param) => ({ param, readers: await readersOf(param.id, queries) })));
  }

  /** Returns the readers of these parameters, as far as the parameters exist. */
  async accessById(ids: readonly string[]): Promise<readonly StoredAccess[]> {
    const found: StoredAccess[] = [];
    for (const some of pieces([...new Set(ids)])) {
      const rows = await this.store.reads
        .selectFrom('data_param')
        .select(['id', 'owner', 'agent'])
        .where('id', 'in', some)
        .execute();
      const readers = await this.#readers(some);
      found.push(...rows.map((param) => ({ param, readers: readers.get(param.id) ?? [] })));
    }
    return found;
  }

  /**
   * Adds the parameter or replaces the one with its id.
   *
   * @throws RpcError invalid-value for a parameter that does not fit one of the two models, and for a new one with a name that means
   * data of another node; data-exists for an identifier that another user has or had
   */
  async put(tx: Tx, param: DataParam, readers: readonly string[] = []): Promise<void> {
    this.shapes.require('/yangent-contexts:data/param', paramValue(param, 0));
    this.shapes.require(
      '/irtf-agent:data-params',
      draftParamValue({ ...param, data: null }, () => undefined),
    );
    const owner = await this.ownerOf(tx, param.id);
    if (owner !== undefined && owner !== param.owner) throw taken(param.id);
    if (owner === undefined) this.#requireOwnName(param);
    await this.#requireNotApproved(tx, param.id);
    await tx.query(
      PUT,
      COLUMNS.map((column) => param[column]),
    );
    await this.grant(tx, param.id, readers);
  }

  /** Refuses a name that means data of a node by its domain, unless they are kept for the peer that has them. */
  #requireOwnName({ id, owner }: DataParam): void {
    const domain = this.abroad.domainOf(id);
    if (domain === undefined || this.abroad.source(id)?.owner === owner) return;
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      path: `/irtf-agent:data-params[id='${id}']`,
      message: `"${id}" ends in @${domain}, the domain of a node: such names mean data of other nodes, so choose a name without it`,
    });
  }

  /** Returns the user that has the identifier, or had it and may still be referred to. */
  async ownerOf(tx: Tx, id: string): Promise<string | undefined> {
    const [found] = await tx.query<{ readonly owner: string }>(
      'select owner from data_param where id = ?1 union all select owner from data_param_former where id = ?1 limit 1',
      [id],
    );
    return found?.owner;
  }

  /** Stores the number of bytes that have arrived. */
  async grown(tx: Tx, id: string, reached: Pick<DataParam, 'size' | 'chunks' | 'modified'>): Promise<void> {
    await tx.sql.updateTable('data_param').set(reached).where('id', '=', id).execute();
  }

  /** Returns the bytes that a user stores in parameters other than `except`. */
  async bytesOf(user: string, except: string): Promise<number> {
    const row = await this.store.reads
      .selectFrom('data_param')
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('owner', '=', user)
      .where('id', '!=', except)
      .executeTakeFirst();
    return row?.bytes ?? 0;
  }

  /** True when a parameter has its bytes in this file. */
  async namesFile(file: string): Promise<boolean> {
    const row = await this.store.reads
      .selectFrom('data_param')
      .select('id')
      .where('file', '=', file)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Checks up to `limit` parameters last written before `time`, and deletes those that no unfinished task needs. Returns the key
   * after which to continue.
   */
  async removeBefore(tx: Tx, o: OldRows): Promise<number | string | undefined> {
    let query = tx.sql
      .selectFrom('data_param')
      .select('id')
      .where('modified', '<', o.time)
      .orderBy('id')
      .limit(o.limit);
    if (typeof o.after === 'string') query = query.where('id', '>', o.after);
    const old = (await query.execute()).map(({ id }) => id);
    await this.withdraw(
      tx,
      old.filter((id) => !o.needed.params.has(id)),
    );
    return old.length < o.limit ? undefined : old.at(-1);
  }

  /** Replaces the identifier of an agent by another name. */
  async rename({ sql }: Tx, agent: string, name: string): Promise<void> {
    await sql.updateTable('data_param').set({ agent: name }).where('agent', '=', agent).execute();
    await sql.updateTable('data_param_reader').set({ agent: name }).where('agent', '=', agent).execute();
  }

  /** Lets these agents read the parameter. */
  async grant(tx: Tx, id: string, agents: readonly string[]): Promise<void> {
    if (agents.length === 0) return;
    const readers = [...new Set(agents)];
    await tx.query(
      `insert into data_param_reader (param, agent) values ${readers.map(() => '(?, ?)').join(', ')} on conflict do nothing`,
      readers.flatMap((agent) => [id, agent]),
    );
  }

  /** Deletes the parameters. Their identifiers stay reserved for their owners, until `forgetFormer`. */
  async withdraw(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `insert or replace into data_param_former (id, owner, removed)
        select id, owner, ? from data_param where id in (${ids.map(() => '?').join(', ')})`,
      [steadyTime(), ...ids],
    );
    await this.#delete(tx, ids);
  }

  /** Deletes the parameters and frees their identifiers. */
  async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.sql.deleteFrom('data_param_former').where('id', 'in', ids).execute();
    await this.#delete(tx, ids);
  }

  /** Frees identifiers of parameters that were removed before `time`. */
  async forgetFormer({ sql }: Tx, time: number): Promise<void> {
    await sql.deleteFrom('data_param_former').where('removed', '<', time).execute();
  }

  async #delete(tx: Tx, ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#requireNotApproved(tx, id);
    const { sql } = tx;
    // Data of another node can be fetched again, and no other data get their names.
    const own = ids.filter((id) => this.abroad.source(id) === undefined);
    await this.messages.withdraw(tx, own);
    await sql.deleteFrom('data_param_reader').where('param', 'in', ids).execute();
    await sql.deleteFrom('data_param').where('id', 'in', ids).execute();
  }

  /** Returns parameters by id, after `after`, within the scope; those of the user in any case. */
  async page({
    after,
    limit,
    user,
    agent,
    among,
  }: { readonly after?: string; readonly limit: number; readonly user: string } & RowScope): Promise<
    readonly StoredParam[]
  > {
    let query = this.store.reads.selectFrom('data_param').selectAll().orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    if (agent !== undefined) query = query.where((or) => or.or([or('owner', '=', user), readBy(or, [agent])]));
    if (among) query = query.where((or) => or.or([or('owner', '=', among.user), readBy(or, among.agents)]));
    const params = await query.execute();
    const readers = await this.#readers(params.map(({ id }) => id));
    return params.map((param) => ({ param, readers: readers.get(param.id) ?? [] }));
  }

  async #readers(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const readers = new Map<string, string[]>();
    if (ids.length === 0) return readers;
    const rows = await this.store.reads.selectFrom('data_param_reader').selectAll().where('param', 'in', ids).execute();
    for (const { param, agent } of rows) {
      const known = readers.get(param);
      if (known) known.push(agent);
      else readers.set(param, [agent]);
    }
    return readers;
  }
}

async function readersOf(id: string, queries: Queries): Promise<readonly string[]> {
  const readers = await queries.query<{ readonly agent: string }>(
    'select agent from data_param_reader where param = ?',
    [id],
  );
  return readers.map(({ agent }) => agent);
}

function taken(id: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-exists',
    message: `the identifier "${id}" is, or was, that of another user's data; choose another`,
  });
}

function readBy(or: ExpressionBuilder<Database, 'data_param'>, agents: readonly string[]) {
  return or.or([
    or('agent', 'in', agents),
    or('id', 'in', or.selectFrom('data_param_reader').select('param').where('agent', 'in', agents)),
  ]);
}
