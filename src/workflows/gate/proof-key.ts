/** The key with which the node signs votes: that of its documents. */
import { jwkOf, type NodeKeys, signerOf } from '../../keys/index.js';
import type { ProofKey } from './proof.js';

/** Returns a function that gives the key in use, which is read once. */
export function proofKeyOf(keys: Pick<NodeKeys, 'pair' | 'uses'>): () => Promise<ProofKey> {
  let opened: { readonly thumbprint: string; readonly key: ProofKey } | undefined;
  return async () => {
    const thumbprint = keys.uses.current('document')?.thumbprint;
    if (opened && opened.thumbprint === thumbprint) return opened.key;
    const { use, pair } = await keys.pair('document');
    const key = { kid: jwkOf(pair.spki).id, signer: signerOf(pair) };
    opened = { thumbprint: use.thumbprint, key };
    return key;
  };
}
