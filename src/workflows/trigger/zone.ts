/** Converts between instants and the wall-clock time of a time zone. All are in milliseconds: a wall-clock time as if it were UTC. */

const HOUR = 3_600_000;
/** More than the wall-clock time of any zone differs from UTC. */
const AROUND = 36 * HOUR;

export class Zone {
  readonly #format: Intl.DateTimeFormat;

  /** @throws RangeError for a name that no time zone has */
  constructor(name: string) {
    const number = '2-digit';
    this.#format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: name, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: number, day: number, hour: number, minute: number, second: number },
    });
  }

  /** Returns how far the wall clock is before UTC at an instant. */
  offset(instant: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
  }

  wall(instant: number): number {
    return instant + this.offset(instant);
  }

  /**
   * Returns the instant of a wall-clock time: the first one of a time that occurs twice, and the first moment after the gap for one
   * that does not exist.
   */
  instant(wall: number): number {
    const before = this.offset(wall - AROUND);
    const after = this.offset(wall + AROUND);
    const early = wall - before;
    if (before === after || this.offset(early) === before) return early;
    const late = wall - after;
    return this.offset(late) === after ? late : this.change(wall - AROUND, wall + AROUND);
  }

  /** Returns the instant between two others at which the clock is set, to the second. */
  change(from: number, to: number): number {
    const before = this.offset(from);
    let [same, changed] = [Math.floor(from / 1_000), Math.ceil(to / 1_000)];
    while (changed - same > 1) {
      const middle = Math.floor((same + changed) / 2);
      if (this.offset(middle * 1_000) === before) same = middle;
      else changed = middle;
    }
    return changed * 1_000;
  }
}
