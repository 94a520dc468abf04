/** The times of a schedule. */
import { Cron } from 'croner';
import { Zone } from './zone.js';

/** A fault of a schedule, described for its author. */
export class ScheduleFault extends Error {
  constructor(
    /** The leaf at fault. */
    readonly leaf: 'cron' | 'time-zone',
    message: string,
  ) {
    super(message);
    this.name = 'ScheduleFault';
  }
}

/** Times that are over: their number, as far as they are counted, and the first time after them. */
export interface Overdue {
  readonly number: number;
  readonly next: number | undefined;
}

/** Number of times that are counted at most. */
const MOST_COUNTED = 1_000;

const FORM = 'five fields (minute hour day month weekday), or six with the second first, for example "30 2 * * 1-5"';

/**
 * Times are in milliseconds since 1970. The library finds wall-clock times only: where the clock is set, it treats lists of hours or
 * minutes in another way than single ones.
 */
export class Schedule {
  readonly #zone: Zone;
  readonly #cron: Cron;
  /** True when the field of the hour is `*`. */
  readonly #isHourly: boolean;

  /** @throws ScheduleFault */
  constructor(terms: { readonly cron: string; readonly 'time-zone': string }) {
    this.#zone = zoneOf(terms['time-zone']);
    this.#cron = cronOf(terms.cron);
    this.#isHourly = fieldsOf(terms.cron).at(-4) === '*';
  }

  /** Returns the first time after another; undefined when there is none. */
  after(time: number): number | undefined {
    return this.#isHourly ? this.#hourAfter(time) : this.#dayAfter(time);
  }

  /** Goes by the times of the wall clock, each once. */
  #dayAfter(time: number): number | undefined {
    let wall = this.#wallAfter(this.#zone.wall(time));
    while (wall !== undefined) {
      const instant = this.#zone.instant(wall);
      if (instant > time) return instant;
      // The clock was set back, and shows a time that was there before.
      wall = this.#wallAfter(wall);
    }
    return undefined;
  }

  /** Goes by the hours that pass. */
  #hourAfter(time: number): number | undefined {
    for (let [from, offset] = [time, this.#zone.offset(time)]; ; ) {
      const wall = this.#wallAfter(from + offset);
      if (wall === undefined || this.#zone.offset(wall - offset) === offset) return wall && wall - offset;
      const change = this.#zone.change(from, wall - offset);
      offset = this.#zone.offset(change);
      from = change - 1_000;
    }
  }

  #wallAfter(wall: number): number | undefined {
    return this.#cron.nextRun(new Date(wall))?.getTime();
  }

  /** Counts the times from `first` on that are before `until`. @param first a time of the schedule */
  overdue(first: number, until: number): Overdue {
    let next: number | undefined = first;
    for (let number = 0; number < MOST_COUNTED; number++) {
      if (next === undefined || next >= until) return { number, next };
      next = this.after(next);
    }
    return { number: MOST_COUNTED, next: this.after(until - 1) };
  }
}

const known = new Map<string, Schedule>();
const MOST_KNOWN = 10_000;

/** Returns a schedule, which is made once for the same terms. @throws ScheduleFault */
export function scheduleOf(terms: { readonly cron: string; readonly 'time-zone': string }): Schedule {
  const key = `${terms['time-zone']} ${terms.cron}`;
  const before = known.get(key);
  if (before) return before;
  const schedule = new Schedule(terms);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, schedule);
  return schedule;
}

/** Returns a schedule; undefined for terms that were taken once and are none now, such as a time zone that is no more. */
export function scheduleIfAny(terms: { readonly cron: string; readonly 'time-zone': string }): Schedule | undefined {
  try {
    return scheduleOf(terms);
  } catch (error) {
    if (error instanceof ScheduleFault) return undefined;
    throw error;
  }
}

function zoneOf(name: string): Zone {
  try {
    // Offsets such as +01:00, which newer engines take, know no summer time and no name.
    if (/^[A-Za-z]/.test(name)) return new Zone(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const message = `there is no time zone "${name}"; give a name of the IANA time zone database, for example Europe/Berlin or UTC`;
  throw new ScheduleFault('time-zone', message);
}

function fieldsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function cronOf(text: string): Cron {
  const fields = fieldsOf(text).length;
  if (fields !== 5 && fields !== 6) throw new ScheduleFault('cron', `"${text}" has ${fields} fields; expected ${FORM}`);
  let cron: Cron;
  try {
    cron = new Cron(text, { timezone: 'UTC', paused: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error.message.replace(/^CronPattern: /, '');
    throw new ScheduleFault('cron', `"${text}" is no schedule: ${why}; expected ${FORM}`);
  }
  if (cron.nextRun(new Date(0)) === null) throw new ScheduleFault('cron', `"${text}" never comes, such as 30 February`);
  return cron;
}
