/** Signatures of votes over the statement of an approval. */
import { compactVerify, decodeProtectedHeader, errors, importSPKI } from 'jose';
import { algorithmOfPublic, readSshMessageSignature, SshFault } from '../../keys/index.js';
import { fingerprint } from '../ssh-key.js';
import type { Voter } from './voter.js';

/** The namespace of SSH signatures on votes. */
export const VOTE_NAMESPACE = 'approval@yangent';
/** The type of JSON Web Signatures on votes. */
export const VOTE_TYPE = 'yangent-vote+jwt';

/** A signature that does not count, in words for the voter. */
export class VoteFault extends Error {}

/**
 * Checks a signature of a voter over a statement: of SSH in its armour, or a compact JWS.
 *
 * @returns the fingerprint or thumbprint of the key
 * @throws VoteFault
 */
export async function verifyVote(
  signature: string,
  statement: string,
  voter: Pick<Voter, 'sshKeys' | 'signingKeys'>,
): Promise<string> {
  return signature.trimStart().startsWith('-----')
    ? bySsh(signature, statement, voter)
    : byJws(signature, statement, voter);
}

function bySsh(text: string, statement: string, { sshKeys }: Pick<Voter, 'sshKeys'>): string {
  try {
    const signature = readSshMessageSignature(text);
    if (signature.namespace !== VOTE_NAMESPACE)
      throw new VoteFault(`it is for "${signature.namespace.slice(0, 64)}"; sign with -n ${VOTE_NAMESPACE}`);
    const print = fingerprint(signature.keyOctets);
    const known = sshKeys.get(print);
    if (!known || Buffer.compare(known, signature.keyOctets) !== 0)
      throw new VoteFault(`the key ${print} is none of the authorized keys of the voter`);
    if (!signature.verifies(Buffer.from(statement)))
      throw new VoteFault('it is not over these octets; sign the statement exactly as it is, without an end of line');
    return print;
  } catch (error) {
    throw error instanceof SshFault ? new VoteFault(`it is no signature of ssh-keygen: ${error.message}`) : error;
  }
}

/** The algorithms of JSON Web Signatures (RFC 7518 §3.1, RFC 8037 §3.1) by the beginning of those of keys. */
const ALGORITHMS: readonly (readonly [key: string, ...algorithms: string[]])[] = [
  ['ed25519', 'EdDSA', 'Ed25519'],
  ['p-256', 'ES256'],
  ['p-384', 'ES384'],
  ['rsa-', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
];

async function byJws(text: string, statement: string, { signingKeys }: Pick<Voter, 'signingKeys'>): Promise<string> {
  const [header = '', payload = '', mark = '', more] = text.trim().split('.');
  if (mark === '' || more !== undefined)
    throw new VoteFault('it is neither a signature of ssh-keygen -Y sign nor a JWS in compact form');
  const own = Buffer.from(statement).toString('base64url');
  if (payload !== '' && payload !== own) throw new VoteFault('the payload of the JWS is not the statement');
  const { typ, alg = '' } = headerOf(text.trim());
  if (typ !== VOTE_TYPE) throw new VoteFault(`the JWS has the type "${String(typ).slice(0, 64)}", not "${VOTE_TYPE}"`);
  for (const [thumbprint, spki] of signingKeys) {
    const algorithms = algorithmsOf(spki);
    if (algorithms.includes(alg) && (await verifies([header, own, mark].join('.'), spki, alg))) return thumbprint;
  }
  throw new VoteFault('no signing key of the voter has made it');
}

function headerOf(text: string): { readonly typ?: unknown; readonly alg?: string } {
  try {
    return decodeProtectedHeader(text);
  } catch {
    throw new VoteFault('the header of the JWS cannot be read');
  }
}

/** Returns the algorithms with which a key signs; none for a key that does not. */
export function algorithmsOf(spki: Buffer): readonly string[] {
  const algorithm = algorithmOfPublic(spki) ?? '';
  return ALGORITHMS.find(([key]) => algorithm.startsWith(key))?.slice(1) ?? [];
}

async function verifies(jws: string, spki: Buffer, algorithm: string): Promise<boolean> {
  const pem = `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----`;
  try {
    await compactVerify(jws, await importSPKI(pem, algorithm), { algorithms: [algorithm] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
