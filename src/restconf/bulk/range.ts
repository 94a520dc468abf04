import { badRequest } from '../refusal.js';

/** A requested range (RFC 9110 §14.1.2), limited to the present bytes. */
export type Range = { readonly start: number; readonly end: number } | 'unsatisfiable';

/** A last position that is too large for any data, by which a client asks for what is still to come (RFC 8673 §2.2). */
const VERY_LARGE = 999_999_999_999;

/**
 * Returns the range of a `Range` field that asks for all bytes of growing data from `start` on, those to come included.
 *
 * @param length number of present bytes
 * @returns start, and the last position as the client wrote it; undefined for other ranges
 */
export function liveRangeOf(
  field: string | undefined,
  length: number,
): { readonly start: number; readonly last: string } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{12,16})$/i.exec(field?.replace(/\s/g, '') ?? '') ?? [];
  if (last === '' || Number(last) < VERY_LARGE || Number(first) > length) return undefined;
  return { start: Number(first), last };
}

/**
 * Returns the range of a `Range` field; undefined when the field must be ignored: another unit, several ranges, or malformed
 * (RFC 9110 §14.2).
 *
 * @param length number of present bytes
 * @returns the range; `end` is exclusive
 */
export function rangeOf(field: string | undefined, length: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,16})$/i.exec(field?.replace(/\s/g, '') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const wanted = Math.min(Number(last), length);
    return wanted === 0 ? 'unsatisfiable' : { start: length - wanted, end: length };
  }
  const start = Number(first);
  const end = last === '' ? length : Number(last) + 1;
  if (end <= start && last !== '') return undefined;
  return start >= length ? 'unsatisfiable' : { start, end: Math.min(end, length) };
}

/** The position of the bytes of a partial PUT (RFC 9110 §14.4, §14.5). */
export interface ContentRange {
  readonly start: number;
  readonly length: number;
  /** Length of the whole data; absent while the sender does not know it. */
  readonly total?: number;
}

/** Parses `bytes FIRST-LAST/TOTAL`, with `*` for an unknown total. @throws Refusal 400 when malformed */
export function contentRangeOf(field: string | undefined): ContentRange | undefined {
  if (field === undefined) return undefined;
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\*|\d{1,15})$/i.exec(field.trim());
  const [start, last] = [Number(match?.[1]), Number(match?.[2])];
  const total = match?.[3] === '*' ? undefined : Number(match?.[3]);
  if (!match || last < start || (total !== undefined && last >= total)) {
    throw badRequest(`Content-Range is "${field}"; expected "bytes FIRST-LAST/TOTAL" or "bytes FIRST-LAST/*"`);
  }
  return { start, length: last - start + 1, total };
}
