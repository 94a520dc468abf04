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
  if (seconds < 1) return 'now';
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

/** Returns the local time of day of a time (RFC 3339): `14:03:07`. */
export function timeOfDay(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 8);
}
