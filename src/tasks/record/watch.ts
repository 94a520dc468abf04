import { RpcError } from '../../data/index.js';
import type { TaskRecord } from './record.js';
import type { TaskRows } from './store.js';

interface Waiter {
  readonly accepts: (task: TaskRecord) => boolean;
  readonly resolve: (task: TaskRecord | undefined) => void;
}

export interface Patience {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** Maximum number of requests that wait for tasks at the same time. */
const MOST_WAITERS = 20_000;
const LONGEST_WAIT = 2 ** 31 - 1;

/** Lets requests wait for a change of a task, or for work. Only committed changes wake them. */
export class TaskWatch {
  /** Waiters by task (`taskKey`) and by agent (`workKey`). */
  readonly #waiters = new Map<string, Set<Waiter>>();
  #count = 0;

  constructor(private readonly rows: TaskRows) {}

  /** Wakes the waiters of a task after a committed change. */
  changed(task: TaskRecord): void {
    for (const waiter of [...(this.#waiters.get(taskKey(task.id)) ?? [])])
      if (waiter.accepts(task)) waiter.resolve(task);
  }

  /** Wakes the requests that wait for work of the agent: a task can be claimed now. */
  workFor(agent: string): void {
    for (const waiter of [...(this.#waiters.get(workKey(agent)) ?? [])]) waiter.resolve(undefined);
  }

  /** Returns the task once `accepts` holds for it; undefined when the time is over first. @throws the signal's reason */
  until(id: string, accepts: (task: TaskRecord) => boolean, patience: Patience): Promise<TaskRecord | undefined> {
    return this.#wait(taskKey(id), accepts, patience, async () => {
      // The awaited change may have been committed before the waiter was added.
      const now = await this.rows.get(id);
      return now && accepts(now) ? now : undefined;
    });
  }

  /**
   * Like `until`, without reading the task first: only later changes count. To miss no change, the caller calls it in
   * `afterCommit` of the change that it knows.
   */
  next(id: string, accepts: (task: TaskRecord) => boolean, patience: Patience): Promise<TaskRecord | undefined> {
    return this.#wait(taskKey(id), accepts, patience, async () => undefined);
  }

  /** Resolves when a task begins to wait for the agent, or the time is over. */
  async work(agent: string, patience: Patience): Promise<void> {
    await this.#wait(
      workKey(agent),
      () => true,
      patience,
      async () => undefined,
    );
  }

  async #wait(
    key: string,
    accepts: Waiter['accepts'],
    { timeout, signal }: Patience,
    now: () => Promise<TaskRecord | undefined>,
  ): Promise<TaskRecord | undefined> {
    if (this.#count >= MOST_WAITERS) {
      const message = `${this.#count} requests already wait for tasks; ask without waiting`;
      throw new RpcError({ type: 'application', tag: 'resource-denied', message });
    }
    signal?.throwIfAborted();
    let forget = () => {};
    const waiting = new Promise<TaskRecord | undefined>((resolve, reject) => {
      const waiter: Waiter = { accepts, resolve };
      const timer = setTimeout(() => resolve(undefined), Math.min(timeout, LONGEST_WAIT));
      const abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      this.#add(key, waiter);
      forget = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#remove(key, waiter);
      };
    });
    waiting.catch(() => undefined); // awaited below, unless `now` has found the task
    try {
      return (await now()) ?? (await waiting);
    } finally {
      forget();
    }
  }

  #add(key: string, waiter: Waiter): void {
    this.#count++;
    const waiters = this.#waiters.get(key);
    if (waiters) waiters.add(waiter);
    else this.#waiters.set(key, new Set([waiter]));
  }

  #remove(key: string, waiter: Waiter): void {
    this.#count--;
    const waiters = this.#waiters.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(key);
  }
}

function taskKey(id: string): string {
  return `task ${id}`;
}

function workKey(agent: string): string {
  return `work ${agent}`;
}
