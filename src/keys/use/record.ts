import type { Purpose } from './purpose.js';

/** A key for a purpose, with the time in which the node uses it. */
export interface KeyUse {
  readonly purpose: Purpose;
  /** Of the public key. */
  readonly thumbprint: string;
  /** The public key: SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer;
  /** Its name in the keystore; absent: the node made it. */
  readonly name?: string;
  /** The certificate and those that certify it, in PEM. */
  readonly certificate?: string;
  /** When the node begins to use it, in milliseconds since 1970. */
  readonly from: number;
  /** When the node forgets it; absent while no other key is to follow it. */
  readonly until?: number;
}

/** A key with what belongs to it, before its time is known. */
export type Credential = Pick<KeyUse, 'thumbprint' | 'spki' | 'name' | 'certificate'>;
