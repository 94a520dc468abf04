/** The keys that the node makes for itself. */
import { certificateFor } from '../certificate/self-signed.js';
import { makeKeyPair } from '../pair/algorithm.js';
import { type KeyPair, thumbprintOf } from '../pair/key-pair.js';
import { type Purpose, TERMS } from './purpose.js';
import type { Credential } from './record.js';

/** A key pair for a purpose, with its certificate. */
export interface OwnKey {
  readonly pair: KeyPair;
  /** In PEM. */
  readonly certificate?: string;
}

/** Names for which every certificate made here is valid. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** @param hosts names and addresses of the node, in addition to the loopback ones */
export async function makeOwnKey(purpose: Purpose, hosts: readonly string[]): Promise<OwnKey> {
  const { own, certified } = TERMS[purpose];
  const pair = await makeKeyPair(own);
  return certified
    ? { pair, certificate: await certificateFor(pair, [...new Set([...LOOPBACK, ...hosts])]) }
    : { pair };
}

export function credentialOf({ pair: { spki }, certificate }: OwnKey): Credential {
  return { thumbprint: thumbprintOf(spki), spki, ...(certificate === undefined ? {} : { certificate }) };
}
