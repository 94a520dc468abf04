/** Keys and certificates whose private key a client holds, and what they prove. */
import type { AuthenticationMethod, TokenMethod } from '../principal.js';

/** A key or certificate with which a client logs in. SSH or TLS has checked that the client holds the private key. */
export interface Credential {
  readonly method: Exclude<AuthenticationMethod, 'password' | TokenMethod>;
  /** A key or certificate as SSH sends it; a certificate of TLS in DER. */
  readonly octets: Uint8Array;
}

/** A credential that is right for a user. */
export interface Proof {
  readonly method: Credential['method'];
  /** Tells this credential from others. */
  readonly fingerprint: string;
  /** True while the credential is right. */
  readonly holds: () => boolean;
}
