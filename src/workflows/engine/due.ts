/** Does what is due: steps whose time has come, and runs whose deadline is over. */
import type { Logger } from 'pino';
import { type Store, Timers, type Tx } from '../../store/index.js';
import { cancelRun, DEADLINE } from '../course/cancel.js';
import { narrow } from '../course/clock.js';
import { giveUp } from '../course/give-up.js';
import { type OverdueNeeds, overdueStep } from '../course/overdue.js';
import type { StepRecord } from '../run/record.js';
import type { RunRows } from '../run/rows.js';
import { PAUSE } from './pump.js';
import { isTimeout, Timeouts, TOO_LONG } from './timeouts.js';
import type { Work } from './work.js';

export interface DueNeeds {
  readonly store: Pick<Store, 'transact'>;
  readonly rows: RunRows;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly in: (tx: Tx) => Work;
  readonly course: (work: Work) => OverdueNeeds;
  readonly log: Logger;
}

/** The node itself, as the one that causes what happens by itself. */
const NODE = 'node';
/** Number of steps that one transaction handles whose time has come. */
const MOST = 100;
/** Milliseconds after which a transaction handles no further ones, so that others get their turn. */
const LONG = 500;

/** A run whose deadline is over, or one of its steps whose time has come. */
interface Due {
  readonly run: string;
  readonly step?: StepRecord;
}

export class DueWork {
  readonly #timers: Timers;
  readonly #timeouts = new Timeouts();
  /** True after a transaction that took too long: the next ones do one thing each, until nothing is due. */
  #isNarrow = false;
  #isOpen = false;
  #firing: Promise<void> | undefined;

  constructor(private readonly needs: DueNeeds) {
    this.#timers = new Timers(needs.now, () => this.#fire());
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    const due = await this.needs.rows.nextDue();
    if (due !== undefined) this.#timers.at(due);
    this.#timers.open();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#timers.close();
    await this.#firing;
  }

  /** Something is due at this time, in milliseconds since 1970. */
  at(due: number): void {
    this.#timers.at(due);
  }

  /** Handles what is due, one time after the other. */
  #fire(): void {
    if (!this.#isOpen) return;
    const before = this.#firing ?? Promise.resolve();
    this.#firing = before
      .then(() => this.#fireAll())
      .catch((error: unknown) => {
        this.needs.log.warn({ err: error }, 'workflows: what was due could not be done; it is tried again');
        return this.needs.now() + PAUSE;
      })
      .then((next) => {
        if (next !== undefined) this.#timers.at(next);
      });
  }

  /** Handles all that is due. Returns when the next thing is. */
  async #fireAll(): Promise<number | undefined> {
    while (await this.#firePage()) if (!this.#isOpen) break;
    return this.needs.rows.nextDue();
  }

  /** Handles what is due in one transaction. Returns true when there may be more. */
  async #firePage(): Promise<boolean> {
    const isNarrow = this.#isNarrow;
    let run = '';
    try {
      const isMore = await this.needs.store.transact((tx) => this.#page(tx, isNarrow, (at) => (run = at)));
      this.#timeouts.cameOn(run);
      if (!isMore) this.#isNarrow = false;
      return isMore;
    } catch (error) {
      // Which of many took the time is not known.
      if (isNarrow) this.#timeouts.met(run, error);
      this.#isNarrow ||= isTimeout(error);
      throw error;
    }
  }

  /** @param at told each run before its turn */
  async #page(tx: Tx, isNarrow: boolean, at: (run: string) => void): Promise<boolean> {
    const most = isNarrow ? 1 : MOST;
    if (isNarrow) narrow(tx);
    const { runs, steps } = await this.needs.rows.due(tx, this.needs.now(), most);
    const acts: readonly Due[] = [...runs.map((run) => ({ run })), ...steps.map((step) => ({ run: step.run, step }))];
    const begin = performance.now();
    for (const [index, due] of acts.entries()) {
      if (index > 0 && (isNarrow || performance.now() - begin > LONG)) return true;
      at(due.run);
      await this.#act(tx, due);
    }
    return runs.length === most || steps.length === most;
  }

  async #act(tx: Tx, { run, step: given }: Due): Promise<void> {
    const work = this.needs.in(tx);
    const isLost = this.#timeouts.isLost(run);
    await work.on(run, NODE, async (turn) => {
      const step = given && (await turn.step(given.node, given.item));
      const isDue = step?.due !== undefined && step.due <= turn.now;
      if (isLost) {
        giveUp(turn, TOO_LONG);
        if (isDue) await turn.change(step, { due: undefined });
      } else if (!given) await cancelRun(turn, DEADLINE);
      else if (isDue) await overdueStep(turn, this.needs.course(work), step);
    });
  }
}
