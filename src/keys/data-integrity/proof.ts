/** Proofs that stand in documents (W3C Verifiable Credential Data Integrity 1.0 §2.1). */
import { createHash } from 'node:crypto';
import { isObject } from '../../data/index.js';
import { DocumentFault } from '../document/fault.js';
import type { JsonObject } from '../document/read.js';
import { jcs } from '../jcs.js';

/** The kind of proofs that are made and verified: Ed25519 over JCS (Data Integrity EdDSA Cryptosuites §3.3). */
export const CRYPTOSUITE = 'eddsa-jcs-2022';
export const PROOF_TYPE = 'DataIntegrityProof';

/** The relation of a key to the one who controls it, by which a proof is made. */
export type ProofPurpose = 'assertionMethod' | 'authentication';

/** A proof, read. Times are in milliseconds since 1970. */
export interface Proof {
  /** The members of the proof as they were signed: all but `proofValue`. */
  readonly options: JsonObject;
  readonly value: string;
  /** The DID URL of the key. */
  readonly verificationMethod: string;
  readonly purpose: string;
  readonly created?: number;
  readonly expires?: number;
  readonly domain: readonly string[];
  readonly challenge?: string;
}

/** Maximum number of proofs of a document. */
const MOST_PROOFS = 4;

/** Returns the document without its proofs, and the proofs. @throws DocumentFault when there is none, or one has another form */
export function proofsOf({ proof, ...unsecured }: JsonObject): {
  readonly unsecured: JsonObject;
  readonly proofs: readonly Proof[];
} {
  if (proof === undefined) throw new DocumentFault('it has no proof');
  const all: readonly unknown[] = Array.isArray(proof) ? proof : [proof];
  if (all.length === 0) throw new DocumentFault('it has no proof');
  if (all.length > MOST_PROOFS) throw new DocumentFault(`it has more than ${MOST_PROOFS} proofs`);
  return { unsecured, proofs: all.map(readProof) };
}

function readProof(proof: unknown): Proof {
  if (!isObject(proof)) throw new DocumentFault('a proof is no object');
  const { proofValue, ...options } = proof;
  const { type, cryptosuite, verificationMethod, proofPurpose, previousProof, challenge } = options;
  if (type !== PROOF_TYPE || cryptosuite !== CRYPTOSUITE)
    throw new DocumentFault(`a proof is no ${PROOF_TYPE} with the cryptosuite ${CRYPTOSUITE}`);
  // A proof that depends on another one would be valid without it here.
  if (previousProof !== undefined) throw new DocumentFault('a proof names a previousProof; chains are not taken');
  if (challenge !== undefined && typeof challenge !== 'string') throw refused('challenge');
  const { created, expires } = { created: timeIn(options, 'created'), expires: timeIn(options, 'expires') };
  return {
    options,
    value: textIn(proofValue, 'proofValue'),
    verificationMethod: textIn(verificationMethod, 'verificationMethod'),
    purpose: textIn(proofPurpose, 'proofPurpose'),
    ...(created === undefined ? {} : { created }),
    ...(expires === undefined ? {} : { expires }),
    domain: textsIn(options.domain, 'domain'),
    ...(challenge === undefined ? {} : { challenge }),
  };
}

/**
 * Returns the octets that are signed: the digest of the proof's own members, and that of the document (Data Integrity EdDSA
 * Cryptosuites §3.3.4).
 *
 * @throws DocumentFault as `jcs`
 */
export function signedOctets(unsecured: JsonObject, options: JsonObject): Buffer {
  return Buffer.concat([options, unsecured].map((each) => createHash('sha256').update(jcs(each)).digest()));
}

const refused = (name: string) => new DocumentFault(`the member ${name} of a proof has another form than it must have`);

function textIn(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw refused(name);
  return value;
}

function textsIn(value: unknown, name: string): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => textIn(each, name));
}

/** A dateTimeStamp of XML Schema: with a time zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

function timeIn(options: JsonObject, name: 'created' | 'expires'): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw refused(name);
  return time;
}
