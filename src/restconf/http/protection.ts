import type { HttpRequest } from './http-request.js';

/** Strict-Transport-Security of one year: for this time, browsers use only TLS for this host (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=31536000';

const ALWAYS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Returns header fields that restrict what browsers and caches do with an answer. Fields of the answer itself take precedence.
 * `localhost` is shared by all programs of a machine, so it is not bound to TLS.
 */
export function protection({ protocol, headers }: HttpRequest): Readonly<Record<string, string>> {
  const host = String(headers[':authority'] ?? headers.host ?? '');
  const isBound = protocol === 'https' && !/^localhost(?::|$)/i.test(host);
  return isBound ? { ...ALWAYS, 'strict-transport-security': STRICT_TRANSPORT } : ALWAYS;
}
