import { createHash } from 'node:crypto';
import type { ExpectedDigest } from '../../server/index.js';

const ALGORITHMS = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const;

/** Computes the digest of bytes that arrive in pieces. */
export async function digestOf(
  algorithm: ExpectedDigest['algorithm'],
  bytes: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const hash = createHash(ALGORITHMS[algorithm]);
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest();
}
