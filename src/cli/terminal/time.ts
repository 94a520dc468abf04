const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** Returns how long ago a time (RFC 3339) was, in its largest unit: `3 min ago`. */
export function ago(time: string | undefined, now: number = Date.now()): string {
  if (time === undefined) return '';
  const seconds = Math.round((now - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return time;
  return seconds < 1 ? 'now' : `${largest(seconds)} ago`;
}

/** Returns in how long a time (RFC 3339) is, in its largest unit: `in 3 h`. */
export function ahead(time: string | undefined, now: number = Date.now()): string {
  if (time === undefined) return '';
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return time;
  return seconds < 1 ? 'now' : `in ${largest(seconds)}`;
}

/** Returns a number of seconds, at least 1, in its largest unit. */
function largest(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}

/** Returns a length of time in its two largest units: `0.4 s`, `12 s`, `3 min 5 s`. @param milliseconds 0 or more */
export function span(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
  let left = Math.round(milliseconds / 1000);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const number = Math.floor(left / size);
    left -= number * size;
    if (number > 0) parts.push(`${number} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}

/** Returns the local time of day of a time (RFC 3339): `14:03:07`. */
export function timeOfDay(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 8);
}

/** Returns the local time of a time (RFC 3339), with its date unless that is today: `14:03:07`, `2026-11-28 14:03:07`. */
export function moment(time: string, now: number = Date.now()): string {
  const day = dayOf(time);
  return day === dayOf(new Date(now)) || day === time ? timeOfDay(time) : `${day} ${timeOfDay(time)}`;
}

/** Returns the local date of a time (RFC 3339): `2026-11-27`. */
export function dayOf(time: string | Date): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
