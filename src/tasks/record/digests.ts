/** Checks the digests that executors give with their artifacts. */
import { createHash } from 'node:crypto';
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import type { SharingNeeds } from './minimisation.js';
import type { Artifact } from './record.js';

/**
 * Refuses an artifact whose digest does not match its text, or the bytes of its data parameter. Digests of other content are not
 * checked, nor are digests of data parameters by another algorithm than the stored one.
 *
 * @throws RpcError invalid-value with app-tag `digest`
 */
export async function requireDigests(
  { contexts }: { readonly contexts: Pick<SharingNeeds['contexts'], 'digestOf'> },
  tx: Tx,
  artifacts: readonly Artifact[],
): Promise<void> {
  for (const { name, digest, value, 'data-param': param } of artifacts) {
    if (digest === undefined) continue;
    const own = value !== undefined ? digestOf(value, digest) : param && (await contexts.digestOf(tx, param));
    if (own === undefined || own === '' || algorithmOf(own) !== algorithmOf(digest) || own === digest) continue;
    throw new RpcError({
      type: 'application',
      tag: 'invalid-value',
      appTag: 'digest',
      message: `the digest of the artifact "${name}" is not that of its content, which is ${own}: correct one of them, or leave the digest out`,
    });
  }
}

function digestOf(value: string, like: string): string {
  const algorithm = algorithmOf(like);
  return `${algorithm}:${createHash(algorithm.replace('-', '')).update(value).digest('hex')}`;
}

function algorithmOf(digest: string): string {
  return digest.slice(0, digest.indexOf(':'));
}
