import type { Logger } from 'pino';
import { retryAfterOf } from '../../access/index.js';
import { type ErrorTag, RpcError } from '../../data/index.js';
import { isNotStored, storeRefusal, TOO_MANY_BYTES } from '../../server/index.js';
import { type Encoding, encodeErrorsJson, encodeErrorsXml, MEDIA_TYPE, statusOf } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';
import { Refusal } from '../refusal.js';
import { type Answer, METHODS } from '../resources/exchange.js';

const UNKNOWN_METHOD = {
  status: 405,
  tag: 'operation-not-supported',
  message: `the method is none of ${METHODS.join(', ')}`,
} as const;

/** Errors of the HTTP framework by code. */
const FRAMEWORK: Readonly<
  Record<string, { readonly status: number; readonly tag: ErrorTag; readonly message: string }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    tag: 'too-big',
    message: 'the message-body is larger than this server takes',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    tag: 'invalid-value',
    message: 'the Content-Type is not a media type',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    tag: 'malformed-message',
    message: 'the message-body is not as long as Content-Length says',
  },
  // Raised before a route is found: an unknown method; over HTTP/2 also a known one in another case.
  FST_ERR_NOT_FOUND: UNKNOWN_METHOD,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: UNKNOWN_METHOD,
  Z_DATA_ERROR: { status: 400, tag: 'malformed-message', message: 'the message-body is no well-formed gzip' },
  Z_BUF_ERROR: { status: 400, tag: 'malformed-message', message: 'the gzip of the message-body ends too early' },
};

/**
 * Returns the answer to a failed request: an `ietf-restconf:errors` document (RFC 8040 §7.1). An unknown error is logged, and
 * answered as operation-failed without details.
 */
export function failureAnswer(thrown: unknown, encoding: Encoding, schema: Schema, log: Logger): Answer {
  const { status, error, headers } = failureOf(thrown, log);
  const body =
    encoding === 'json'
      ? encodeErrorsJson(error)
      : encodeErrorsXml(error, (module) => schema.modules.get(module)?.namespace);
  return { status, headers: { 'content-type': MEDIA_TYPE[encoding], 'cache-control': 'no-store', ...headers }, body };
}

interface Failure {
  readonly status: number;
  readonly error: RpcError;
  readonly headers?: Readonly<Record<string, string>>;
}

function failureOf(thrown: unknown, log: Logger): Failure {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof RpcError) {
    const retryAfter = retryAfterOf(thrown);
    if (retryAfter !== undefined) {
      // The node is short of memory, or the client asks too often (RFC 6585 §4).
      const status = thrown.appTag === TOO_MANY_BYTES ? 503 : 429;
      return { status, error: thrown, headers: { 'retry-after': retryAfter } };
    }
    return { status: statusOf(thrown, isNotStored(thrown) ? 503 : undefined), error: thrown };
  }
  const full = storeRefusal(thrown);
  if (full) return { status: 503, error: full };
  const code = codeOf(thrown);
  const known = code !== undefined && Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined;
  if (known) {
    const failure = { status: known.status, error: protocolError(known.tag, known.message) };
    return known.status === 405 ? { ...failure, headers: { allow: METHODS.join(', ') } } : failure;
  }
  // The client has gone while its request was read.
  const isGone = thrown instanceof DOMException && thrown.name === 'AbortError';
  if (isGone || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return { status: 400, error: protocolError('malformed-message', 'the request ended before its message-body') };
  }
  log.error({ err: thrown }, 'a request failed unexpectedly');
  return { status: 500, error: protocolError('operation-failed', 'internal error; the server has logged it') };
}

function protocolError(tag: ErrorTag, message: string): RpcError {
  return new RpcError({ type: 'protocol', tag, message });
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
