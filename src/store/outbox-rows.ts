/** The rows of the outbox: adding jobs, claiming them with a lease, and the three ways in which a job ends. */
import { randomUUID } from 'node:crypto';
import type { DeadJob, OutboxInput, OutboxJob } from './outbox.js';
import type { OutboxTable } from './outbox-table.js';
import { steadyTime } from './steady-time.js';
import type { Store, Tx } from './store.js';

const JOB_COLUMNS = ['id', 'kind', 'key', 'payload', 'created', 'attempt', 'error'] as const;

type JobRow = Pick<OutboxTable, (typeof JOB_COLUMNS)[number]>;

export interface ClaimedJob {
  readonly job: OutboxJob;
  readonly attempt: number;
}

export class OutboxRows {
  readonly #store: Store;
  /** Identifies this run of the node: jobs held by an earlier run are free again. */
  readonly #run: string;
  readonly #lease: number;

  constructor(store: Store, run: string, lease: number) {
    this.#store = store;
    this.#run = run;
    this.#lease = lease;
  }

  async insert(tx: Tx, input: OutboxInput): Promise<string> {
    const id = randomUUID();
    await tx.sql
      .insertInto('outbox')
      .values({
        id,
        kind: input.kind,
        key: input.key,
        payload: JSON.stringify(input.payload ?? null),
        created: new Date().toISOString(),
        state: 'ready',
        attempt: 0,
        due: input.notBefore?.getTime() ?? 0,
        node: this.#store.nodeId,
        holder: null,
        lease: 0,
        error: null,
      })
      .execute();
    return id;
  }

  /** True while there are jobs of this kind that are not done, and not given up. */
  async holds(tx: Tx, kind: string, key?: string): Promise<boolean> {
    const ofKind = tx.sql.selectFrom('outbox').select('id').where('kind', '=', kind).where('state', '=', 'ready');
    const found = key === undefined ? ofKind : ofKind.where('key', '=', key);
    return (await found.limit(1).executeTakeFirst()) !== undefined;
  }

  /** Releases the jobs of earlier runs at once: only one process has the store of a node. */
  async forgetEarlierRuns(): Promise<void> {
    await this.#store.transact((tx) =>
      tx.sql
        .updateTable('outbox')
        .set({ holder: null, lease: 0 })
        .where('node', '=', this.#store.nodeId)
        .where('holder', 'is not', null)
        .where('holder', '!=', this.#run)
        .execute(),
    );
  }

  /** Limits the wait of each job of a kind to the maximum pause: the clock may have been changed since the last run. */
  async waitNoLonger(kind: string, longest: number): Promise<void> {
    const bound = steadyTime() + longest;
    await this.#store.transact((tx) =>
      tx.sql
        .updateTable('outbox')
        .set({ due: bound })
        .where('kind', '=', kind)
        .where('state', '=', 'ready')
        .where('attempt', '>', 0)
        .where('due', '>', bound)
        .execute(),
    );
  }

  /** Claims up to `limit` jobs of these kinds that are due at `now`, each the first due job of its key. */
  claim(kinds: readonly string[], limit: number, now: number): Promise<readonly ClaimedJob[]> {
    return this.#store.transact(async (tx) => {
      const rows = await tx.sql
        .selectFrom('outbox as job')
        .select(['job.sequence', ...JOB_COLUMNS.map((column) => `job.${column}` as const)])
        .where('job.state', '=', 'ready')
        .where('job.kind', 'in', kinds)
        .where('job.due', '<=', now)
        .where('job.lease', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('outbox as earlier')
                .select('earlier.sequence')
                .whereRef('earlier.kind', '=', 'job.kind')
                .whereRef('earlier.key', '=', 'job.key')
                .whereRef('earlier.sequence', '<', 'job.sequence')
                .where('earlier.state', '=', 'ready')
                // A job that runs, waits for its next attempt or is due goes first; one for a later time does not.
                .where((or) => or.or([or('earlier.attempt', '>', 0), or('earlier.due', '<=', now)])),
            ),
          ),
        )
        .orderBy('job.sequence')
        .limit(limit)
        .execute();
      const claimed: ClaimedJob[] = [];
      for (const row of rows) {
        const attempt = row.attempt + 1;
        const taken = await tx.sql
          .updateTable('outbox')
          .set({ attempt, holder: this.#run, lease: now + this.#lease })
          .where('id', '=', row.id)
          .where('attempt', '=', row.attempt)
          .where('lease', '<=', now)
          .executeTakeFirst();
        if (taken.numUpdatedRows === 1n) claimed.push({ job: jobOf(row), attempt });
      }
      return claimed;
    });
  }

  /** Returns the next due time of jobs of these kinds that were not due at `now`; it may already have passed. */
  async nextDue(kinds: readonly string[], now: number): Promise<number | undefined> {
    const row = await this.#store.reads
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('due').as('due'))
      .where('state', '=', 'ready')
      .where('kind', 'in', kinds)
      .where('lease', '=', 0)
      .where('due', '>', now)
      .executeTakeFirst();
    return row?.due ?? undefined;
  }

  async renew(id: string): Promise<void> {
    await this.#own(id, { lease: steadyTime() + this.#lease });
  }

  /** Releases a job for an attempt at `due`. */
  async release(id: string, due: number, error: string): Promise<void> {
    await this.#own(id, { holder: null, lease: 0, due, error });
  }

  /** Keeps a job that is given up, with the error. */
  async bury(id: string, error: string): Promise<void> {
    await this.#own(id, { holder: null, lease: 0, state: 'dead', error });
  }

  async remove(id: string): Promise<void> {
    await this.#store.transact((tx) =>
      tx.sql.deleteFrom('outbox').where('id', '=', id).where('holder', '=', this.#run).execute(),
    );
  }

  async dead(o: { readonly kind?: string; readonly limit: number }): Promise<readonly DeadJob[]> {
    let query = this.#store.reads.selectFrom('outbox').select(JOB_COLUMNS).where('state', '=', 'dead');
    if (o.kind !== undefined) query = query.where('kind', '=', o.kind);
    const rows = await query.orderBy('sequence').limit(o.limit).execute();
    return rows.map((row) => ({ ...jobOf(row), attempts: row.attempt, error: row.error ?? '' }));
  }

  async revive(id: string): Promise<boolean> {
    const result = await this.#store.transact((tx) =>
      tx.sql
        .updateTable('outbox')
        .set({ state: 'ready', attempt: 0, due: 0 })
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst(),
    );
    return result.numUpdatedRows === 1n;
  }

  /** Changes a job that this run still holds; does nothing when another run has taken its lease. */
  async #own(
    id: string,
    change: Partial<Pick<OutboxTable, 'holder' | 'lease' | 'due' | 'state' | 'error'>>,
  ): Promise<void> {
    await this.#store.transact((tx) =>
      tx.sql.updateTable('outbox').set(change).where('id', '=', id).where('holder', '=', this.#run).execute(),
    );
  }
}

function jobOf(row: JobRow): OutboxJob {
  const payload: unknown = JSON.parse(row.payload);
  return { id: row.id, kind: row.kind, key: row.key, payload, created: row.created };
}
