/**
 * The references to long outputs that a run may hand on: those to its own, and those that came to it from its parent or from a child.
 * Whether one is real is read from an index: the rows themselves have the outputs.
 */
import type { Queries, Store, Tx } from '../../store/index.js';

/** A data parameter, and the digest of what it contains. */
export interface LongOutput {
  readonly param: string;
  readonly digest: string;
}

/** `cross join`: the named ones are looked up in the index of parameters one by one. */
const REAL = `select named.key as place from json_each(?) as named cross join workflow_value as kept
    on kept.param = json_extract(named.value, '$.param') and kept.digest = json_extract(named.value, '$.digest')
    where kept.run = ?
  union select named.key as place from json_each(?) as named cross join workflow_passed as passed
    on passed.run = ? and passed.param = json_extract(named.value, '$.param')
      and passed.digest = json_extract(named.value, '$.digest')
  order by place`;

const PASS = `insert or ignore into workflow_passed (run, param, digest)
  select ?, json_extract(value, '$.param'), json_extract(value, '$.digest') from json_each(?)`;

/** Those of some parameters that no run names any more. */
const UNNAMED = `select value as param from json_each(?) as named
  where not exists (select 1 from workflow_value where param = named.value)
    and not exists (select 1 from workflow_passed where param = named.value)`;

const PARAMS_OF = `select param from workflow_value where run = ? and param is not null
  union select param from workflow_passed where run = ?`;

const IN_USE = `select param from workflow_value join workflow_run on workflow_run.id = workflow_value.run
    where param is not null and ended is null
  union select param from workflow_passed join workflow_run on workflow_run.id = workflow_passed.run
    where ended is null`;

interface Row {
  readonly param: string;
}

export class ReferenceRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  /** Returns those of the named outputs that are outputs of a run, or were passed to it, in their order. */
  async real(queries: Queries, run: string, named: readonly LongOutput[]): Promise<readonly LongOutput[]> {
    if (named.length === 0) return [];
    const text = JSON.stringify(named);
    const rows = await queries.query<{ readonly place: number }>(REAL, [text, run, text, run]);
    return rows.flatMap(({ place }) => named[place] ?? []);
  }

  /** Notes that outputs of another run were passed to this one. */
  async pass(tx: Tx, run: string, outputs: readonly LongOutput[]): Promise<void> {
    if (outputs.length > 0) await tx.query(PASS, [run, JSON.stringify(outputs)]);
  }

  /** Returns the data parameters that a run may read. */
  async paramsOf(tx: Tx, run: string): Promise<readonly string[]> {
    return (await tx.query<Row>(PARAMS_OF, [run, run])).map(({ param }) => param);
  }

  /** Returns those of these parameters that no run may read any more. */
  async unnamed(tx: Tx, params: readonly string[]): Promise<readonly string[]> {
    return (await tx.query<Row>(UNNAMED, [JSON.stringify(params)])).map(({ param }) => param);
  }

  /** Returns the data parameters that runs may read which have not ended. */
  async paramsInUse(): Promise<readonly string[]> {
    return (await this.store.query<Row>(IN_USE, [])).map(({ param }) => param);
  }
}
