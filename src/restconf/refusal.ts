import { type AuthenticationMethod, PROOF_ALGORITHMS, type TokenError } from '../access/index.js';
import { type ErrorTag, RpcError, type RpcErrorFields } from '../data/index.js';
import { PRECONDITION_FAILED } from '../server/index.js';

/**
 * The error for a request whose HTTP status is not the default of its error-tag: RFC 8040 §7 gives some tags more than one
 * status (`invalid-value` is 400, 404 or 406).
 */
export class Refusal extends Error {
  readonly status: number;
  readonly error: RpcError;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: RpcError, headers: Readonly<Record<string, string>> = {}) {
    super(error.message);
    this.name = 'Refusal';
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

function refusal(
  status: number,
  tag: ErrorTag,
  message: string,
  more: Partial<RpcErrorFields> = {},
  headers?: Record<string, string>,
): Refusal {
  return new Refusal(status, new RpcError({ type: 'protocol', tag, message, ...more }), headers);
}

/** Returns 400: the request-target, a query parameter or the message-body is invalid. */
export function badRequest(message: string, appTag?: string): Refusal {
  return refusal(400, 'invalid-value', message, { appTag });
}

/** Returns 404: there is no such resource, or the caller may not see it. Both get the same answer. */
export function notFound(message: string, path?: string): Refusal {
  return refusal(404, 'invalid-value', message, { path });
}

/** Returns 405 with the `Allow` header that RFC 9110 §15.5.6 requires. */
export function methodNotAllowed(method: string, resource: string, allow: string): Refusal {
  return refusal(
    405,
    'operation-not-supported',
    `${method} is not allowed on ${resource}; allowed: ${allow}`,
    {},
    { allow },
  );
}

/**
 * Returns 412: an If-Match, If-None-Match or If-Unmodified-Since condition does not hold (RFC 8040 §3.4.1). The app-tag
 * distinguishes it from the 412 of a refused operation: only here a new read and a repetition help.
 */
export function preconditionFailed(message: string): Refusal {
  return refusal(412, 'operation-failed', message, { origin: 'caller', appTag: PRECONDITION_FAILED });
}

/** Returns 421: the request is addressed to a host that is not this node (RFC 9110 §15.5.20). */
export function misdirected(name: string): Refusal {
  const message = `this node is not known as "${name}"; if it is, serve with --allow-host ${name} or with a certificate of that name`;
  return refusal(421, 'invalid-value', message, { type: 'transport' });
}

/** Returns 403: a page of another site caused the request. */
export function crossSite(site: string): Refusal {
  const message = `a page of another site (${site}) may not use this node; if clients reach it by a proxy, serve with --public-url URL`;
  return refusal(403, 'access-denied', message, { type: 'transport' });
}

/** Returns 406: none of the media types in `Accept` is supported (RFC 8040 §5.2). */
export function notAcceptable(message: string): Refusal {
  return refusal(406, 'invalid-value', message);
}

/** Returns 415: the resource does not support the media type of the message-body. */
export function unsupportedMediaType(message: string): Refusal {
  return refusal(415, 'invalid-value', message);
}

/** Returns 413: the message-body is larger than the limit. */
export function tooBig(): Refusal {
  return refusal(413, 'too-big', 'the message-body is larger than this server takes');
}

/** Returns 415 with the supported content coding (RFC 9110 §15.5.16). */
export function unsupportedContentCoding(coding: string, taken?: 'gzip'): Refusal {
  const message = `the message-body has Content-Encoding "${coding}"; expected ${taken === undefined ? 'none' : `${taken} or none`}`;
  return refusal(415, 'invalid-value', message, {}, { 'accept-encoding': taken ?? 'identity' });
}

/** 426 with the versions of WebSocket that are taken (RFC 6455 §4.4). */
export function upgradeRequired(versions: readonly string[]): Refusal {
  const list = versions.join(', ');
  const message = `Sec-WebSocket-Version is missing, or none of ${list}`;
  return refusal(426, 'invalid-value', message, {}, { upgrade: 'websocket', 'sec-websocket-version': list });
}

/** How tokens are taken, for the challenges of a refusal. */
export interface TokenChallenge {
  /** The scheme of the refused token and its error code. Absent: the request had no token. */
  readonly failed?: { readonly scheme: 'bearer' | 'dpop'; readonly error: TokenError };
  /** The nonce for the next DPoP proof. */
  readonly nonce?: string;
}

/**
 * Returns 401 with the challenges of RFC 7617 and, when tokens are accepted, of RFC 6750 and RFC 9449 §7.1.
 *
 * @param token absent: no token is accepted
 */
export function unauthorized(message: string, token?: TokenChallenge): Refusal {
  const challenges = [BASIC, ...(token ? tokenChallenges(token) : [])];
  const headers = { 'www-authenticate': challenges.join(', '), ...nonceField(token?.nonce) };
  return refusal(401, 'access-denied', message, {}, headers);
}

/**
 * Returns 401 with the challenges of the methods of login that an endpoint takes, or 403 when none of them has a challenge of HTTP.
 *
 * @param tokens true when the node takes tokens
 */
export function loginMethodRefused(methods: readonly AuthenticationMethod[], tokens: boolean): Refusal {
  const has = (...some: readonly AuthenticationMethod[]) => methods.some((each) => some.includes(each));
  const challenges = [
    ...(has('password') ? [BASIC] : []),
    ...(tokens && has('bearer', 'mtls-token') ? [bearerChallenge()] : []),
    ...(tokens && has('dpop') ? [dpopChallenge()] : []),
  ];
  const message = `this endpoint takes logins by ${[...new Set(methods)].join(', ')} only`;
  const more = { appTag: 'login-method-refused' };
  if (challenges.length === 0) return refusal(403, 'access-denied', message, more);
  return refusal(401, 'access-denied', message, more, { 'www-authenticate': challenges.join(', ') });
}

const BASIC = 'Basic realm="yangent", charset="UTF-8"';

function bearerChallenge(error = ''): string {
  return `Bearer realm="yangent"${error}`;
}

function dpopChallenge(error = ''): string {
  return `DPoP realm="yangent", algs="${PROOF_ALGORITHMS.join(' ')}"${error}`;
}

function tokenChallenges({ failed }: TokenChallenge): readonly string[] {
  const error = (scheme: 'bearer' | 'dpop') => (failed?.scheme === scheme ? `, error="${failed.error}"` : '');
  return [bearerChallenge(error('bearer')), dpopChallenge(error('dpop'))];
}

/** Returns the header field with the nonce for the next DPoP proof (RFC 9449 §8.2), if one is needed. */
export function nonceField(nonce: string | undefined): Readonly<Record<string, string>> {
  return nonce === undefined ? {} : { 'dpop-nonce': nonce };
}

/** Returns 429: the key of a token has signed too many DPoP proofs. @param wait milliseconds until more are taken */
export function tooManyProofs(wait: number): Refusal {
  const message = 'the key of this token has signed as many proofs as the node remembers; try again later';
  return refusal(429, 'resource-denied', message, {}, { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) });
}

/** Returns 503: the memory of used DPoP proofs was full. @param nonce is needed in the next proof */
export function proofsDropped(nonce: string): Refusal {
  const message = 'too many proofs were used in a short time; repeat the request with a new proof that has the nonce';
  return refusal(503, 'resource-denied', message, {}, { 'retry-after': '1', ...nonceField(nonce) });
}

/** Returns 503: the server is overloaded. */
export function overloaded(message: string): Refusal {
  return refusal(503, 'resource-denied', message, {}, { 'retry-after': '1' });
}

/** Returns 503: the node is stopping. */
export function stoppingNow(): Refusal {
  return refusal(503, 'resource-denied', 'the node is stopping', {}, { 'retry-after': '5' });
}
