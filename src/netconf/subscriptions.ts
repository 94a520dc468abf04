/**
 * The subscriptions of one NETCONF session: one of RFC 5277, or several of RFC 8639. Writes notifications as fast as
 * the session accepts them.
 */
import type { Logger } from 'pino';
import { dateAndTimeFault, RpcError } from '../data/index.js';
import type { Caller, Delivery, Server, Subscription } from '../server/index.js';
import { buildNotification, encodeEvent } from '../wire/index.js';
import { type Filter, passesFilter } from './filter.js';

const NOTIFICATION_EVENTS = 'urn:ietf:params:xml:ns:netmod:notification';

export interface SubscriptionRequest {
  readonly stream: string;
  readonly filter: Filter;
  readonly startTime?: string;
  readonly stopTime?: string;
}

export interface SubscriptionsOptions {
  readonly server: Server;
  readonly caller: Caller;
  readonly log: Logger;
  /** Writes one notification. Returns undefined while the peer accepts more; otherwise a promise that resolves when it does. */
  readonly write: (xml: string) => Promise<void> | undefined;
}

export class Subscriptions {
  #active = false;
  #dynamic = 0;

  constructor(private readonly options: SubscriptionsOptions) {}

  /**
   * Checks the request and returns a function that starts the subscription: the reply goes before the first
   * notification.
   * @throws RpcError when a subscription is active, or the request is not valid
   */
  prepare(request: SubscriptionRequest): () => void {
    if (this.#active) {
      throw new RpcError({
        type: 'protocol',
        tag: 'operation-failed',
        origin: 'caller',
        message: 'this session has a subscription already; a second one needs a second session',
      });
    }
    if (this.#dynamic > 0) throw mixed('this session has subscriptions made with establish-subscription');
    const startTime = requireTime('startTime', request.startTime);
    const stopTime = requireTime('stopTime', request.stopTime);
    const { server, caller } = this.options;
    const { stream, filter } = request;
    const filtering = () => filter.kind !== 'all';
    const deliveries = server.subscribe(caller, { stream, startTime, stopTime, filtering, signal: caller.signal });
    this.#active = true;
    return () => void this.pump(deliveries, filter);
  }

  /** @throws RpcError operation-not-supported unless establish-subscription may be used on this session (RFC 8640 §4) */
  requireDynamic(): void {
    if (this.#active) throw mixed('this session has a subscription made with create-subscription');
  }

  /** Adds a subscription made with establish-subscription; returns a function that starts it. */
  attend(subscription: Subscription): () => void {
    this.#dynamic += 1;
    return () => void this.pass(subscription);
  }

  get active(): boolean {
    return this.#active || this.#dynamic > 0;
  }

  private async pass(subscription: Subscription): Promise<void> {
    const { log, caller, write } = this.options;
    try {
      for await (const messages of subscription.messages(caller.signal)) {
        await allWritten(messages.map((message) => write(encodeEvent(message, 'xml'))));
      }
    } catch (error) {
      if (!caller.signal.aborted) {
        log.warn({ err: error, session: caller.session, subscription: subscription.id }, 'subscription ended');
      }
    } finally {
      this.#dynamic -= 1;
    }
  }

  private async pump(deliveries: AsyncIterable<readonly Delivery[]>, filter: Filter): Promise<void> {
    const { log, caller } = this.options;
    try {
      for await (const batch of deliveries) {
        await allWritten(batch.map((delivery) => this.deliver(delivery, filter)));
      }
    } catch (error) {
      if (!caller.signal.aborted) log.warn({ err: error, session: caller.session }, 'subscription ended');
    } finally {
      this.#active = false;
    }
  }

  private deliver(delivery: Delivery, filter: Filter): Promise<void> | undefined {
    const { server, caller, write } = this.options;
    switch (delivery.kind) {
      case 'event': {
        if (!passesFilter(filter, delivery, server.schema(caller.view))) return undefined;
        return write(encodeEvent(delivery, 'xml'));
      }
      case 'replay-complete':
        return write(buildNotification(now(), `<replayComplete xmlns="${NOTIFICATION_EVENTS}"/>`));
      case 'stopped':
        return write(buildNotification(now(), `<notificationComplete xmlns="${NOTIFICATION_EVENTS}"/>`));
      case 'dropped':
        this.options.log.warn({ session: caller.session, reason: delivery.reason }, 'a subscription was dropped');
        return write(buildNotification(now(), `<notificationComplete xmlns="${NOTIFICATION_EVENTS}"/>`));
    }
  }
}

/** Waits until the peer accepts more. A batch is written without a pause, as it was made by the rights of one moment. */
async function allWritten(full: readonly (Promise<void> | undefined)[]): Promise<void> {
  await Promise.all(full);
}

/** Returns the error for a session that would mix the two kinds of subscriptions. */
function mixed(found: string): RpcError {
  return new RpcError({
    type: 'protocol',
    tag: 'operation-not-supported',
    message: `${found}; the two cannot share a session (RFC 8640 §4)`,
  });
}

function requireTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined || dateAndTimeFault(text) === undefined) return text;
  throw new RpcError({
    type: 'protocol',
    tag: 'invalid-value',
    message: `${name} must be a date and time like 2026-01-31T12:00:00Z, not "${text}"`,
    info: { 'bad-element': name },
  });
}

function now(): string {
  return new Date().toISOString();
}
