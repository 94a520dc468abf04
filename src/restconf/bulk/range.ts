import { badRequest } from '../refusal.js';

/** A range that was asked for (RFC 9110 §14.1.2), within what there is. */
export type Range = { readonly start: number; readonly end: number } | 'unsatisfiable';

/**
 * The one range of a `Range` field; undefined where the field is to be ignored: another unit, several ranges, not
 * well-formed (RFC 9110 §14.2).
 *
 * @param length bytes that there are
 * @returns `end` is not part of the range
 */
export function rangeOf(field: string | undefined, length: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(field?.replace(/\s/g, '') ?? '') ?? [];
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

/** Where the bytes of a partial PUT belong (RFC 9110 §14.4, §14.5). */
export interface ContentRange {
  readonly start: number;
  readonly length: number;
  /** Length of the whole; absent where the sender does not know it yet. */
  readonly total?: number;
}

/** @throws Refusal 400 where the field is not `bytes FIRST-LAST/TOTAL`, with `*` for a total that is not known */
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
