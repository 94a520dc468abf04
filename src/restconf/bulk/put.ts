import { RpcError } from '../../data/index.js';
import { isMediaType } from '../../data/media-type.js';
import type { BulkDescription, BulkWrite } from '../../server/index.js';
import { badRequest, preconditionFailed, Refusal } from '../refusal.js';
import { digestOfField } from './digest-field.js';
import type { BulkAnswer, BulkExchange } from './exchange.js';
import { etagOf, fieldsOf } from './get.js';
import { type ContentRange, contentRangeOf } from './range.js';

/**
 * Answers PUT of the whole data or, with `Content-Range`, of a part. A part is the last when it reaches the total, or with
 * `Upload-Complete: ?1`; after `Upload-Complete: ?0` more parts follow.
 */
export async function putData(exchange: BulkExchange): Promise<BulkAnswer> {
  const { data, caller, id, path, headers, body } = exchange;
  const range = contentRangeOf(one(headers['content-range']));
  const length = range?.length ?? lengthOf(headers['content-length']);
  const last = isLast(one(headers['upload-complete']), range);
  const end = range ? range.start + range.length : length;
  const request: BulkWrite = {
    id,
    mediaType: mediaTypeOf(headers['content-type']),
    offset: range?.start,
    last,
    expected: { length: range?.total ?? (last ? end : undefined), digest: digestOfField(one(headers['repr-digest'])) },
    require: (present) => requireConditions(headers['if-match'], headers['if-none-match'], present),
    bytes: length === undefined ? body : exactly(body, length),
  };
  const { created, now } = await data.write(caller, request).catch((error: unknown) => misplaced(exchange, error));
  const { 'upload-offset': offset = '', 'upload-complete': complete = '', etag } = fieldsOf(now);
  return {
    status: created ? 201 : 204,
    headers: {
      ...(created && { location: path }),
      ...(etag !== undefined && { etag }),
      'upload-offset': offset,
      'upload-complete': complete,
    },
  };
}

/** Refuses a part at a wrong offset; the answer gives the right one. */
async function misplaced({ data, caller, id }: BulkExchange, error: unknown): Promise<never> {
  if (!(error instanceof RpcError) || error.appTag !== 'offset') throw error;
  const present = await data.describe(caller, id);
  throw new Refusal(409, error, present && { 'upload-offset': String(present.length) });
}

function isLast(uploadComplete: string | undefined, range: ContentRange | undefined): boolean {
  const reachesTotal = range?.total !== undefined && range.start + range.length === range.total;
  if (uploadComplete === undefined) return range === undefined || reachesTotal;
  if (uploadComplete !== '?0' && uploadComplete !== '?1') {
    throw badRequest(
      `Upload-Complete is "${uploadComplete}"; expected ?1 when this is the last part, ?0 when it is not`,
    );
  }
  return uploadComplete === '?1';
}

/** Yields exactly the announced number of bytes. A shorter part is an interrupted upload. */
async function* exactly(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw badRequest(`the message-body is longer than the ${length} bytes that were announced`);
    yield chunk;
  }
  if (left > 0) throw badRequest(`the message-body ended ${left} bytes before the ${length} that were announced`);
}

function requireConditions(
  match: string | undefined,
  noneMatch: string | undefined,
  present: BulkDescription | undefined,
): void {
  if (noneMatch?.trim() === '*' && present) throw preconditionFailed('If-None-Match is "*" and the data exists');
  if (match === undefined) return;
  const etag = present && etagOf(present);
  if (match.trim() === '*' ? !present : etag === undefined || !match.includes(`"${etag}"`)) {
    throw preconditionFailed(
      `If-Match is ${match}; ${etag === undefined ? 'the data has no entity-tag' : `the entity-tag is now "${etag}"`}`,
    );
  }
}

function mediaTypeOf(field: string | undefined): string | undefined {
  if (field !== undefined && !isMediaType(field)) throw badRequest(`Content-Type "${field}" is not a media type`);
  return field;
}

function lengthOf(field: string | undefined): number | undefined {
  return field === undefined ? undefined : Number(field);
}

function one(field: string | string[] | undefined): string | undefined {
  return Array.isArray(field) ? field.join(', ') : field;
}
