/** Checks the form of access tokens: signed JWTs with the claims and the type of RFC 9068 (RFC 7519, RFC 8725). */
import { decodeJwt, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose';
import { type Confirmation, isBound, readConfirmation } from './confirmation.js';
import type { Issuer } from './issuer.js';

/** Maximum length of a token. Tokens in header fields are shorter. */
export const MAX_LENGTH = 16_384;

/** Accepted token types. ID tokens, logout tokens and other signed statements are not accepted (RFC 8725 §3.11, RFC 9068 §4). */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt']);

/** Claims of ID tokens (OpenID Connect Core §3.3.2.11) and of logout tokens, which often have the type of any JWT. */
const ID_CLAIMS = ['at_hash', 'c_hash', 's_hash', 'events'] as const;

/** A token whose signature, times, audience and form are good. */
export interface AccessToken {
  readonly payload: JWTPayload;
  /** The name of its key in the header. */
  readonly kid: string;
  readonly confirmation: Confirmation;
}

export interface AccessTokenNeeds {
  readonly issuer: Issuer;
  readonly keySet: JWTVerifyGetKey;
  /** Values of the claim aud, of which it must have one. */
  readonly audiences: readonly string[];
  /** True when it must be bound to a key or certificate. */
  readonly mustBeBound: boolean;
}

/** Returns the claims of a token, unchecked; undefined when it is none. */
export function decoded(token: string): JWTPayload | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/** Checks a token of an issuer. @returns why it is not good @throws JOSEError, or the error of its key set */
export async function checkAccessToken(
  token: string,
  { issuer, keySet, audiences, mustBeBound }: AccessTokenNeeds,
): Promise<AccessToken | 'bad-token' | 'unbound-token'> {
  const verified = await jwtVerify(token, keySet, {
    issuer: issuer.issuer,
    audience: [...audiences],
    algorithms: [...issuer.algorithms],
    clockTolerance: issuer.clockSkew,
    requiredClaims: ['exp'],
  });
  const { payload, protectedHeader } = verified;
  if (!TYPES.has(kindOf(protectedHeader.typ)) || isFromFuture(payload, issuer)) return 'bad-token';
  if (ID_CLAIMS.some((name) => name in payload)) return 'bad-token';
  if (issuer.isSubject && !isOwnStatement(verified)) return 'bad-token';
  const confirmation = readConfirmation(payload.cnf);
  if (!confirmation) return 'bad-token';
  if (mustBeBound && !isBound(confirmation)) return 'unbound-token';
  // A certificate that the subject itself names proves nothing more than its signature.
  if (issuer.isSubject && confirmation.key === undefined) return 'unbound-token';
  return { payload, kid: protectedHeader.kid ?? '', confirmation };
}

/** True for a token that says that it is an access token, and is for one audience (RFC 9068 §2.1, §2.2). */
function isOwnStatement({ protectedHeader, payload: { aud } }: JWTVerifyResult): boolean {
  const isForOne = typeof aud === 'string' || (Array.isArray(aud) && aud.length === 1);
  return isForOne && kindOf(protectedHeader.typ) === 'at+jwt';
}

function kindOf(typ: string | undefined): string | undefined {
  return typ?.toLowerCase().replace(/^application\//, '');
}

/** True when the token was issued in the future: such a token is refused. */
function isFromFuture({ iat }: JWTPayload, { clockSkew }: Issuer): boolean {
  return iat !== undefined && iat > Date.now() / 1_000 + clockSkew;
}
