/** The stored data of one loop: its state row, its history, and the notifications about both. */
import { type Store, shownTime, steadyTime, type Tx } from '../store/index.js';
import type { LoopNews } from './news.js';
import { RATE_SPAN } from './policy.js';
import {
  type CycleRecord,
  counted,
  type FinishedCycle,
  type LoopCounters,
  type LoopOutcome,
  type LoopPhase,
  type LoopState,
  NO_COUNTS,
  raised,
} from './record.js';
import { type Claim, noteExecution } from './resources.js';
import { type Memory, readState, toFinished, toUnfinished, type Unfinished } from './rows.js';

export type { Memory, Unfinished } from './rows.js';

export interface LoopStatus {
  readonly state: LoopState;
  readonly reason?: string;
  readonly lastOutcome?: LoopOutcome;
  readonly counters: LoopCounters;
}

/** Further arguments of `begin`. */
export interface Beginning {
  readonly claim: Claim;
  /** Stored for a restart; undefined when the loop cannot recover. */
  readonly decision?: unknown;
}

const HISTORY_KEPT = 1_000;
const FORGET_AT_ONCE = 100;
/** Maximum number of characters that are stored of one cycle for a restart. */
const LONGEST_MEMORY = 256 * 1024;

export class LoopJournal {
  #status: LoopStatus = { state: 'idle', counters: NO_COUNTS };
  #nextId = 1;
  #observations = 0;
  /** Cycles up to this one were deleted. */
  #forgotten = 0;
  /** Changes are written one after another, each based on the one before. */
  #saving: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly store: Store,
    private readonly news: LoopNews,
    readonly name: string,
    readonly agent: string,
  ) {}

  /** Opens the journal and reads the stored data. */
  static async open(store: Store, news: LoopNews, name: string, agent: string): Promise<LoopJournal> {
    const journal = new LoopJournal(store, news, name, agent);
    await journal.load();
    return journal;
  }

  private async load(): Promise<void> {
    const { reads } = this.store;
    const row = await reads.selectFrom('loop_state').selectAll().where('name', '=', this.name).executeTakeFirst();
    if (row) this.#status = readState(row);
    this.#observations = this.#status.counters.observations;
    const last = await reads
      .selectFrom('loop_history')
      .select((all) => all.fn.max('id').as('id'))
      .where('loop', '=', this.name)
      .executeTakeFirst();
    this.#nextId = Number(last?.id ?? 0) + 1;
  }

  /** Returns cycles that the end of the process interrupted, oldest first. */
  async unfinished(): Promise<readonly Unfinished[]> {
    const rows = await this.store.reads
      .selectFrom('loop_history')
      .selectAll()
      .where('loop', '=', this.name)
      .where('outcome', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(toUnfinished);
  }

  get status(): LoopStatus {
    return { ...this.#status, counters: { ...this.#status.counters, observations: this.#observations } };
  }

  nextId(): number {
    return this.#nextId++;
  }

  /** Counts an observation; stored with the next change. */
  observed(): void {
    this.#observations += 1;
  }

  setState(state: LoopState, reason?: string): Promise<void> {
    return this.save(
      (status) => ({ ...status, state, reason }),
      (tx) => this.news.changed(tx, this, { state, reason }),
    );
  }

  /** Stores a cycle before it executes. @throws Error when its decision is too large to be stored */
  async begin(record: CycleRecord, { claim, decision }: Beginning): Promise<void> {
    const memory = decision === undefined ? undefined : remembered({ decision });
    await this.save(
      (status) => ({ ...status, counters: raised(status.counters, ['decisions', 'executions']) }),
      async (tx, { state }) => {
        const executedAt = executionTime();
        await this.write(tx, record, { phase: 'execute', executedAt, memory });
        await noteExecution(tx, claim, executedAt);
        await this.news.changed(tx, this, { state, phase: 'execute', id: record.id });
      },
    );
  }

  /**
   * Stores the result of an execution, before it is verified.
   *
   * @param memory stored for a restart; undefined when the loop cannot recover
   */
  async done(record: CycleRecord, memory: Memory | undefined): Promise<void> {
    const kept = memory && remembered(memory);
    await this.save(
      (status) => status,
      (tx) => this.write(tx, record, { phase: 'verify', executedAt: executionTime(), memory: kept }),
    );
  }

  /**
   * Stores the outcome of a cycle, in one transaction with the loop's counters and its notification.
   * @param begun true when `begin` was called: the execution began, and may be partial
   */
  finish(record: CycleRecord, outcome: LoopOutcome, begun: boolean): Promise<void> {
    const at = new Date().toISOString();
    return this.save(
      (status) => ({ ...status, lastOutcome: outcome, counters: counted(status.counters, record, outcome, begun) }),
      async (tx, { state }) => {
        await this.write(tx, { ...record, at }, { outcome, executedAt: begun ? executionTime() : undefined });
        await this.news.changed(tx, this, { state, id: record.id, outcome, reason: record.reason });
        await this.forget(tx, record.id - HISTORY_KEPT);
      },
    );
  }

  /**
   * Deletes old cycles, except those needed for the rate limit or the cool-down.
   *
   * @param oldest number of the newest cycle to delete
   */
  private async forget(tx: Tx, oldest: number): Promise<void> {
    if (oldest < this.#forgotten + FORGET_AT_ONCE) return;
    this.#forgotten = oldest;
    const counted = new Date(steadyTime() - RATE_SPAN).toISOString();
    const last = await tx.sql
      .selectFrom('loop_history')
      .select((all) => all.fn.max('id').as('id'))
      .where('loop', '=', this.name)
      .where('executed_at', 'is not', null)
      .executeTakeFirst();
    await tx.sql
      .deleteFrom('loop_history')
      .where('loop', '=', this.name)
      .where('id', '<=', oldest)
      .where('id', '<>', Number(last?.id ?? 0))
      .where((row) => row.or([row('executed_at', 'is', null), row('executed_at', '<', counted)]))
      .execute();
  }

  private save(
    change: (status: LoopStatus) => LoopStatus,
    also: (tx: Tx, status: LoopStatus) => Promise<void>,
  ): Promise<void> {
    const saved = this.#saving.then(async () => {
      const status = change(this.status);
      const row = {
        name: this.name,
        state: status.state,
        reason: status.reason ?? null,
        last_outcome: status.lastOutcome ?? null,
        counters: JSON.stringify(status.counters),
      };
      await this.store.transact(async (tx) => {
        await tx.sql
          .insertInto('loop_state')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
        await also(tx, status);
      });
      this.#status = status;
    });
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  private async write(tx: Tx, record: CycleRecord, { outcome, phase, executedAt, memory }: Progress): Promise<void> {
    const { id, at, outcome: _, ...rest } = record;
    const row = {
      loop: this.name,
      id,
      at,
      outcome: outcome ?? null,
      record: JSON.stringify(rest),
      executed_at: executedAt ?? null,
      phase: phase ?? null,
      memory: memory ?? null,
    };
    await tx.sql
      .insertInto('loop_history')
      .values(row)
      .onConflict((conflict) => conflict.columns(['loop', 'id']).doUpdateSet(row))
      .execute();
  }

  /** Notifies a conflict of a decision with another loop. */
  async announceConflict({ id }: CycleRecord, rival: string, resource: string): Promise<void> {
    await this.store.transact((tx) => this.news.conflict(tx, this, { id, rival, resource }));
  }

  /** Notifies that a decision waits for approval. Its number is stored, so that after a restart no other decision gets it. */
  async announceApproval(record: CycleRecord, expires: string | undefined): Promise<void> {
    await this.store.transact(async (tx) => {
      await this.write(tx, record, { phase: 'approve' });
      await this.news.approvalNeeded(tx, this, record, expires);
    });
  }

  /** Returns the times of the executions within the last `span` milliseconds, oldest first, by the present clock of the machine. */
  async executionsWithin(span: number): Promise<Date[]> {
    const now = steadyTime();
    const rows = await this.store.reads
      .selectFrom('loop_history')
      .select('executed_at')
      .where('loop', '=', this.name)
      .where('executed_at', '>', new Date(now - span).toISOString())
      .orderBy('executed_at')
      .execute();
    const times = rows.flatMap(({ executed_at: at }) => (at === null ? [] : [Date.parse(at)]));
    // A time in the future means that the clock was set back since: it counts as the start of the process.
    return times.map((at) => new Date(shownTime(at > now ? performance.timeOrigin : at)));
  }

  /** Returns the newest cycles, newest last. */
  async history(limit: number): Promise<FinishedCycle[]> {
    const rows = await this.store.reads
      .selectFrom('loop_history')
      .selectAll()
      .where('loop', '=', this.name)
      .where('outcome', 'is not', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toFinished).reverse();
  }
}

/** The progress of a cycle in its row. */
interface Progress {
  readonly outcome?: LoopOutcome;
  readonly phase?: LoopPhase;
  /** Time of the execution: its end, once known. */
  readonly executedAt?: string;
  /** JSON of `Memory`. */
  readonly memory?: string;
}

function remembered(memory: Memory): string {
  const text = JSON.stringify(memory);
  if (text.length <= LONGEST_MEMORY) return text;
  throw new Error(
    `what must be remembered of the decision has ${text.length} characters, ${LONGEST_MEMORY} are allowed`,
  );
}

/** Returns the time of an execution for the limits of a loop, by a clock that cannot be set. */
function executionTime(): string {
  return new Date(steadyTime()).toISOString();
}
