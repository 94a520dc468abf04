/** Fires the triggers with a schedule when their times come. */
import type { Logger } from 'pino';
import { configuredEntry } from '../../server/index.js';
import { Timers, type Tx } from '../../store/index.js';
import { eventOfTime } from './event.js';
import { fireOrMiss } from './firing.js';
import { miss } from './missed.js';
import type { FiringNeeds } from './needs.js';
import { TRIGGER } from './record.js';
import { scheduleIfAny } from './schedule.js';

/** Number of triggers that are read at a time. */
const PAGE = 100;
/** Milliseconds until the clock is read again: it may be set, and stands still while a machine sleeps. */
const LONGEST = 30_000;
/** Milliseconds until work that failed is tried again. */
const PAUSE = 1_000;

export class Schedules {
  readonly #timers: Timers;
  #isOpen = false;
  #firing: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: FiringNeeds,
    private readonly log: Logger,
  ) {
    this.#timers = new Timers(needs.now, () => this.#fire(), LONGEST);
  }

  /** Begins to fire, those first whose times have come. */
  async start(): Promise<void> {
    this.#isOpen = true;
    this.#timers.open();
    await this.look();
  }

  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#timers.close();
    await this.#firing;
  }

  /** Reads again when the next time comes. */
  async look(): Promise<void> {
    const next = await this.needs.rows.nextDue();
    if (next !== undefined) this.#timers.at(next);
  }

  #fire(): void {
    if (!this.#isOpen) return;
    this.#firing = this.#firing
      .then(() => this.#fireAll())
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'workflows: schedules could not be read; it is tried again');
        return this.needs.now() + PAUSE;
      })
      .then((next) => {
        if (next !== undefined) this.#timers.at(next);
      });
  }

  /** Fires all whose time has come. Returns when the next time comes; undefined while everything autonomous is stopped. */
  async #fireAll(): Promise<number | undefined> {
    const { rows, halted, now } = this.needs;
    const failed = new Set<string>();
    for (;;) {
      if (!this.#isOpen || halted()) return undefined;
      const due = (await rows.due(now(), PAGE + failed.size)).filter((name) => !failed.has(name));
      for (const name of due) if (!(await this.#tryOne(name))) failed.add(name);
      if (due.length === 0) return failed.size > 0 ? now() + PAUSE : rows.nextDue();
    }
  }

  /** Returns false for a trigger whose fault must not keep the others from firing. */
  async #tryOne(name: string): Promise<boolean> {
    if (!this.#isOpen || this.needs.halted()) return true;
    try {
      await this.needs.store.transact((tx) => this.#take(tx, name));
      return true;
    } catch (error) {
      this.log.warn({ err: error, trigger: name }, 'workflows: a trigger could not fire; it is tried again');
      return false;
    }
  }

  /** Takes the next time of a trigger: fires, or counts the times that are over by more than `catch-up`. */
  async #take(tx: Tx, name: string): Promise<void> {
    const { needs } = this;
    const row = await needs.rows.get(name, tx);
    const trigger = configuredEntry(needs.running.tree, TRIGGER, name);
    const now = needs.now();
    if (row?.next === undefined || row.next > now) return;
    // A commit that changes the trigger is stored, and comes into force right after.
    if (!trigger?.schedule) return needs.rows.setNext(tx, name, undefined);
    const at = new Date(row.next).toISOString();
    const schedule = scheduleIfAny(trigger.schedule);
    if (!schedule) {
      await needs.rows.setNext(tx, name, undefined);
      return miss(needs, tx, row, {
        reason: 'its schedule cannot be read any more; commit it anew',
        from: at,
        number: 1,
      });
    }
    const latest = now - trigger.schedule['catch-up'] * 1_000;
    if (row.next < latest) {
      const { number, next } = schedule.overdue(row.next, latest);
      await needs.rows.setNext(tx, name, next);
      return miss(needs, tx, row, { reason: 'its time was over by more than catch-up', from: at, number });
    }
    await needs.rows.setNext(tx, name, schedule.after(row.next));
    await fireOrMiss(needs, tx, trigger, row, { event: eventOfTime(row.next), at, depth: 1 });
  }
}
