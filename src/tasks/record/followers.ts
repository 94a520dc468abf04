/**
 * Calls the followers of rooms in the transaction of each change of a task, for example to cancel its parts. Changes are followed
 * first in, first out, and calls are never nested: when a follower changes tasks, these changes are followed after it has
 * returned.
 */
import { isObject } from '../../data/index.js';
import { type Outbox, type Store, type Tx, Undeliverable } from '../../store/index.js';
import type { TaskRecord } from './record.js';
import { type ContentSealing, NO_SEALING, openedPayload, sealedPayload } from './sealed.js';

/**
 * Acts on one stored change of a task. An error refuses the change: the transaction is rolled back. Heartbeats are no
 * changes.
 *
 * @param before undefined when the change creates the task
 * @param after as the change stored it; an earlier follower may have changed the task since
 */
export type Follower = (tx: Tx, before: TaskRecord | undefined, after: TaskRecord) => Promise<void>;

/** Registers the follower of a room. Returns the function that removes it. @throws Error when the room has one already */
export type Follow = (room: string, follower: Follower) => () => void;

interface Change {
  readonly before: TaskRecord | undefined;
  readonly after: TaskRecord;
}

/** The changes that are followed in one transaction. */
interface Turn {
  readonly waiting: Change[];
  /** Number of changes that were added so far. */
  taken: number;
  /** True while followers are being called. */
  calls: boolean;
  /** Tasks as this transaction stored them last, by identifier. */
  readonly stored: Map<string, TaskRecord>;
}

const KIND = 'task-follow';
/**
 * Maximum number of changes followed in one transaction. An outbox job follows each further one in its own transaction, and each later
 * change of the same task until that is done: followers see the changes of a task in their order.
 */
export const MOST_FOLLOWED = 256;

export class Followers {
  readonly #rooms = new Map<string, Follower>();
  readonly #turns = new WeakMap<Tx, Turn>();
  /** False when no change waits in the outbox, so that there is nothing to look for. */
  #mayWait = true;

  constructor(
    store: Pick<Store, 'transact'>,
    private readonly outbox: Pick<Outbox, 'enqueue' | 'handle' | 'holds'>,
    private readonly content: ContentSealing = NO_SEALING,
  ) {
    outbox.handle(KIND, async ({ payload }) => {
      const { before, after } = changeOf(await openedPayload(content, payload));
      await store.transact((tx) => this.#take(tx, before, after));
    });
  }

  readonly follow: Follow = (room, follower) => {
    if (this.#rooms.has(room)) throw new Error(`the room "${room}" follows tasks already`);
    this.#rooms.set(room, follower);
    return () => {
      if (this.#rooms.get(room) === follower) this.#rooms.delete(room);
    };
  };

  /**
   * Calls the followers of a stored change, and of the changes that they cause. Returns the task as it is stored then. When a
   * follower causes the change, this returns at once, and the followers are called later.
   *
   * @throws unknown as a follower does
   */
  async changed(tx: Tx, before: TaskRecord | undefined, after: TaskRecord): Promise<TaskRecord> {
    if (this.#rooms.size === 0) return after;
    const turn = this.#turnOf(tx);
    if (turn.taken >= MOST_FOLLOWED || (await this.#waits(tx, after.id))) {
      turn.stored.set(after.id, after);
      const payload = await sealedPayload(this.content, after, { before, after });
      await this.outbox.enqueue(tx, { kind: KIND, key: after.id, payload });
      this.#mayWait = true;
      return after;
    }
    return this.#take(tx, before, after);
  }

  async #take(tx: Tx, before: TaskRecord | undefined, after: TaskRecord): Promise<TaskRecord> {
    const turn = this.#turnOf(tx);
    turn.stored.set(after.id, after);
    turn.taken++;
    turn.waiting.push({ before, after });
    if (turn.calls) return after;
    turn.calls = true;
    for (let change = turn.waiting.shift(); change; change = turn.waiting.shift()) {
      for (const follower of this.#rooms.values()) await follower(tx, change.before, change.after);
    }
    turn.calls = false;
    return turn.stored.get(after.id) ?? after;
  }

  /** True while an earlier change of the task is not followed yet. */
  async #waits(tx: Tx, task: string): Promise<boolean> {
    if (!this.#mayWait) return false;
    this.#mayWait = await this.outbox.holds(tx, KIND);
    return this.#mayWait && this.outbox.holds(tx, KIND, task);
  }

  /** Remembers the task as stored by a change that is not followed, such as a heartbeat. */
  stored(tx: Tx, task: TaskRecord): void {
    this.#turns.get(tx)?.stored.set(task.id, task);
  }

  #turnOf(tx: Tx): Turn {
    const known = this.#turns.get(tx);
    if (known) return known;
    const turn: Turn = { waiting: [], taken: 0, calls: false, stored: new Map() };
    this.#turns.set(tx, turn);
    return turn;
  }
}

function changeOf(payload: unknown): Change {
  if (!isObject(payload) || !isRecord(payload.after)) throw new Undeliverable('the stored change is damaged');
  const { before, after } = payload;
  return { before: isRecord(before) ? before : undefined, after };
}

function isRecord(value: unknown): value is TaskRecord {
  return isObject(value) && typeof value.id === 'string' && isObject(value.document);
}
