/** A token as a request brings it, and the answer to it. */
import type { ClientChain } from '../../keys/index.js';
import type { Principal } from '../principal.js';

/** A token with the request that it comes with. */
export interface PresentedToken {
  readonly token: string;
  /** The authentication scheme of the request (RFC 6750 §2.1, RFC 9449 §7.1). */
  readonly scheme: 'bearer' | 'dpop';
  /** The header field `DPoP`. */
  readonly proof?: string;
  readonly method: string;
  /** Returns the URLs of the requested resource, without query: by each of them clients reach the node. */
  readonly urls: () => readonly string[];
  /** Returns the client certificate of the TLS connection; of any authority, and of no user. */
  readonly certificate: () => ClientChain | undefined;
}

/** Error codes of RFC 6750 §3.1 and RFC 9449 §7.1, §9. */
export type TokenError = 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce';

export interface TokenRefusal {
  readonly kind: 'refused';
  readonly error: TokenError;
  /** The nonce for the next proof. */
  readonly nonce?: string;
  /** The trust domain to which the token points. */
  readonly domain?: string;
  /** Why a token is refused whose signature and possession are proved. */
  readonly reason?: 'revoked' | 'suspended';
}

export type TokenVerdict =
  | {
      readonly kind: 'login';
      readonly principal: Principal;
      /** The nonce for the next proof. Absent: none is needed. */
      readonly nonce?: string;
    }
  | TokenRefusal
  /** The key of the token has signed as many proofs as are remembered; more are taken after `wait` milliseconds. */
  | { readonly kind: 'too-many-proofs'; readonly wait: number }
  /** The memory of used proofs was full, and is empty now: the client may repeat with the nonce. */
  | { readonly kind: 'proofs-dropped'; readonly nonce: string };
