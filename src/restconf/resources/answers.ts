import { type Encoding, MEDIA_TYPE } from '../../wire/index.js';
import type { Answer, LongText } from './exchange.js';

/** Answers must not be cached: data and state change, and are for one caller (RFC 8040 §5.5). */
const CACHE_CONTROL = 'no-store';

/** Returns an answer with status 200, or another one, and a document in the encoding of the answer. */
export function document(
  encoding: Encoding,
  body: string | LongText,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Answer {
  return {
    status,
    headers: {
      'content-type': MEDIA_TYPE[encoding],
      'cache-control': CACHE_CONTROL,
      vary: 'accept, accept-encoding',
      ...headers,
    },
    body,
  };
}

/** Returns an answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'cache-control': CACHE_CONTROL, ...headers } };
}
