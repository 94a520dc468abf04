/** The rows of values. */
import type { Queries, Store, Tx } from '../../store/index.js';

export interface ValueSize {
  readonly length: number;
  readonly param: string | undefined;
}

export class ValueRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  async keep(tx: Tx, run: string, digest: string, value: string): Promise<void> {
    await tx.query('insert or ignore into workflow_value (run, digest, value) values (?, ?, ?)', [run, digest, value]);
  }

  /** Says which data parameter has the same content. */
  async setParam(tx: Tx, run: string, digest: string, param: string): Promise<void> {
    await tx.query('update workflow_value set param = ? where run = ? and digest = ?', [param, run, digest]);
  }

  async get(run: string, digest: string, queries: Queries = this.store): Promise<string | undefined> {
    const [row] = await queries.query<{ readonly value: string }>(
      'select value from workflow_value where run = ? and digest = ?',
      [run, digest],
    );
    return row?.value;
  }

  /** Returns the number of characters of a value, 0 for one that is not stored; and the data parameter with its content. */
  async size(run: string, digest: string, queries: Queries = this.store): Promise<ValueSize> {
    const [row] = await queries.query<{ readonly length: number; readonly param: string | null }>(
      'select length(value) as length, param from workflow_value where run = ? and digest = ?',
      [run, digest],
    );
    return { length: Number(row?.length ?? 0), param: row?.param ?? undefined };
  }

  /** Returns the number of characters of the stored outputs of the items of a step, with a comma for each. */
  async lengthOfItems(tx: Tx, run: string, node: string, generation: number): Promise<number> {
    const [row] = await tx.query<{ readonly length: number | null }>(
      `select sum(1 + coalesce(length(value), 4)) as length from workflow_step as step
        left join workflow_value as value on value.run = step.run and value.digest = step.output
        where step.run = ? and node = ? and item > 0 and generation = ?`,
      [run, node, generation],
    );
    return Number(row?.length ?? 0);
  }

  /** Returns the data parameters, by digest, of those of the values that are long outputs. */
  async paramsOf(run: string, digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.store.query<{ readonly digest: string; readonly param: string }>(
      `select digest, param from json_each(?) as named cross join workflow_value
        on run = ? and digest = named.value where param is not null`,
      [JSON.stringify(digests), run],
    );
    return new Map(rows.map(({ digest, param }) => [digest, param]));
  }
}
