import { type Encoding, MEDIA_TYPE } from '../../wire/index.js';
import type { Answer, LongText } from './exchange.js';

/** Nothing is kept on the way: data and state change, and are for one caller (RFC 8040 §5.5). */
const CACHE_CONTROL = 'no-store';

/** 200, or another status, with a document in the encoding of the answer. */
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

/** An answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'cache-control': CACHE_CONTROL, ...headers } };
}
