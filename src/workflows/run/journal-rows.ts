/** The rows of journals. */
import type { Store, Tx } from '../../store/index.js';

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
  page(run: string, after: number, limit: number): Promise<readonly EventRow[]> {
    return this.store.query(
      'select sequence, entry, hash from workflow_event where run = ? and sequence > ? order by sequence limit ?',
      [run, after, limit],
    );
  }
}
