/** Event times: RFC 3339 text outside; inside microseconds since 1970, which compare and index as numbers. */
import { EventLogError } from './errors.js';

const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Converts a yang:date-and-time (RFC 6991 §3) to microseconds. Raises `EventLogError` `invalid-time`. Ignores digits after
 * the sixth.
 */
export function parseTime(text: string): number {
  const [, seconds, fraction = '', zone] = DATE_AND_TIME.exec(text) ?? [];
  const milliseconds = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(milliseconds) || !isOnTheCalendar(text)) {
    throw new EventLogError(
      'invalid-time',
      `'${text}' is no date and time; it must look like 2025-03-01T12:00:00Z (RFC 3339)`,
    );
  }
  return milliseconds * 1_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** False for a 30 February and for 24:00, which `Date.parse` converts to a later day. */
function isOnTheCalendar(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate();
  return day === Number(text.slice(8, 10)) && text.slice(11, 13) !== '24';
}

export function formatTime(microseconds: number): string {
  const below = ((microseconds % 1_000) + 1_000) % 1_000;
  const text = new Date((microseconds - below) / 1_000).toISOString();
  return below === 0 ? text : text.replace('Z', `${String(below).padStart(3, '0')}Z`);
}

export function now(): number {
  return Date.now() * 1_000;
}
