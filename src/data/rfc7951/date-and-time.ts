/** Milliseconds since 1970 as yang:date-and-time. */
export function dateAndTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
