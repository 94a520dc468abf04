import { DocumentFault, type JsonObject, type Proof, verifyProofs } from '../../keys/index.js';
import { didOfMethod } from '../resolver/did.js';
import type { Judging } from './verdict.js';

/** Verifies the proofs of a document, all by one signer. @returns the signer and the proofs @throws DocumentFault, KeyFault */
export async function provedBy(
  document: JsonObject,
  { resolve, nonce, now }: Judging,
): Promise<{ readonly issuer: string; readonly proofs: readonly Proof[] }> {
  const proofs = await verifyProofs(document, {
    key: async (method, purpose) => (await resolve(didOfMethod(method))).key(method, purpose),
    purpose: 'assertionMethod',
    now,
    ...(nonce === undefined ? {} : { challenge: nonce }),
  });
  const issuers = new Set(proofs.map(({ verificationMethod }) => didOfMethod(verificationMethod)));
  const [issuer, ...others] = issuers;
  if (issuer === undefined || others.length > 0) throw new DocumentFault('the proofs are by different signers');
  return { issuer, proofs };
}
