import { createPrivateKey, sign } from 'node:crypto';
import type { JsonObject } from '../document/read.js';
import { multibase } from './multikey.js';
import { CRYPTOSUITE, PROOF_TYPE, type ProofPurpose, signedOctets } from './proof.js';

/** How a document is signed. Times are in milliseconds since 1970. */
export interface ProofTerms {
  /** The private Ed25519 key: OneAsymmetricKey, DER. */
  readonly key: Buffer;
  /** The DID URL by which others find the public key. */
  readonly verificationMethod: string;
  readonly purpose: ProofPurpose;
  readonly created: number;
  readonly expires?: number;
  /** The host that publishes the document, or for which it was made. */
  readonly domain?: string;
  /** The text that the asker gave, so that the proof answers only this question. */
  readonly challenge?: string;
}

/**
 * Returns the document with a proof eddsa-jcs-2022 (Data Integrity EdDSA Cryptosuites §3.3.1).
 *
 * @param document without `proof`
 * @throws DocumentFault for a document that is no I-JSON
 */
export function withProof(document: JsonObject, terms: ProofTerms): JsonObject {
  const { verificationMethod, purpose, created, expires, domain, challenge } = terms;
  const options: JsonObject = {
    type: PROOF_TYPE,
    cryptosuite: CRYPTOSUITE,
    created: stamp(created),
    ...(expires === undefined ? {} : { expires: stamp(expires) }),
    verificationMethod,
    proofPurpose: purpose,
    ...(domain === undefined ? {} : { domain }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(document['@context'] === undefined ? {} : { '@context': document['@context'] }),
  };
  const key = createPrivateKey({ key: terms.key, format: 'der', type: 'pkcs8' });
  const proofValue = multibase(sign(null, signedOctets(document, options), key));
  return { ...document, proof: { ...options, proofValue } };
}

/** Returns a time without fractions of a second, as other implementations write it. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
