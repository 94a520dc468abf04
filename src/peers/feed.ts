/** One event stream of a node for all followed tasks of an agent: open while there are followers, opened again after a break. */
import { RpcError } from '../data/index.js';
import { readChanged } from './answer.js';
import { Inbox } from './inbox.js';
import type { Bounds } from './options.js';
import { mayPass, Patience } from './patience.js';
import { changeOf } from './record.js';
import type { Wire, WireEvents } from './wire.js';

/** Error of a node whose log lacks the event after which a stream is to continue: it was restored from a backup. */
const UNKNOWN_EVENT = 'unknown-event-id';
/** Milliseconds for which a stream without followers stays open. */
const LINGER = 5_000;
/** Milliseconds after which a stream counts as stable. */
const LASTING = 5_000;

export interface FeedOptions {
  /** Selects the tasks. */
  readonly about: WireEvents['about'];
  readonly bounds: Bounds;
  /** Ends the stream; followers fail with its reason. */
  readonly closing: AbortSignal;
}

export class Feed {
  readonly #followers = new Map<string, Set<Inbox>>();
  /** Controller of the current stream; aborted when it has no followers any more. */
  #reading: AbortController | undefined;
  #open = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly options: FeedOptions,
  ) {}

  /** Follows a task from now on. The first news is `look`, sent when the stream is open and no change can be missed. */
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
        // A stream that breaks as soon as it is open does not count as an answer.
        if (performance.now() - opened > LASTING) patience.renew();
        // A node with a new log: missed changes are found by reading the tasks, as at the first opening.
        const isNewLog = broken instanceof RpcError && broken.appTag === UNKNOWN_EVENT;
        await patience.afterFailure(broken, signal, isNewLog || mayPass(broken));
      }
    } catch (error) {
      this.#reading = undefined;
      this.#open = false;
      // A follower may have joined after the stream was closed for lack of followers.
      if (!reading.signal.aborted) this.#fail(error);
      else if (this.#followers.size > 0) void this.#read();
    }
  }

  /** Distributes changes until the stream ends. Returns the error that ended it. */
  async #readOnce(events: WireEvents): Promise<unknown> {
    try {
      for await (const { value, eventTime } of this.wire.events(events)) {
        const { id, change } = changeOf(readChanged(this.wire.place, value), eventTime);
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
