import { DocumentFault, type JsonObject, jwkOf, verifyProofs } from '../../keys/index.js';
import { type DidDocument, readDidDocument } from './document.js';

/**
 * Reads a DID document that carries a proof of its own.
 *
 * @param fingerprint of the key that must have made the proof, where the identifier has one (ANP-03 §2.5.5)
 * @param now milliseconds since 1970
 * @throws DocumentFault when the proof does not verify, or another key made it
 */
export async function readSelfSigned(
  document: JsonObject,
  { fingerprint, now }: { readonly fingerprint?: string; readonly now: number },
): Promise<DidDocument> {
  const read = readDidDocument(document);
  await verifyProofs(document, {
    key: async (method, purpose) => {
      const key = read.key(method, purpose);
      if (fingerprint === undefined) return key;
      if (key.algorithm !== 'ed25519' || jwkOf(key.spki).id !== fingerprint)
        throw new DocumentFault(`the document of ${read.id} is signed with another key than its identifier has`);
      // The binding key must also be one by which the subject proves itself (ANP-03 §2.2.2).
      read.key(method, 'authentication');
      return key;
    },
    purpose: 'assertionMethod',
    now,
  });
  return read;
}
