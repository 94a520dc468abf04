import { X509Certificate } from 'node:crypto';

/**
 * Returns why a certificate is not valid at a time (RFC 5280 §4.1.2.5), for messages: `it has expired on ...`; undefined when it is.
 *
 * @param pem of those in it, the first one counts
 * @param now milliseconds since 1970
 */
export function lapseOf(pem: string, now: number): string | undefined {
  const { validFrom, validTo } = new X509Certificate(pem);
  const [from, to] = [validFrom, validTo].map((text) => new Date(text));
  if (to && to.getTime() <= now) return `it has expired on ${to.toISOString()}`;
  return from && from.getTime() > now ? `it is not valid before ${from.toISOString()}` : undefined;
}
