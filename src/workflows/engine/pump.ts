/** Takes runs up that go on in further transactions, each run in one transaction at a time. */
import type { Logger } from 'pino';
import type { Store, Tx } from '../../store/index.js';
import { isSpent, narrow } from '../course/clock.js';
import type { Candidates } from '../course/needs.js';
import { Timeouts } from './timeouts.js';
import { Turnstile } from './turnstile.js';

export type Found = ReadonlyMap<string, Candidates | Error>;

export interface PumpNeeds {
  readonly store: Pick<Store, 'transact'>;
  /** Finds the agents for the next steps of a run. */
  readonly look: (run: string) => Promise<Found>;
  /** Lets a run go on. */
  readonly goOn: (tx: Tx, run: string, found: Found) => Promise<void>;
  /** Fails a run whose transactions take too long. */
  readonly giveUp: (tx: Tx, run: string) => Promise<void>;
  readonly log: Logger;
}

/** Milliseconds until work that failed is tried again. */
export const PAUSE = 1_000;

export class Pump {
  readonly #waiting = new Set<string>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #turnstile = new Turnstile();
  readonly #timeouts = new Timeouts();
  #isOpen = false;

  constructor(private readonly needs: PumpNeeds) {}

  open(): void {
    this.#isOpen = true;
    for (const run of this.#waiting) this.#begin(run);
  }

  /** Begins nothing further, and waits for what is under way. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.all(this.#working.values());
  }

  /** Lets a run go on in a transaction of its own; when it is in one, in another one after that. */
  later(run: string): void {
    this.#waiting.add(run);
    if (this.#isOpen) this.#begin(run);
  }

  #begin(run: string): void {
    if (this.#working.has(run)) return;
    const work = this.#takeUp(run).finally(() => {
      this.#working.delete(run);
      if (this.#isOpen && this.#waiting.has(run)) this.#begin(run);
    });
    this.#working.set(run, work);
  }

  async #takeUp(run: string): Promise<void> {
    // Facts of the same moment have the run go on once.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const found = await this.needs.look(run);
      await this.#turnstile.enter();
      let wasLong = true;
      try {
        this.#waiting.delete(run);
        if (this.#isOpen) wasLong = await this.#transact(run, found);
      } finally {
        this.#turnstile.leave(wasLong);
      }
      this.#timeouts.cameOn(run);
    } catch (error) {
      this.#waiting.delete(run);
      if (!this.#isOpen) return;
      this.#timeouts.met(run, error);
      this.needs.log.warn({ err: error, run }, 'workflows: a run could not go on; it is tried again');
      setTimeout(() => this.later(run), PAUSE).unref();
    }
  }

  /** Returns true when the transaction took long. */
  async #transact(run: string, found: Found): Promise<boolean> {
    const { store, goOn, giveUp } = this.needs;
    const [isNarrow, isLost] = [this.#timeouts.has(run), this.#timeouts.isLost(run)];
    return store.transact(async (tx) => {
      if (isNarrow) narrow(tx);
      await (isLost ? giveUp(tx, run) : goOn(tx, run, found));
      return isSpent({ tx });
    });
  }
}
