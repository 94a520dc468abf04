/**
 * One dynamic subscription (RFC 8639 §2.4). Its receiver pulls: an event is looked for when the last one was taken, so that
 * a slow receiver costs no memory and delays no other receiver. One that falls too far behind is told so, and goes on with what is new.
 */
import type { DropReason } from '../../events/index.js';
import type { Schema } from '../../yang/index.js';
import type { Caller } from '../call.js';
import type { Delivery, EventDelivery, SubscribeRequest } from '../operation.js';
import type { SubscriptionLimits } from './limits.js';
import { MODULE, RESTCONF_MODULE } from './names.js';
import { reasonOf, type StateChange, stateChange, type TerminatedReason } from './notices.js';
import { type Terms, termsValue } from './terms.js';
import { Waiting } from './waiting.js';

export type SubscriptionEncoding = 'xml' | 'json';

/** What a protocol face needs of a subscription. */
export interface Subscription {
  readonly id: number;
  readonly encoding: SubscriptionEncoding;
  /** A receiver has it; over RESTCONF there can be one only. */
  readonly attended: boolean;
  /**
   * What is to be sent, in order: event records and state changes, until the subscription ends. To be asked for once; the
   * subscription ends when the reader leaves, or when `signal` is aborted, which is to be the end of the reader's connection.
   */
  messages(signal: AbortSignal): AsyncIterable<EventDelivery>;
}

export interface SubscriptionOptions {
  readonly id: number;
  readonly caller: Caller;
  readonly schema: Schema;
  readonly stream: string;
  readonly encoding: SubscriptionEncoding;
  readonly terms: Terms;
  readonly replayStart?: string;
  readonly uri?: string;
  readonly limits: SubscriptionLimits;
  readonly subscribe: (request: SubscribeRequest) => AsyncIterable<Delivery>;
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
  #events: AsyncIterator<Delivery>;
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

  /** Begins at once. @throws RpcError when the stream or a time is not good */
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

  /** The new terms hold for all that is not yet taken; the receiver is told from where on. */
  modify(terms: Terms): void {
    this.#terms = terms;
    this.#announce('subscription-modified', { ...this.#policy(), ...termsValue(terms), ...this.#uri() });
  }

  /** Ends it; with a reason the receiver is told. */
  end(reason?: TerminatedReason): void {
    if (this.#ending.signal.aborted) return;
    clearTimeout(this.#timer);
    if (reason) this.#announce('subscription-terminated', reasonOf(reason));
    this.#ending.abort();
    if (!this.#attended) this.#messagesEnded();
    this.#wakeUp();
    this.#options.ended();
  }

  /** The entry of the list `subscription`. */
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

  messages(signal: AbortSignal): AsyncIterable<EventDelivery> {
    this.#attended = true;
    signal.addEventListener('abort', () => this.end(), { once: true, signal: this.#ending.signal });
    if (signal.aborted) this.end();
    return this.#messages();
  }

  async *#messages(): AsyncGenerator<EventDelivery, void, void> {
    clearTimeout(this.#timer);
    const isOver = this.#ending.signal;
    const waiting = new Waiting(this.#events);
    try {
      for (;;) {
        for (let notice = this.#notices.shift(); notice; notice = this.#notices.shift()) yield* this.#take(notice);
        if (isOver.aborted) return;
        const next = waiting.arrived();
        if (!next) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
            waiting.ask(resolve);
          });
        } else if (next.done) {
          return;
        } else if (next.value.kind === 'event') {
          // A filter may have changed since the event was found.
          if (!this.#terms.filter.accepts(next.value)) this.#excluded += 1;
          else {
            yield* this.#take(next.value);
            this.#sent += 1;
          }
        } else if (!this.#handle(next.value)) {
          return;
        } else if (next.value.kind === 'dropped') {
          waiting.restart(this.#events);
        }
      }
    } finally {
      this.end();
      this.#messagesEnded();
    }
  }

  /** What the event log says besides events; false when it has nothing more to say. */
  #handle(delivery: Exclude<Delivery, EventDelivery>): boolean {
    switch (delivery.kind) {
      case 'replay-complete':
        this.#announce('replay-completed');
        return true;
      case 'stopped':
        this.end('no-such-subscription');
        return true;
      case 'dropped':
        if (!SUSPENDING.has(delivery.reason)) return false;
        this.#announce('subscription-suspended', reasonOf('unsupportable-volume'));
        this.#announce('subscription-resumed');
        this.#events = this.#subscribe(undefined);
        return true;
      default:
        return delivery satisfies never;
    }
  }

  /** Hands a message to the receiver, who must take it in time. */
  async *#take(message: EventDelivery): AsyncGenerator<EventDelivery, void, void> {
    const { stallTime } = this.#options.limits;
    const slow = Math.min(SLOW, stallTime);
    let timer = setTimeout(() => {
      this.#isSuspended = true;
      timer = setTimeout(() => this.end('suspension-timeout'), stallTime - slow).unref();
    }, slow).unref();
    try {
      yield message;
    } finally {
      clearTimeout(timer);
      this.#isSuspended = false;
    }
  }

  #subscribe(startTime: string | undefined): AsyncIterator<Delivery> {
    const { subscribe, limits } = this.#options;
    const deliveries = subscribe({
      stream: this.stream,
      startTime,
      stopTime: () => this.#terms.stopTime,
      filter: (event) => this.#terms.filter.accepts(event),
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
    // A reader that takes nothing needs to hear of the last change of each kind only.
    const earlier = this.#notices.findIndex(({ node }) => node === notice.node);
    if (earlier >= 0) this.#notices.splice(earlier, 1);
    this.#notices.push(notice);
    this.#wakeUp();
  }

  /** What cannot be modified. */
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

/** Why the event log drops a receiver that goes on with what is new. */
const SUSPENDING: ReadonlySet<DropReason> = new Set(['too-slow', 'no-room', 'expired']);

/** Milliseconds after which a receiver that takes nothing counts as suspended. */
const SLOW = 5_000;
