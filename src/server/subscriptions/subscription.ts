/**
 * One dynamic subscription (RFC 8639 §2.4). Its receiver pulls: the next event is read when the last one was taken, so that a slow
 * receiver costs no memory and delays no other receiver. A receiver that is too far behind is notified and continues with new
 * events.
 */
import type { DropReason } from '../../events/index.js';
import type { Schema } from '../../yang/index.js';
import type { Caller } from '../call.js';
import type { Delivery, EventDelivery, SubscribeRequest } from '../operation.js';
import { NO_FILTER } from './filter.js';
import type { SubscriptionLimits } from './limits.js';
import { MODULE, RESTCONF_MODULE } from './names.js';
import { reasonOf, type StateChange, stateChange, type TerminatedReason } from './notices.js';
import { type Terms, termsValue } from './terms.js';
import { Waiting } from './waiting.js';

export type SubscriptionEncoding = 'xml' | 'json';

/** The interface of a subscription for protocol faces. */
export interface Subscription {
  readonly id: number;
  readonly encoding: SubscriptionEncoding;
  /** True when a receiver reads it. Over RESTCONF there can be only one receiver. */
  readonly attended: boolean;
  /**
   * Returns the messages to send in batches, in order: event records and state changes, until the subscription ends. To be called once. The
   * subscription ends when the reader stops, or when `signal` is aborted, which means the end of the reader's connection.
   */
  messages(signal: AbortSignal): AsyncIterable<readonly EventDelivery[]>;
}

export interface SubscriptionOptions {
  readonly id: number;
  readonly caller: Caller;
  readonly schema: Schema;
  readonly stream: string;
  /** False for a stream of a provider: it has no times, so the stop time is watched here. */
  readonly hasReplay: boolean;
  readonly encoding: SubscriptionEncoding;
  readonly terms: Terms;
  readonly replayStart?: string;
  readonly uri?: string;
  readonly limits: SubscriptionLimits;
  readonly subscribe: (request: SubscribeRequest) => AsyncIterable<readonly Delivery[]>;
  /** Called once, when the subscription is over. */
  readonly ended: () => void;
}

