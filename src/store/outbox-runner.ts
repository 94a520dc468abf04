/** Executes the jobs of the outbox: claims due jobs, runs their handlers, records the result of each attempt. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DeadJob, Outbox, OutboxHandler, OutboxInput, OutboxJob, OutboxOptions } from './outbox.js';
import {
  type AttemptOutcome,
  backOff,
  DEFAULT_RETRY,
  longestPause,
  outcomeOfFailure,
  type RetryPolicy,
} from './outbox-retry.js';
import { OutboxRows } from './outbox-rows.js';
import { steadyTime } from './steady-time.js';
import type { Store, Tx } from './store.js';

/** Maximum milliseconds of a timer; a later due time is reached in steps. */
const LONGEST_WAIT = 60_000;
/** Milliseconds that stop() waits for handlers that ignore their signal; their jobs are retried at the next start. */
const STOP_GRACE = 5_000;

interface Registration {
  readonly handler: OutboxHandler;
  readonly retry: RetryPolicy;
}

/** Makes the outbox of a store; one per open store. */
export function createOutbox(store: Store, o: OutboxOptions = {}): Outbox {
  return new DurableOutbox(store, o);
}

class DurableOutbox implements Outbox {
  readonly #rows: OutboxRows;
  readonly #log: Logger | undefined;
  readonly #concurrency: number;
  readonly #lease: number;
  readonly #retry: RetryPolicy;
  readonly #handlers = new Map<string, Registration>();
  readonly #underWay = new Set<Promise<void>>();
  #stopping = new AbortController();
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor(store: Store, o: OutboxOptions) {
    this.#lease = o.lease ?? 30_000;
    this.#rows = new OutboxRows(store, randomUUID(), this.#lease);
    this.#log = o.log;
    this.#concurrency = o.concurrency ?? 16;
    this.#retry = { ...DEFAULT_RETRY, ...o.retry };
  }

  async enqueue(tx: Tx, input: OutboxInput): Promise<string> {
    const id = await this.#rows.insert(tx, input);
    tx.afterCommit(() => this.#wake());
    return id;
  }

  holds(tx: Tx, kind: string, key?: string): Promise<boolean> {
    return this.#rows.holds(tx, kind, key);
  }

  handle(kind: string, handler: OutboxHandler, retry?: Partial<RetryPolicy>): void {
    if (this.#handlers.has(kind)) throw new Error(`the outbox already has a handler for '${kind}'`);
    this.#handlers.set(kind, { handler, retry: { ...this.#retry, ...retry } });
    this.#wake();
  }

  async start(): Promise<void> {
    if (this.#started) return;
    this.#stopping = new AbortController();
    await this.#rows.forgetEarlierRuns();
    for (const [kind, { retry }] of this.#handlers) await this.#rows.waitNoLonger(kind, longestPause(retry));
    this.#started = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    clearTimeout(this.#timer);
    this.#stopping.abort(new Error('the node is stopping'));
    await this.#claiming;
    await Promise.race([Promise.all(this.#underWay), sleep(STOP_GRACE, undefined, { ref: false })]);
  }

  dead(o: { readonly kind?: string; readonly limit: number }): Promise<readonly DeadJob[]> {
    return this.#rows.dead(o);
  }

  async revive(id: string): Promise<boolean> {
    const revived = await this.#rows.revive(id);
    if (revived) this.#wake();
    return revived;
  }

  /** Checks for due jobs; once more afterwards when called meanwhile. */
  #wake(): void {
    if (!this.#started) return;
    if (this.#claiming !== undefined) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        this.#log?.error({ err: error }, 'outbox: looking for due jobs failed');
        this.#wakeIn(1_000);
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#again) this.#wake();
      });
  }

  async #claim(): Promise<void> {
    const free = this.#concurrency - this.#underWay.size;
    const kinds = [...this.#handlers.keys()];
    if (free <= 0 || kinds.length === 0) return;
    const now = steadyTime();
    const claimed = await this.#rows.claim(kinds, free, now);
    for (const { job, attempt } of claimed) this.#execute(job, attempt);
    if (claimed.length === free) return; // the next job that ends checks again
    const due = await this.#rows.nextDue(kinds, now);
    if (due !== undefined) this.#wakeIn(due - steadyTime());
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#started) return;
    this.#timer = setTimeout(() => this.#wake(), Math.min(Math.max(milliseconds, 1), LONGEST_WAIT)).unref();
  }

  #execute(job: OutboxJob, attempt: number): void {
    const work = this.#attempt(job, attempt).finally(() => {
      this.#underWay.delete(work);
      this.#wake();
    });
    this.#underWay.add(work);
  }

  /** Runs one attempt and records its result; never rejects. */
  async #attempt(job: OutboxJob, attempt: number): Promise<void> {
    const registration = this.#handlers.get(job.kind);
    if (registration === undefined) return;
    const renewal = setInterval(() => {
      this.#rows
        .renew(job.id)
        .catch((error: unknown) => this.#log?.warn({ err: error, job: job.id }, 'outbox: lease not renewed'));
    }, this.#lease / 3).unref();
    let outcome: AttemptOutcome;
    try {
      await registration.handler(job, { attempt, signal: this.#stopping.signal });
      outcome = { kind: 'done' };
    } catch (error) {
      outcome = outcomeOfFailure(error, attempt, registration.retry, this.#stopping.signal.aborted);
      this.#log?.warn(
        { err: error, job: job.id, kind: job.kind, attempt, outcome: outcome.kind },
        'outbox: attempt failed',
      );
    } finally {
      clearInterval(renewal);
    }
    try {
      await this.#record(job.id, outcome, registration.retry, attempt);
    } catch (error) {
      // The lease expires and the job is retried: at-least-once delivery.
      this.#log?.error({ err: error, job: job.id }, 'outbox: the outcome of a job could not be recorded');
    }
  }

  #record(id: string, outcome: AttemptOutcome, retry: RetryPolicy, attempt: number): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#rows.remove(id);
      case 'retry':
        return this.#rows.release(id, steadyTime() + backOff(retry, attempt), outcome.error);
      case 'interrupted':
        return this.#rows.release(id, 0, outcome.error);
      case 'dead':
        return this.#rows.bury(id, outcome.error);
    }
  }
}
