/** One event stream of a node for all tasks of an agent that are followed: kept open while anyone follows, made anew when it breaks. */
import { RpcError } from '../data/index.js';
import { Inbox } from './inbox.js';
import type { Bounds } from './options.js';
import { Patience } from './patience.js';
import { changeOf } from './record.js';
import type { Wire, WireEvents } from './wire.js';

/** What a node answers when its log lacks the event behind which a stream is to go on: it was restored from a backup. */
const UNKNOWN_EVENT = 'unknown-event-id';
/** Milliseconds for which a stream without followers is kept for the next one. */
const LINGER = 5_000;
/** Milliseconds after which a stream counts as one that holds. */
const LASTING = 5_000;

export interface FeedOptions {
  /** Which tasks. */
  readonly about: WireEvents['about'];
  readonly bounds: Bounds;
  /** Ends the stream; followers fail with its reason. */
  readonly closing: AbortSignal;
}

export class Feed {
  readonly #followers = new Map<string, Set<Inbox>>();
  /** Of the stream that is read; aborted when no reader wants it any more. */
  #reading: AbortController | undefined;
  #open = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly options: FeedOptions,
  ) {}

  /** News of the task from now on; the first is to look at it, once nothing can be missed any more. */
  join(task: string): { readonly inbox: Inbox; readonly leave: () => void } {
    const inbox = new Inbox(this.options.bounds.backlog);
    const group = this.#followers.get(task) ?? new Set();
    group.add(inbox);
    this.#followers.set(task, group);
    clearTimeout(this.#idle);
    if (this.#open) inbox.look();
    if (this.options.closing.aborted) inbox.fail(this.options.closing.reason);
    else if (!this.#reading) void this.#read();
    return { inbox, leave: () => this.#leave(task, group, inbox) };
  }

  #leave(task: string, group: Set<Inbox>, inbox: Inbox): void {
    group.delete(inbox);
    if (group.size === 0 && this.#followers.get(task) === group) this.#followers.delete(task);
    if (this.#followers.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#reading?.abort(), LINGER);
    this.#idle.unref();
  }

  async #read(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    const { about, bounds, closing } = this.options;
    const signal = AbortSignal.any([reading.signal, closing]);
    const patience = new Patience(bounds.patience);
    let opened = Number.POSITIVE_INFINITY;
    const onOpen = () => {
      this.#open = true;
      opened = performance.now();
      for (const inbox of this.#all()) inbox.look();
    };
    try {
      for (;;) {
        const broken = await this.#readOnce({ about, signal, onOpen });
        this.#open = false;
        // That node has another log since: what was missed is found by looking, as at the first opening.
        if (broken instanceof RpcError && broken.appTag === UNKNOWN_EVENT) continue;
        // A stream that breaks as soon as it is open does not count as an answer.
        if (performance.now() - opened > LASTING) patience.renew();
        await patience.afterFailure(broken, signal);
      }
    } catch (error) {
      this.#reading = undefined;
      this.#open = false;
      // Someone may have come after the stream was given up for want of followers.
      if (!reading.signal.aborted) this.#fail(error);
      else if (this.#followers.size > 0) void this.#read();
    }
  }

  /** Hands out what comes until the stream ends; gives what it ended with. */
  async #readOnce(events: WireEvents): Promise<unknown> {
    try {
      for await (const { value, eventTime } of this.wire.events(events)) {
        const { id, change } = changeOf(value, eventTime);
        for (const inbox of this.#followers.get(id) ?? []) inbox.add(change);
      }
      return new RpcError({
        type: 'transport',
        tag: 'operation-failed',
        message: `${this.wire.place} ended the event stream`,
      });
    } catch (error) {
      return error;
    }
  }

  #fail(error: unknown): void {
    for (const inbox of this.#all()) inbox.fail(error);
  }

  #all(): readonly Inbox[] {
    return [...this.#followers.values()].flatMap((group) => [...group]);
  }
}
