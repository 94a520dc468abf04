/** The host to which a request is addressed (RFC 9112 §3.2, RFC 9113 §8.3.1). */
import { isIP } from 'node:net';
import { badRequest } from '../refusal.js';
import type { HttpRequest } from './http-request.js';

export interface Authority {
  /** In lower case, without brackets and without a last dot. */
  readonly name: string;
  readonly isAddress: boolean;
  /** As sent, with the port. */
  readonly text: string;
}

/** Fields that must occur only once. Node's parser silently takes the first of two, but a proxy may have used the other. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'if-modified-since',
  'if-unmodified-since',
]);

/** Refuses a request with a repeated field that must occur only once. @throws Refusal 400 */
export function requireSingleFields({ raw: { rawHeaders } }: HttpRequest): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = String(rawHeaders[at]).toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) throw badRequest(`the header field "${name}" is there more than once`);
    seen.add(name);
  }
}

/**
 * Returns the host of an absolute request-target, else that of `:authority` or `Host`. With an absolute target, the other two are
 * ignored (RFC 9112 §3.2.2).
 *
 * @throws Refusal 400 without a host, or when `:authority` and `Host` differ
 */
export function authorityOf({ originalUrl, headers }: HttpRequest): Authority {
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(originalUrl)?.[1];
  const named = target === undefined ? [headers[':authority'], headers.host] : [target];
  const [text, ...others] = new Set(named.flatMap((each) => (typeof each === 'string' ? [each.toLowerCase()] : [])));
  if (text === undefined) throw badRequest('the request does not say to which host it is addressed; expected one Host');
  if (others.length > 0) throw badRequest(`the request is addressed to "${text}" and to "${others.join('", "')}"`);
  return parseAuthority(text);
}

function parseAuthority(text: string): Authority {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:@/?#[\]]+))(?::\d{0,5})?$/.exec(text);
  const name = match?.[1] ?? match?.[2]?.replace(/\.$/, '');
  if (!name || (match?.[1] && isIP(name) !== 6))
    throw badRequest(`the Host "${text}" is not a host with or without a port`);
  return { name, isAddress: isIP(name) !== 0, text };
}
