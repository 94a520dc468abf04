import type { JWTVerifyGetKey } from 'jose';
import type { ConfiguredIssuer } from '../configured.js';

/** An issuer with its keys. */
export interface Issuer extends ConfiguredIssuer {
  /** Undefined while its file cannot be read: none of its tokens is valid. */
  readonly keySet: JWTVerifyGetKey | undefined;
  /** The file with the keys. */
  readonly file?: { readonly path: string; readonly mark: string };
  /** True for a node of a trust domain, which speaks for its own only. */
  readonly isNode?: true;
  /** True for a subject that issues its tokens itself. */
  readonly isSubject?: true;
  /** Returns a text that changes when a key of a subject was found to be another, or taken back. */
  readonly keyAt?: (kid: string) => string;
  /** Changes with any change of the issuer or its keys. */
  readonly identity: string;
}
