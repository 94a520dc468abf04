import type { HttpRequest } from './http-request.js';

/** A year: how long a browser that has been here by TLS refuses to come without (RFC 6797). */
const STRICT_TRANSPORT = 'max-age=31536000';

const ALWAYS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Returns the header fields that keep browsers and caches from doing with an answer what its user would not want; those of the
 * answer itself come before them. `localhost` belongs to all programs of a machine, so that it is not bound to TLS.
 */
export function protection({ protocol, headers }: HttpRequest): Readonly<Record<string, string>> {
  const host = String(headers[':authority'] ?? headers.host ?? '');
  const isBound = protocol === 'https' && !/^localhost(?::|$)/i.test(host);
  return isBound ? { ...ALWAYS, 'strict-transport-security': STRICT_TRANSPORT } : ALWAYS;
}
