/** HTTP message signatures (RFC 9421) over a report, with the digest of its content (RFC 9530). */
import { createHash, sign } from 'node:crypto';
import type { SigningKey } from './signing-key.js';

export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  /** Header fields to be signed, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the additional header fields of a signed request. `created`: seconds since 1970. */
export function signatureHeaders(
  { method, url, headers, body }: SignedRequest,
  key: SigningKey,
  created: number,
): Readonly<Record<string, string>> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const components: readonly (readonly [name: string, value: string])[] = [
    ['@method', method],
    ['@target-uri', new URL(url).href],
    ...Object.entries(headers),
    ['content-digest', digest],
  ];
  const names = components.map(([name]) => `"${name}"`).join(' ');
  const parameters = `(${names});created=${created};keyid="${key.id}";alg="ed25519"`;
  const base = [...components.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${parameters}`];
  const signature = sign(null, Buffer.from(base.join('\n')), key.privateKey).toString('base64');
  return {
    'content-digest': digest,
    'signature-input': `yangent=${parameters}`,
    signature: `yangent=:${signature}:`,
  };
}
