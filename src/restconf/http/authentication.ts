import { type Access, AccessError, type Principal } from '../../access/index.js';
import type { FailedLogin } from '../../server/index.js';
import { overloaded, unauthorized } from '../refusal.js';

/** The part of access control with which this face authenticates callers. */
export type HttpAuthentication = Pick<Access, 'authenticatePassword'> &
  Partial<Pick<Access, 'authenticateToken' | 'authenticateCertificate' | 'acceptsTokens' | 'watch' | 'holds'>>;

/** The credentials of a request. */
export interface Credentials {
  /** The header field. */
  readonly authorization: string | undefined;
  /** Certificate of the TLS client, in DER form. */
  readonly certificate: Uint8Array | undefined;
  /** Address of the peer, by which failures are delayed. */
  readonly source: string | undefined;
}

/** Called with the method of each failed login. */
export type OnFailed = (login: Pick<FailedLogin, 'method' | 'user'>) => void;

/**
 * Authenticates with HTTP Basic (RFC 7617), a bearer token (RFC 6750) or a TLS client certificate (RFC 8040 §2.5).
 *
 * @throws Refusal 401 with a challenge, the same for an unknown name and a wrong password; 503 when too many wait
 */
export async function authenticate(
  access: HttpAuthentication,
  credentials: Credentials,
  onFailed: OnFailed,
): Promise<Principal> {
  const { authorization, certificate, source } = credentials;
  const bearer = access.acceptsTokens ? 'offered' : undefined;
  if (authorization === undefined) {
    const principal = certificate && access.authenticateCertificate?.(certificate);
    if (principal) return principal;
    if (certificate) onFailed({ method: 'certificate' });
    throw unauthorized(
      certificate
        ? 'the client certificate stands for no user'
        : `authentication is required: HTTP Basic with name and password${bearer ? ', or a bearer token' : ''}`,
      bearer,
    );
  }
  const token = parseBearer(authorization);
  if (token !== undefined && bearer && access.authenticateToken) {
    const principal = await checked(access.authenticateToken(token, source));
    if (principal) return principal;
    onFailed({ method: 'token' });
    throw unauthorized('the token is not good: its signature, issuer, audience or time is wrong', 'invalid');
  }
  const basic = parseBasic(authorization);
  if (!basic) {
    throw unauthorized('the Authorization header is not "Basic" with base64 of "name:password"', bearer);
  }
  const principal = await checked(access.authenticatePassword(basic.name, basic.password, source));
  if (principal) return principal;
  onFailed({ method: 'password', user: basic.name });
  throw unauthorized('the name or the password is wrong', bearer);
}

function parseBearer(authorization: string): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
}

function parseBasic(authorization: string): { readonly name: string; readonly password: string } | undefined {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization);
  if (match?.[1] === undefined) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

async function checked(check: Promise<Principal | undefined>): Promise<Principal | undefined> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof AccessError && error.code === 'overloaded' ? overloaded(error.message) : error;
  }
}
