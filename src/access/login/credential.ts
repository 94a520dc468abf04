/** Keys and certificates whose private key a client holds, and what they prove. */
import type { ClientChain } from '../../keys/index.js';

/** A key or certificate with which a client logs in over SSH, as SSH sends it. */
export interface SshCredential {
  readonly method: 'public-key' | 'ssh-certificate';
  readonly octets: Uint8Array;
}

export interface TlsCredential {
  readonly method: 'tls-certificate';
  readonly chain: ClientChain;
}

/** A key or certificate with which a client logs in. SSH or TLS has checked that the client holds the private key. */
export type Credential = SshCredential | TlsCredential;

/** A credential that is right for a user. */
export interface Proof {
  readonly method: Credential['method'];
  /** Tells this credential from others. */
  readonly fingerprint: string;
  /** True while the credential is right. */
  readonly holds: () => boolean;
}
