/** Decides when an attempt of the outbox is repeated, and when the job is given up. */
import { messageOf } from './errors.js';

export interface RetryPolicy {
  /** Number of attempts after which a job is given up. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled for each further attempt. */
  readonly first: number;
  /** Maximum pause in milliseconds. */
  readonly longest: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 10, first: 1_000, longest: 300_000 };

/** Information for a handler about its attempt. */
export interface Attempt {
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Aborted when the node stops. */
  readonly signal: AbortSignal;
}

export type AttemptOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly error: string }
  /** The node stopped during the attempt. */
  | { readonly kind: 'interrupted'; readonly error: string }
  | { readonly kind: 'dead'; readonly error: string };

/** Thrown by a handler when no retry can help: the receiver does not exist any more, or has refused finally. */
export class Undeliverable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Undeliverable';
  }
}

/**
 * Returns the milliseconds to wait after attempt number `attempt`; randomised by a fifth, so that many failed jobs are not
 * retried at once.
 */
export function backOff(retry: RetryPolicy, attempt: number): number {
  const pause = Math.min(retry.longest, retry.first * 2 ** (attempt - 1));
  return Math.round(pause * (0.8 + 0.4 * Math.random()));
}

/** Returns the maximum result of `backOff`, in milliseconds. */
export function longestPause(retry: RetryPolicy): number {
  return Math.round(retry.longest * 1.2);
}

export function outcomeOfFailure(
  error: unknown,
  attempt: number,
  retry: RetryPolicy,
  stopping: boolean,
): AttemptOutcome {
  const text = messageOf(error);
  if (error instanceof Undeliverable) return { kind: 'dead', error: text };
  if (stopping) return { kind: 'interrupted', error: text };
  return attempt >= retry.attempts ? { kind: 'dead', error: text } : { kind: 'retry', error: text };
}