export class DynamicSubscription implements Subscription {
  readonly id: number;
  readonly caller: Caller;
  readonly stream: string;
  readonly encoding: SubscriptionEncoding;
  readonly #options: SubscriptionOptions;
  readonly #ending = new AbortController();
  readonly #notices: EventDelivery[] = [];
  #terms: Terms;
  #events: AsyncIterator<readonly Delivery[]>;
  #attended = false;
  #messagesEnded: () => void = () => undefined;
  /** Resolves when the subscription is over, and its reader has taken the last message. */
  readonly told = new Promise<void>((resolve) => {
    this.#messagesEnded = resolve;
  });
  #sent = 0;
  #excluded = 0;
  #isSuspended = false;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Begins at once. @throws RpcError when the stream or a time is invalid */
  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.id = options.id;
    this.caller = options.caller;
    this.stream = options.stream;
    this.encoding = options.encoding;
    this.#terms = options.terms;
    this.#events = this.#subscribe(options.replayStart);
    this.#timer = setTimeout(() => this.end(), options.limits.unattended).unref();
  }

  get attended(): boolean {
    return this.#attended;
  }

  get replayStart(): string | undefined {
    return this.#options.replayStart;
  }

  get terms(): Terms {
    return this.#terms;
  }

  /** Applies new terms to all events that are not yet taken, and notifies the receiver at this point. */
  modify(terms: Terms): void {
    this.#terms = terms;
    this.#announce('subscription-modified', { ...this.#policy(), ...termsValue(terms), ...this.#uri() });
  }

  /** Ends the subscription. With a reason, the receiver is notified. */
  end(reason?: TerminatedReason): void {
    if (this.#ending.signal.aborted) return;
    clearTimeout(this.#timer);
    if (reason) this.#announce('subscription-terminated', reasonOf(reason));
    this.#ending.abort();
    if (!this.#attended) this.#messagesEnded();
    this.#wakeUp();
    this.#options.ended();
  }

  /** Returns the entry of the list `subscription`. */
  value(): Record<string, unknown> {
    const { principal, source } = this.caller;
    return {
      id: this.id,
      ...this.#policy(),
      ...termsValue(this.#terms),
      receivers: {
        receiver: [
          {
            name: source === undefined ? principal.name : `${principal.name}@${source}`,
            'sent-event-records': String(this.#sent),
            'excluded-event-records': String(this.#excluded),
            state: this.#isSuspended ? 'suspended' : 'active',
          },
        ],
      },
      ...this.#uri(),
    };
  }

  messages(signal: AbortSignal): AsyncIterable<readonly EventDelivery[]> {
    this.#attended = true;
    signal.addEventListener('abort', () => this.end(), { once: true, signal: this.#ending.signal });
    if (signal.aborted) this.end();
    return this.#messages();
  }

  async *#messages(): AsyncGenerator<readonly EventDelivery[], void, void> {
    clearTimeout(this.#timer);
    const isOver = this.#ending.signal;
    const waiting = new Waiting(this.#events);
    try {
      for (;;) {
        for (let notice = this.#notices.shift(); notice; notice = this.#notices.shift()) yield* this.#take([notice]);
        if (isOver.aborted) return;
        const next = waiting.arrived();
        if (this.#isStopped()) {
          this.end('no-such-subscription');
        } else if (!next) {
          await this.#news(waiting);
        } else if (next.done) {
          return;
        } else {
          const events = next.value.filter((delivery) => delivery.kind === 'event');
          // A filter may have changed since the events were found.
          const wanted = events.filter((event) => this.#terms.filter.accepts(event));
          this.#excluded += events.length - wanted.length;
          if (wanted.length > 0) {
            yield* this.#take(wanted);
            this.#sent += wanted.length;
          }
          for (const delivery of next.value) {
            if (delivery.kind === 'event') continue;
            if (!this.#handle(delivery)) return;
            if (delivery.kind === 'dropped') waiting.restart(this.#events);
          }
        }
      }
    } finally {
      this.end();
      this.#messagesEnded();
      this.#events.return?.()?.catch(() => undefined); // its fault came with the last item
    }
  }

  /** Waits for the next delivery or state change, at a stream without times also for the stop time. */
  async #news(waiting: Waiting<readonly Delivery[]>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      waiting.ask(resolve);
      const { stopTime } = this.#terms;
      if (this.#options.hasReplay || stopTime === undefined) return;
      timer = setTimeout(resolve, Math.min(LONGEST_WAIT, Math.max(1, Date.parse(stopTime) - Date.now()))).unref();
    });
    clearTimeout(timer);
  }

  #isStopped(): boolean {
    const { stopTime } = this.#terms;
    return !this.#options.hasReplay && stopTime !== undefined && Date.parse(stopTime) <= Date.now();
  }

  /** Handles deliveries of the event log that are no events. Returns false when the log is at its end. */
  #handle(delivery: Exclude<Delivery, EventDelivery>): boolean {
    switch (delivery.kind) {
      case 'replay-complete':
        this.#announce('replay-completed');
        return true;
      case 'stopped':
        this.end('no-such-subscription');
        return true;
      case 'dropped':
        if (!this.#options.hasReplay || delivery.reason === 'denied' || !SUSPENDING.has(delivery.reason)) return false;
        this.#announce('subscription-suspended', reasonOf('unsupportable-volume'));
        this.#announce('subscription-resumed');
        this.#events = this.#subscribe(undefined);
        return true;
      default:
        return delivery satisfies never;
    }
  }

  /** Gives messages to the receiver, which must take them in time. */
  async *#take(messages: readonly EventDelivery[]): AsyncGenerator<readonly EventDelivery[], void, void> {
    const { stallTime } = this.#options.limits;
    const slow = Math.min(SLOW, stallTime);
    let timer = setTimeout(() => {
      this.#isSuspended = true;
      timer = setTimeout(() => this.end('suspension-timeout'), stallTime - slow).unref();
    }, slow).unref();
    try {
      yield messages;
    } finally {
      clearTimeout(timer);
      this.#isSuspended = false;
    }
  }

  #subscribe(startTime: string | undefined): AsyncIterator<readonly Delivery[]> {
    const { subscribe, limits } = this.#options;
    const deliveries = subscribe({
      stream: this.stream,
      startTime,
      stopTime: () => this.#terms.stopTime,
      filter: (event) => this.#terms.filter.accepts(event),
      filtering: () => this.#terms.filter !== NO_FILTER,
      onExcluded: () => {
        this.#excluded += 1;
      },
      maxBehind: limits.maxBehind,
      patience: limits.patience,
      signal: this.#ending.signal,
    });
    return deliveries[Symbol.asyncIterator]();
  }

  #announce(change: StateChange, more?: Readonly<Record<string, unknown>>): void {
    const notice = stateChange(this.#options.schema, change, this.id, more);
    if (!notice) return;
    // A reader that takes nothing later needs only the last change of each kind.
    const earlier = this.#notices.findIndex(({ node }) => node === notice.node);
    if (earlier >= 0) this.#notices.splice(earlier, 1);
    this.#notices.push(notice);
    this.#wakeUp();
  }

  /** Returns the members that cannot be modified. */
  #policy(): Readonly<Record<string, unknown>> {
    const { replayStart } = this.#options;
    return {
      stream: this.stream,
      ...(replayStart === undefined ? {} : { 'replay-start-time': replayStart }),
      encoding: `${MODULE}:encode-${this.encoding}`,
    };
  }

  #uri(): Readonly<Record<string, unknown>> {
    const { uri } = this.#options;
    return uri === undefined ? {} : { [`${RESTCONF_MODULE}:uri`]: uri };
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

/** Reasons of the event log to drop a receiver after which it continues with new events. */
const SUSPENDING: ReadonlySet<DropReason> = new Set(['too-slow', 'no-room', 'expired']);

/** Milliseconds after which a receiver that waits for its stop time checks the clock again. */
const LONGEST_WAIT = 60_000;
/** Milliseconds after which a receiver that takes nothing counts as suspended. */
const SLOW = 5_000;
