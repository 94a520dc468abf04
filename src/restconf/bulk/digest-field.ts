import type { ExpectedDigest } from '../../server/index.js';
import { badRequest } from '../refusal.js';

const LENGTHS: Readonly<Record<string, number>> = { 'sha-256': 32, 'sha-512': 64 };

/**
 * Returns the digest of the whole data in a `Repr-Digest` field (RFC 9530 §3). Unknown algorithms are ignored, as the RFC
 * requires.
 *
 * @throws Refusal 400 when a digest of a known algorithm is malformed
 */
export function digestOfField(field: string | undefined): ExpectedDigest | undefined {
  for (const member of field?.split(',') ?? []) {
    const [, name = '', text] = /^\s*([a-z0-9-]+)\s*=\s*(.*?)\s*$/i.exec(member) ?? [];
    const algorithm = name.toLowerCase();
    if (algorithm !== 'sha-256' && algorithm !== 'sha-512') continue;
    const base64 = /^:([A-Za-z0-9+/]*={0,2}):$/.exec(text ?? '')?.[1];
    const value = Buffer.from(base64 ?? '', 'base64');
    if (value.length !== LENGTHS[algorithm]) {
      throw badRequest(
        `Repr-Digest has ${algorithm}=${text}; expected ${algorithm}=:BASE64: of ${LENGTHS[algorithm]} bytes`,
      );
    }
    return { algorithm, value };
  }
  return undefined;
}

export function digestField(sha256: Uint8Array): string {
  return `sha-256=:${Buffer.from(sha256).toString('base64')}:`;
}
