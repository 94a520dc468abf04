/** Fires the triggers with notifications: each reads its stream, as its owner may, from its cursor on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RpcError } from '../../data/index.js';
import { configuredEntry } from '../../server/index.js';
import type { Actor } from '../course/needs.js';
import { DEFINITION } from '../engine/definitions.js';
import type { Notified, ReadNotifications, Wanted } from '../engine/watches.js';
import { fireOrMiss } from './firing.js';
import { miss } from './missed.js';
import type { FiringNeeds } from './needs.js';
import { occasionOf } from './origin.js';
import { type NotificationTerms, TRIGGER, type Trigger, type TriggerRow } from './record.js';

/** Milliseconds until a stream that failed is read again: at first, and at most. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds between two times at which it is stored how far the streams were read. */
const NOTING = 60_000;

interface Reader {
  readonly name: string;
  readonly edit: string;
  readonly abort: AbortController;
  /** Number of the last event behind which it is. */
  passed?: number;
}

export class Readers {
  readonly #readers = new Map<string, Reader>();
  readonly #ended = new Set<Promise<void>>();
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> | undefined;

  constructor(
    private readonly needs: FiringNeeds,
    private readonly read: ReadNotifications,
    private readonly log: Logger,
  ) {}

  open(): void {
    this.#isOpen = true;
    this.#timer = setInterval(() => this.#noteSoon(), NOTING).unref();
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#timer);
    this.#noteSoon();
    await this.#noting;
    for (const { abort } of this.#readers.values()) abort.abort();
    await Promise.all(this.#ended);
  }

  /** Reads for a trigger as it is stored and configured now, or no longer. */
  async renew(name: string): Promise<void> {
    const row = await this.needs.rows.get(name);
    const trigger = configuredEntry(this.needs.running.tree, TRIGGER, name);
    const reader = this.#readers.get(name);
    const isWanted = row !== undefined && trigger?.notification !== undefined && trigger.enabled;
    if (reader && isWanted && reader.edit === row.edit) return;
    if (reader) this.#end(reader);
    if (isWanted && this.#isOpen && !this.needs.halted()) this.#begin(row, trigger, trigger.notification);
  }

  /** Stores how far the streams were read, so that a cursor does not fall behind while nothing is wanted. */
  async note(): Promise<void> {
    const readers = [...this.#readers.values()];
    if (readers.every(({ passed }) => passed === undefined)) return;
    await this.needs.store.transact(async (tx) => {
      for (const { name, edit, passed } of readers)
        if (passed !== undefined) await this.needs.rows.advance(tx, { name, edit }, passed);
    });
  }

  #noteSoon(): void {
    this.#noting ??= this.note()
      .catch((error: unknown) => this.log.warn({ err: error }, 'workflows: cursors of triggers could not be stored'))
      .finally(() => {
        this.#noting = undefined;
      });
  }

  /** Ends a reader at once, so that another one may begin. */
  #end(reader: Reader): void {
    reader.abort.abort();
    if (this.#readers.get(reader.name) === reader) this.#readers.delete(reader.name);
  }

  #begin(row: TriggerRow, { definition }: Trigger, terms: NotificationTerms): void {
    const { name, edit, owner } = row;
    const { coordinator } = configuredEntry(this.needs.running.tree, DEFINITION, definition) ?? {};
    if (coordinator === undefined) return;
    const reader: Reader = { name, edit, abort: new AbortController() };
    this.#readers.set(name, reader);
    const ended = this.#readOn(reader, { user: owner, agent: coordinator }, terms).finally(() => {
      this.#end(reader);
      this.#ended.delete(ended);
    });
    this.#ended.add(ended);
  }

  async #readOn(reader: Reader, actor: Actor, terms: NotificationTerms): Promise<void> {
    const { signal } = reader.abort;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        const row = await this.needs.rows.get(reader.name);
        if (row?.edit !== reader.edit) return;
        for await (const event of this.read(actor, wantedOf(terms, row, reader), signal)) {
          if (!(await this.#take(reader, event))) return;
          pause = FIRST_PAUSE;
        }
      } catch (error) {
        if (signal.aborted) return;
        const isLost = error instanceof RpcError && error.appTag === 'unknown-event-id';
        if (
          isLost &&
          (await this.#lose(reader).then(
            () => true,
            () => false,
          ))
        )
          continue;
        this.log.warn({ err: error, trigger: reader.name }, 'workflows: the stream of a trigger is read again');
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Acts on a notification, and stores that it did. Returns false when the trigger was changed or everything autonomous stopped. */
  async #take(reader: Reader, event: Notified): Promise<boolean> {
    const { needs } = this;
    return needs.store.transact(async (tx) => {
      const row = await needs.rows.get(reader.name, tx);
      const trigger = configuredEntry(needs.running.tree, TRIGGER, reader.name);
      const isCurrent = row?.edit === reader.edit && trigger?.notification !== undefined;
      if (!isCurrent || reader.abort.signal.aborted || needs.halted()) {
        this.#end(reader);
        return false;
      }
      const number = Number(event.id);
      if (row.cursor !== undefined && number <= row.cursor) return true;
      await needs.rows.setCursor(tx, row.name, number);
      await fireOrMiss(needs, tx, trigger, row, await occasionOf({ runs: needs.runs, work: needs.work }, tx, event));
      return true;
    });
  }

  /** Goes on at the oldest event after the log has deleted some that were not read. */
  async #lose(reader: Reader): Promise<void> {
    const { needs } = this;
    await needs.store.transact(async (tx) => {
      const row = await needs.rows.get(reader.name, tx);
      if (row?.edit !== reader.edit) return;
      await needs.rows.setCursor(tx, row.name, undefined);
      await miss(needs, tx, row, { reason: 'the log of events does not reach back to where it was (events-lost)' });
    });
    delete reader.passed;
  }
}

function wantedOf(
  { stream, name, 'xpath-filter': filter }: NotificationTerms,
  { cursor }: TriggerRow,
  reader: Reader,
): Wanted {
  const after = Math.max(cursor ?? 0, reader.passed ?? 0);
  return {
    stream,
    ...(name === undefined ? {} : { name }),
    ...(filter === undefined ? {} : { filter }),
    ...(cursor === undefined && reader.passed === undefined ? { fromOldest: true } : { after: String(after) }),
    passed: (event) => {
      reader.passed = event;
    },
  };
}
