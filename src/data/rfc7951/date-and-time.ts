/** Converts milliseconds since 1970 to yang:date-and-time. */
export function dateAndTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
