import type { Principal } from '../principal.js';
import type { TokenAuthority } from './authority.js';

/** A token that the node accepts, whoever presents it. */
export interface HeldToken {
  readonly principal: Principal;
  readonly issuer: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly authority: TokenAuthority;
  /** The thumbprint of the key to which it is bound (RFC 9449). */
  readonly boundTo?: string;
  /** The only one who may act with it (RFC 8693 §4.4). */
  readonly mayAct?: string;
}
