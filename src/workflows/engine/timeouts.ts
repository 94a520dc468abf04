/** Counts transactions that the store ended because they took too long: their work is done again in narrow ones, and given up after some. */
import { StoreError } from '../../store/index.js';
import { failure } from '../course/failure.js';

/** Number of transactions that may take too long, one after the other. */
const MOST = 3;

/** The error of a run that is given up. */
export const TOO_LONG = failure(
  'too-big',
  'what follows from one step of the run takes longer than a transaction may; use smaller values, or fewer of them',
);

/** True when the store ended a transaction because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'timeout';
}

export class Timeouts {
  readonly #counts = new Map<string, number>();

  /** True for work of which a transaction took too long: all further ones are to be narrow. */
  has(key: string): boolean {
    return this.#counts.has(key);
  }

  /** True for work whose transactions took too long so often that it is to be given up. */
  isLost(key: string): boolean {
    return (this.#counts.get(key) ?? 0) >= MOST;
  }

  /** Counts an error. Those that have another cause than the time say nothing about the work. */
  met(key: string, error: unknown): void {
    if (isTimeout(error)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** A part of the work has been done. */
  cameOn(key: string): void {
    if (this.#counts.has(key)) this.#counts.set(key, 0);
  }
}
