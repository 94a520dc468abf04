/** The principal of a token: its user, within the authority of the token and of trust domains. */
import type { JWTPayload } from 'jose';
import type { TrustDomain } from '../domain/trust-domain.js';
import type { TokenAuthority } from './authority.js';
import { type Confirmation, methodsOf } from './confirmation.js';
import type { Issuer } from './issuer.js';
import type { TokenUser } from './token-user.js';
import type { TokenPrincipal } from './verified-token.js';

export interface PrincipalParts {
  readonly user: TokenUser;
  readonly confirmation: Confirmation;
  readonly authority: TokenAuthority;
  /** Those whose permits limit it. */
  readonly domains: readonly TrustDomain[];
  /** True for a token that the node itself has issued. */
  readonly isOwn: boolean;
}

/** Returns the principal of a token; undefined when the token holds for longer than its issuer may say. */
export function principalOf(payload: JWTPayload, issuer: Issuer, parts: PrincipalParts): TokenPrincipal | undefined {
  const { user, confirmation, authority, domains, isOwn } = parts;
  const { id, actors, link, delegation, lineage } = authority;
  const { exp } = payload;
  if (exp === undefined || exp > Date.now() / 1_000 + issuer.maxLifetime + issuer.clockSkew) return undefined;
  const links = [...(link ? [link] : []), ...domains.map((each) => each.link)];
  return {
    ...user,
    ...(actors.length === 0 ? {} : { actors, kind: 'agent' }),
    ...(links.length === 0 ? {} : { links }),
    ...{ methods: methodsOf(confirmation), expires: exp * 1_000 },
    token: {
      ...{ ...(id === undefined ? {} : { id }), delegation, lineage },
      ...originOf(payload, isOwn ? undefined : issuer.issuer),
      ...endsOf(payload, { isNode: issuer.isNode === true, isOwn }),
    },
  };
}

/** Returns the issuer that vouches for the user: that of the token, or, for a token of this node, the one on which its grant rests. */
function originOf({ origin }: JWTPayload, issuer: string | undefined): { readonly origin?: string } {
  if (issuer !== undefined) return { origin: issuer };
  return typeof origin === 'string' ? { origin } : {};
}

/** Returns when what is done with a token must be proved anew: a token of this node that comes from one of another node keeps that end. */
function endsOf(
  { exp, ends }: JWTPayload,
  { isNode, isOwn }: { readonly isNode: boolean; readonly isOwn: boolean },
): { readonly ends?: number } {
  // This node learns of no revocation at the other: the end of the token is when it must be proved anew.
  const seconds = isNode ? exp : isOwn ? ends : undefined;
  return typeof seconds === 'number' ? { ends: seconds * 1_000 } : {};
}
