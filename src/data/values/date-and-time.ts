/** The check of dates and times (RFC 6991 §3, RFC 3339 §5.6), whose pattern allows impossible ones. */
import { quoted, ValueFault } from './fault.js';

/** Year, month, day, hour, minute, second, and hour and minute of the zone. */
const PARTS = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|[+-](\d{2}):(\d{2}))$/;

/**
 * Returns the fault of a text of the right form that is no point in time: month 13, 30 February, hour 24. A leap second
 * is refused too: POSIX time, which the node uses, has none.
 */
export function dateAndTimeFault(text: string): ValueFault | undefined {
  const [, ...parts] = PARTS.exec(text) ?? [];
  if (parts.length === 0) return impossible(text, 'it must look like 2025-03-01T12:00:00Z (RFC 3339)');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts.map(
    (digits = '0') => Number(digits),
  );
  if (month < 1 || month > 12) return impossible(text, 'a year has the months 01 to 12');
  const days = daysOf(year, month);
  if (day < 1 || day > days) return impossible(text, `that month has the days 01 to ${days}`);
  if (hour > 23 || minute > 59) return impossible(text, 'a day goes from 00:00 to 23:59');
  if (second === 60) return impossible(text, 'leap seconds are not kept; give the second before or after');
  if (second > 59) return impossible(text, 'a minute has the seconds 00 to 59');
  if (zoneHour > 23 || zoneMinute > 59) return impossible(text, 'the zone goes from -23:59 to +23:59');
  return undefined;
}

const THIRTY = [4, 6, 9, 11];

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return THIRTY.includes(month) ? 30 : 31;
}

function impossible(text: string, why: string): ValueFault {
  return new ValueFault(`${quoted(text)} is no date and time: ${why}`);
}
