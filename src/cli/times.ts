/** Times in options: a date and time, or a length of time from now. */
import { InvalidArgumentError } from 'commander';

/** Milliseconds of the units of a length of time. */
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const LENGTH = /^(\d{1,9})([smhd])$/;
/** RFC 3339 §5.6, with the zone, since the node may be in another one than the user. */
const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
/** The last millisecond of the year 9999. */
const GREATEST = 253_402_300_799_999;

const REMEDY = {
  past: 'It must be a date and time, e.g. 2027-01-31T22:00:00Z, or how long ago, e.g. 30s, 15m, 2h or 1d.',
  future: 'It must be a date and time, e.g. 2027-01-31T22:00:00Z, or a time from now, e.g. 30s, 15m, 2h or 1d.',
} as const;

/** Parses the time of something that was: `2h` is two hours ago. @returns RFC 3339, in UTC */
export function parsePast(text: string): string {
  return timeIn(text, 'past', Date.now());
}

/** Parses the time of something that will be: `2h` is in two hours. @returns RFC 3339, in UTC */
export function parseFuture(text: string): string {
  return timeIn(text, 'future', Date.now());
}

/**
 * Returns the time that a text means.
 * @param now milliseconds since 1970
 * @throws InvalidArgumentError with both forms, when the text has neither
 */
export function timeIn(text: string, direction: keyof typeof REMEDY, now: number): string {
  const time = fromNow(text, direction === 'past' ? -1 : 1, now) ?? dateAndTime(text);
  if (time !== undefined && time >= 0 && time <= GREATEST) return new Date(time).toISOString();
  throw new InvalidArgumentError(REMEDY[direction]);
}

/** Parses a length of time: `2h`. @returns seconds @throws InvalidArgumentError */
export function parseLength(text: string): number {
  const length = fromNow(text, 1, 0);
  if (length !== undefined) return length / 1_000;
  throw new InvalidArgumentError('It must be a length of time, e.g. 30s, 15m, 2h or 1d.');
}

function fromNow(text: string, sign: 1 | -1, now: number): number | undefined {
  const [whole, number, unit = ''] = LENGTH.exec(text) ?? [];
  return whole === undefined ? undefined : now + sign * Number(number) * (UNITS[unit] ?? Number.NaN);
}

function dateAndTime(text: string): number | undefined {
  const [whole, date] = DATE_AND_TIME.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00:00Z`);
  // JavaScript takes the 30th of February for the 2nd of March.
  const isDay = whole !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(`${date}`);
  return isDay ? Date.parse(text.toUpperCase()) : undefined;
}
