/** Change windows: times of the week in which a loop may execute, with a fixed offset from UTC or in a time zone. */

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WINDOW = /^(daily|[a-z]{3}(?:-[a-z]{3})?) (\d\d):(\d\d)-(\d\d):(\d\d)(Z|[+-]\d\d:\d\d| \S+)$/;
const DAY_MINUTES = 24 * 60;

/** Minute of the day and day of the week in a time zone. */
interface LocalTime {
  readonly minute: number;
  /** 0 is Sunday. */
  readonly day: number;
}

/**
 * True when a window such as `daily 22:00-05:00Z`, `mon-fri 01:00-03:00+02:00` or `sun 02:00-04:00 Europe/Berlin` is open. A
 * window past midnight belongs to the day on which it opens. In a time zone, hours that the clock change skips do not occur, and
 * hours that it repeats occur twice.
 */
export function isOpen(window: string, now: Date): boolean {
  const [, days = '', fromHour, fromMinute, toHour, toMinute, zone = ''] = WINDOW.exec(window) ?? [];
  const local = localTime(zone, now);
  if (!local) return false;
  const { minute, day } = local;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  if (from < to) return minute >= from && minute < to && onDay(days, day);
  return (minute >= from && onDay(days, day)) || (minute < to % DAY_MINUTES && onDay(days, (day + 6) % 7));
}

/** Returns the time zone of a window if it is unknown here. */
export function unknownZone(window: string): string | undefined {
  const zone = WINDOW.exec(window)?.[6] ?? '';
  return zone.startsWith(' ') && !clockOf(zone.slice(1)) ? zone.slice(1) : undefined;
}

/** Returns the local time in a zone; undefined for an unknown zone. */
function localTime(zone: string, now: Date): LocalTime | undefined {
  if (zone.startsWith(' ')) return timeAt(zone.slice(1), now);
  if (zone === '') return undefined;
  const local = new Date(now.getTime() + offsetMinutes(zone) * 60_000);
  return { minute: local.getUTCHours() * 60 + local.getUTCMinutes(), day: local.getUTCDay() };
}

function timeAt(place: string, now: Date): LocalTime | undefined {
  const parts = clockOf(place)?.formatToParts(now);
  if (!parts) return undefined;
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    minute: Number(part('hour')) * 60 + Number(part('minute')),
    day: DAYS.indexOf(part('weekday').toLowerCase()),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a time zone; undefined for an unknown name. Cached, because creating one is slow. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = clocks.get(timeZone);
  if (known) return known;
  try {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
    clocks.set(timeZone, clock);
    return clock;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function offsetMinutes(zone: string): number {
  if (zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6)));
}

function onDay(days: string, day: number): boolean {
  if (days === 'daily') return true;
  const [first = '', last = first] = days.split('-');
  const from = DAYS.indexOf(first);
  const length = (DAYS.indexOf(last) - from + 7) % 7;
  return (day - from + 7) % 7 <= length;
}
