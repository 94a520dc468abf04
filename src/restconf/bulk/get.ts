import type { BulkDescription } from '../../server/index.js';
import { notFound } from '../refusal.js';
import { digestField } from './digest-field.js';
import type { BulkAnswer, BulkExchange } from './exchange.js';
import { liveRangeOf, rangeOf } from './range.js';

/**
 * Answers GET and HEAD. Data that is still arriving is followed to its end, unless the client requests a range of the present
 * bytes. A range with a very large last position is followed too (RFC 8673).
 */
export async function getData(exchange: BulkExchange): Promise<BulkAnswer> {
  const { data, caller, id, headers, method } = exchange;
  const found = await data.describe(caller, id);
  if (!found) throw notFound(`there is no data "${id}"`);
  const fields = fieldsOf(found);
  if (isKnown(headers['if-none-match'], found)) return { status: 304, headers: fields };
  const live = found.complete ? undefined : liveRangeOf(headers.range, found.length);
  if (live) {
    const { start, last } = live;
    const all = { ...fields, 'content-range': `bytes ${start}-${last}/*` };
    return { status: 206, headers: all, ...(method === 'HEAD' ? {} : { body: data.read(caller, id, { start }) }) };
  }
  const range = sameAs(headers['if-range'], found) ? rangeOf(headers.range, found.length) : undefined;
  const total = found.complete ? String(found.length) : '*';
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...fields, 'content-range': `bytes */${found.length}` } };
  }
  const { start, end } = range ?? { start: 0, end: found.complete ? found.length : undefined };
  const all = {
    ...fields,
    ...(end !== undefined && { 'content-length': String(end - start) }),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end - 1}/${total}` }),
  };
  const status = range ? 206 : 200;
  return method === 'HEAD'
    ? { status, headers: all }
    : { status, headers: all, body: data.read(caller, id, { start, end }) };
}

/** Returns the header fields of data. `Upload-Offset` and `Upload-Complete` tell a sender where to continue. */
export function fieldsOf(found: BulkDescription): Record<string, string> {
  const { mediaType, length, complete, sha256, lastModified } = found;
  const etag = etagOf(found);
  return {
    'content-type': mediaType,
    'accept-ranges': 'bytes',
    'last-modified': lastModified.toUTCString(),
    'cache-control': 'no-store',
    // Data of users must not be interpreted as a page of this server.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'upload-offset': String(length),
    'upload-complete': complete ? '?1' : '?0',
    ...(etag !== undefined && { etag: `"${etag}"` }),
    ...(sha256 && { 'repr-digest': digestField(sha256) }),
  };
}

/** Returns the entity-tag of complete data; undefined before. */
export function etagOf({ sha256 }: BulkDescription): string | undefined {
  return sha256 && Buffer.from(sha256).toString('base64url').slice(0, 22);
}

function isKnown(field: string | undefined, found: BulkDescription): boolean {
  const etag = etagOf(found);
  return etag !== undefined && field !== undefined && (field.trim() === '*' || field.includes(`"${etag}"`));
}

/** True when a range may be answered, because the data are those that the client has seen (RFC 9110 §13.1.5). */
function sameAs(field: string | string[] | undefined, found: BulkDescription): boolean {
  return field === undefined || field === `"${etagOf(found)}"`;
}
