import type { Principal } from '../principal.js';
import type { TokenAuthority } from './authority.js';
import type { Confirmation } from './confirmation.js';
import type { HeldToken } from './held.js';

export type TokenPrincipal = Principal & { readonly expires: number };

/** A valid token: its principal and binding, its issuer, and the identity of the issuer's keys. */
export interface VerifiedToken {
  readonly principal: TokenPrincipal;
  /** Its sender must prove this besides. */
  readonly confirmation: Confirmation;
  readonly issuer: string;
  /** `identityOf` it. */
  readonly identity: string;
  readonly authority: TokenAuthority;
  /** The only one who may act with it (RFC 8693 §4.4). */
  readonly mayAct?: string;
  /** False when its user has changed since, or the key of a subject. */
  readonly isSame: () => boolean;
}

/** Returns the token whoever presents it. */
export function heldOf({ principal, issuer, authority, confirmation, mayAct }: VerifiedToken): HeldToken {
  const { key, certificate } = confirmation;
  const boundTo = certificate === undefined ? key : `certificate ${certificate}`;
  return {
    ...{ principal, issuer, authority, expires: principal.expires },
    ...(boundTo === undefined ? {} : { boundTo }),
    ...(mayAct === undefined ? {} : { mayAct }),
  };
}
