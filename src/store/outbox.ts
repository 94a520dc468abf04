/**
 * The durable outbox: effects on the outside world (a POST to a subscriber, a dispatch to an agent, an edit on a device)
 * are written down in the transaction that decides on them and carried out afterwards, at least once.
 */
import type { Logger } from 'pino';
import type { Attempt, RetryPolicy } from './outbox-retry.js';
import type { Tx } from './store.js';

export interface OutboxInput {
  /** Says which handler carries it out. */
  readonly kind: string;
  /** Jobs of one kind and key are carried out one after another in the order handed in, for example one subscriber's. */
  readonly key: string;
  /** What the handler needs; kept as JSON. */
  readonly payload: unknown;
  /** Not before this time. */
  readonly notBefore?: Date;
}

export interface OutboxJob {
  /** Stays the same over all attempts: the receiver may use it to recognise a repetition. */
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly created: string;
}

/** A job given up, with the reason. */
export interface DeadJob extends OutboxJob {
  readonly attempts: number;
  readonly error: string;
}

/** Carries out one job. Returning means done; throwing means try again later, or never when it throws `Undeliverable`. */
export type OutboxHandler = (job: OutboxJob, attempt: Attempt) => Promise<void>;

export interface Outbox {
  /** Hands in a job within the transaction that decides on it and gives its id. */
  enqueue(tx: Tx, input: OutboxInput): Promise<string>;
  /** Says who carries out jobs of `kind`; one handler a kind. Jobs without a handler wait. */
  handle(kind: string, handler: OutboxHandler, retry?: Partial<RetryPolicy>): void;
  /** Begins to carry out jobs, first those that an earlier run of this node left under way. */
  start(): Promise<void>;
  /** Aborts what is under way, which is then tried again at the next start, and waits for it. */
  stop(): Promise<void>;
  /** Jobs given up, oldest first. */
  dead(o: { readonly kind?: string; readonly limit: number }): Promise<readonly DeadJob[]>;
  /** Puts a job that was given up back into the queue; false when there is no such job. */
  revive(id: string): Promise<boolean>;
}

export interface OutboxOptions {
  readonly log?: Logger;
  /** Jobs carried out at the same time. */
  readonly concurrency?: number;
  /** Milliseconds for which a holder of a job is believed without being heard of. */
  readonly lease?: number;
  readonly retry?: Partial<RetryPolicy>;
}
