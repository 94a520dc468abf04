/** One attempt at a task by this process. Its changes of the task are refused once the attempt is over. */
import type { Logger } from 'pino';
import { RpcError } from '../../data/index.js';
import { persist, type Store, type Tx } from '../../store/index.js';
import { requireAttempt } from '../execution/execution.js';
import type { TaskRecord } from '../record/record.js';
import type { TaskState } from '../record/states.js';
import type { TaskRows } from '../record/store.js';

/** The states of a task that is being executed. */
const UNDER_WAY: readonly TaskState[] = ['running', 'input-required'];

/** Reason of the signal when an attempt is ended from outside: it has no result. */
export class Interrupted extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Interrupted';
  }
}

export interface AttemptNeeds {
  readonly store: Store;
  readonly rows: TaskRows;
}

export class Attempt {
  readonly #controller = new AbortController();
  /** Aborted when the attempt is over, for any reason. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** The identifier of the task. */
  readonly task: string;
  readonly #needs: AttemptNeeds;
  readonly #number: number;
  /** The task as this attempt last saw it; it may have been changed since. */
  #known: TaskRecord;

  constructor(
    needs: AttemptNeeds,
    task: TaskRecord,
    readonly log: Logger,
  ) {
    this.#needs = needs;
    this.task = task.id;
    this.#number = task.attempt;
    this.#known = task;
  }

  interrupt(reason: string): void {
    this.#controller.abort(new Interrupted(reason));
  }

  /**
   * Changes the task on behalf of this attempt. A task that was suspended, canceled or given back is left as it is, also in the
   * moment before the attempt is told of that.
   *
   * @throws RpcError `stale-attempt` once another attempt has begun
   * @throws Interrupted when the task is not being executed
   */
  async change(work: (tx: Tx, task: TaskRecord) => Promise<TaskRecord>): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    const changed = await this.#store(async (tx) => {
      const task = await this.#needs.rows.get(this.task, tx);
      if (!task) throw new Interrupted('the task is gone');
      requireAttempt(task, this.#number);
      return UNDER_WAY.includes(task.state) ? work(tx, task) : undefined;
    });
    // Not thrown in the transaction: the change that ended the attempt may be in the same commit, which can still fail.
    if (!changed) throw new Interrupted('the task is not being executed');
    return changed;
  }

  /**
   * Like `change`, for work that begins by changing the row: it uses the task as the attempt knows it, without reading. When
   * compare-and-set finds another change in between, the work is repeated on the stored task.
   */
  async advance(work: (tx: Tx, task: TaskRecord) => Promise<TaskRecord>): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    const known = this.#known;
    if (known.state === 'running') {
      try {
        this.#known = await this.#store((tx) => work(tx, known));
        return this.#known;
      } catch (error) {
        if (!(error instanceof RpcError && error.tag === 'in-use')) throw error;
      }
    }
    this.#known = await this.change(work);
    return this.#known;
  }

  /** Stores a change. A fault of the disk does not take the outcome of the work: it is stored when the fault is over. */
  #store<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return persist(() => this.#needs.store.transact(work), this.signal);
  }

  /** Returns the task as it is stored now. */
  async record(): Promise<TaskRecord> {
    this.signal.throwIfAborted();
    const task = await this.#needs.rows.get(this.task);
    if (!task) throw new Interrupted('the task is gone');
    return task;
  }
}

/** True when the error only means that the attempt is over, not that its work failed. */
export function endsQuietly(error: unknown, attempt: Attempt): boolean {
  return (
    attempt.signal.aborted ||
    error instanceof Interrupted ||
    (error instanceof RpcError && error.appTag === 'stale-attempt')
  );
}
