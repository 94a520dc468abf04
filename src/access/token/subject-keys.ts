/** The port by which the keys of those are found who prove themselves by a decentralized identifier (DID). The room `identity` has it. */
import type { JWK } from 'jose';

/** A key for authentication. */
export interface SubjectKey {
  /** The public key. */
  readonly jwk: JWK;
  /** When its document was fetched, in milliseconds since 1970. */
  readonly at: number;
}

export interface SubjectKeys {
  /**
   * Returns a key that the document of its identifier names for authentication.
   *
   * @param keyid DID URL of the key. A trust domain must have named its identifier or its host: the host is asked
   * @param isKnown true for an identifier that was good before, or that is named itself: those that anybody may invent at a host
   *   take nothing of its budget
   * @returns undefined when there is none
   * @throws KeysUnavailable
   */
  resolve(keyid: string, isKnown: boolean): Promise<SubjectKey | undefined>;
  /** Returns the identifier of this node, for the claim aud; undefined while it has no name. */
  audience(): string | undefined;
}

/** The keys cannot be had at the moment: their host does not answer, or was asked too often. */
export class KeysUnavailable extends Error {}
