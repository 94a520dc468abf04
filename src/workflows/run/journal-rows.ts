/** The rows of journals. */
import type { Queries, Store, Tx } from '../../store/index.js';

/** Number of events that one statement writes. */
const TOGETHER = 200;

export interface EventRow {
  readonly sequence: number;
  readonly entry: string;
  readonly hash: string;
}

export class JournalRows {
  constructor(private readonly store: Pick<Store, 'query'>) {}

  async add(tx: Tx, run: string, events: readonly EventRow[]): Promise<void> {
    for (let at = 0; at < events.length; at += TOGETHER) {
      const page = events.slice(at, at + TOGETHER);
      await tx.query(
        `insert into workflow_event (run, sequence, entry, hash) values ${page.map(() => '(?, ?, ?, ?)').join(', ')}`,
        page.flatMap(({ sequence, entry, hash }) => [run, sequence, entry, hash]),
      );
    }
  }

  /** Returns a page of the journal. */
  page(run: string, after: number, limit: number, queries: Queries = this.store): Promise<readonly EventRow[]> {
    return queries.query(
      'select sequence, entry, hash from workflow_event where run = ? and sequence > ? order by sequence limit ?',
      [run, after, limit],
    );
  }

  /** Returns when the first event of a step was, yang:date-and-time; undefined when it has none. */
  async beginOf(tx: Tx, run: string, node: string, generation: number): Promise<string | undefined> {
    const [row] = await tx.query<{ readonly at: string }>(
      `select json_extract(entry, '$.at') as at from workflow_event where run = ? and json_extract(entry, '$.kind') = 'step'
        and json_extract(entry, '$.node') = ? and json_extract(entry, '$.item') is null
        and json_extract(entry, '$.generation') = ? order by sequence limit 1`,
      [run, node, generation],
    );
    return row?.at;
  }
}
