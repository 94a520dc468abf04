import { verify } from 'node:crypto';
import { DocumentFault } from '../document/fault.js';
import type { JsonObject } from '../document/read.js';
import { keyObjectOf, type PublicKey } from '../pair/raw.js';
import { fromMultibase } from './multikey.js';
import { type Proof, type ProofPurpose, proofsOf, signedOctets } from './proof.js';

/** How proofs are judged. */
export interface ProofRules {
  /**
   * Returns the key of a verification method that its controller names for the purpose. @throws DocumentFault when there is none
   */
  key(verificationMethod: string, purpose: ProofPurpose): Promise<PublicKey>;
  readonly purpose: ProofPurpose;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Absent: proofs for any domain are taken. */
  readonly domain?: string;
  /** Absent: proofs with any challenge are taken. */
  readonly challenge?: string;
}

/** Milliseconds by which the clock of a signer may be ahead. */
const AHEAD = 300_000;
const SIGNATURE_OCTETS = 64;

/**
 * Verifies all proofs of a document (W3C Data Integrity §4.5). One that fails refuses the document.
 *
 * @returns the proofs
 * @throws DocumentFault that says which proof fails and why; errors of `rules.key`
 */
export async function verifyProofs(document: JsonObject, rules: ProofRules): Promise<readonly Proof[]> {
  const { unsecured, proofs } = proofsOf(document);
  for (const proof of proofs) await verifyProof(unsecured, proof, rules);
  return proofs;
}

async function verifyProof(unsecured: JsonObject, proof: Proof, rules: ProofRules): Promise<void> {
  requireTerms(proof, rules);
  const signer = await rules.key(proof.verificationMethod, rules.purpose);
  const { algorithm } = signer;
  if (algorithm !== 'ed25519')
    throw new DocumentFault(`the key ${proof.verificationMethod} is of the algorithm ${algorithm}, not ed25519`);
  const signature = fromMultibase(proof.value);
  const octets = signedOctets(inContext(unsecured, proof), proof.options);
  if (signature.length !== SIGNATURE_OCTETS || !verify(null, octets, keyObjectOf(signer), signature))
    throw new DocumentFault(`the proof by ${proof.verificationMethod} does not verify: the document was changed`);
}

function requireTerms(proof: Proof, { purpose, now, domain, challenge }: ProofRules): void {
  if (proof.purpose !== purpose) throw new DocumentFault(`the purpose of a proof is ${proof.purpose}, not ${purpose}`);
  if (proof.created !== undefined && proof.created > now + AHEAD)
    throw new DocumentFault('a proof was made in the future; one of the clocks is wrong');
  if (proof.expires !== undefined && proof.expires <= now) throw new DocumentFault('a proof has expired');
  if (domain !== undefined && !proof.domain.includes(domain))
    throw new DocumentFault(`a proof is not for the domain ${domain}`);
  if (challenge !== undefined && proof.challenge !== challenge)
    throw new DocumentFault('a proof does not answer the nonce that was given');
}

/**
 * Returns the document in the context of the proof (Data Integrity EdDSA Cryptosuites §3.3.2): the document may have been given
 * further contexts behind those that were signed.
 */
function inContext(unsecured: JsonObject, { options }: Proof): JsonObject {
  const signed = options['@context'];
  if (signed === undefined) return unsecured;
  const [first, all] = [listOf(signed), listOf(unsecured['@context'])];
  if (!first.every((each, index) => JSON.stringify(each) === JSON.stringify(all[index])))
    throw new DocumentFault('the @context of a document does not begin with that of its proof');
  return { ...unsecured, '@context': signed };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
