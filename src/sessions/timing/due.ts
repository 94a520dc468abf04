/** Does what is due in sessions, one thing after the other in the order of time. Under `stop-all` nothing is due. */
import type { Logger } from 'pino';
import { move } from '../floor/course.js';
import type { Timer } from '../record/timers.js';
import type { SessionServices } from '../services.js';
import { overdue } from '../team/need.js';

/** Timers that are read at once. */
const PAGE = 100;
/** Milliseconds after which a round that failed is tried again. */
const AGAIN = 1_000;
/** Milliseconds by which a timer is put off that could not be done. */
const LATER = 60_000;

export interface DueOptions {
  readonly services: SessionServices;
  readonly isHalted: () => boolean;
  /** Called with the next time at which something is due, in milliseconds since 1970. */
  readonly at: (due: number) => void;
  readonly log: Logger;
}

export class Due {
  #round: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly o: DueOptions) {}

  /** Does all that is due now, and tells when to look again. */
  look(): Promise<void> {
    this.#round ??= this.#work().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#round;
  }

  async #work(): Promise<void> {
    const { services, at, log } = this.o;
    const { timers, clock } = services;
    try {
      for (;;) {
        if (this.#stopped || this.o.isHalted()) return;
        const due = await timers.due(clock(), PAGE);
        for (const timer of due) {
          if (this.#stopped) return;
          await this.#tryToFire(timer);
        }
        if (due.length < PAGE) break;
      }
      const next = await timers.next();
      if (next !== undefined) at(next);
    } catch (error) {
      log.error({ err: error }, 'sessions: what is due could not be done; it is tried again');
      at(clock() + AGAIN);
    }
  }

  /** Puts a timer off that cannot be done, so that the others are. */
  async #tryToFire(timer: Timer): Promise<void> {
    const { services, log } = this.o;
    try {
      await this.#fire(timer);
    } catch (error) {
      log.error({ err: error, session: timer.session }, 'sessions: what is due could not be done; it is put off');
      await services.store.transact(async (tx) => {
        if (!(await services.timers.holds(tx, timer))) return;
        await services.timers.set(tx, { ...timer, due: services.clock() + LATER });
      });
    }
  }

  async #fire(timer: Timer): Promise<void> {
    const { services } = this.o;
    await services.store.transact(async (tx) => {
      if (this.o.isHalted() || !(await services.timers.holds(tx, timer))) return;
      await services.timers.clear(tx, timer.session, timer.kind);
      const session = await services.sessions.get(timer.session, tx);
      if (!session || session.state === 'closed') return;
      if (timer.kind === 'need') await overdue(services, tx, session);
      else await move(services, tx, session, 'timeout', {}, 'timeout');
    });
  }
}
