/**
 * The durable outbox: effects outside the node (a POST to a subscriber, a dispatch to an agent, an edit on a device) are
 * stored in the transaction that decides them, and executed afterwards, at least once.
 */
import type { Logger } from 'pino';
import type { Attempt, RetryPolicy } from './outbox-retry.js';
import type { Tx } from './store.js';

export interface OutboxInput {
  /** Selects the handler. */
  readonly kind: string;
  /** Jobs of the same kind and key are executed one by one in the order of adding, e.g. those for one subscriber. */
  readonly key: string;
  /** Data for the handler; stored as JSON. */
  readonly payload: unknown;
  /** Earliest time of the first attempt. */
  readonly notBefore?: Date;
}

export interface OutboxJob {
  /** The same for all attempts: the receiver can use it to detect a repetition. */
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly created: string;
}

/** A job that was given up, with the error. */
export interface DeadJob extends OutboxJob {
  readonly attempts: number;
  readonly error: string;
}

/** Executes one job. Returning means done. Throwing means a retry, or none for `Undeliverable`. */
export type OutboxHandler = (job: OutboxJob, attempt: Attempt) => Promise<void>;

export interface Outbox {
  /** Adds a job in the transaction that decides it, and returns its id. */
  enqueue(tx: Tx, input: OutboxInput): Promise<string>;
  /** True while there are jobs of this kind that are not done, under this key if one is given; with those of the transaction itself. */
  holds(tx: Tx, kind: string, key?: string): Promise<boolean>;
  /** Registers the handler for jobs of `kind`; one per kind. Jobs without a handler wait. */
  handle(kind: string, handler: OutboxHandler, retry?: Partial<RetryPolicy>): void;
  /** Starts to execute jobs, first the interrupted ones of an earlier run. */
  start(): Promise<void>;
  /** Aborts running jobs and waits for them; they are retried at the next start. */
  stop(): Promise<void>;
  /** Returns the jobs that were given up, oldest first. */
  dead(o: { readonly kind?: string; readonly limit: number }): Promise<readonly DeadJob[]>;
  /** Puts a job that was given up back into the queue; false when there is none. */
  revive(id: string): Promise<boolean>;
}

export interface OutboxOptions {
  readonly log?: Logger;
  /** Maximum number of jobs executed at the same time. */
  readonly concurrency?: number;
  /** Milliseconds for which a holder's claim is valid without a renewal. */
  readonly lease?: number;
  readonly retry?: Partial<RetryPolicy>;
}
