import {
  type Access,
  AccessError,
  type Credential,
  type PresentedToken,
  type TokenVerdict,
} from '../../access/index.js';
import type { ClientChain } from '../../keys/index.js';
import type { FailedLogin } from '../../server/index.js';
import { overloaded, proofsDropped, type TokenChallenge, tooManyProofs, unauthorized } from '../refusal.js';

/** The part of access control with which this face authenticates callers. */
export type HttpAuthentication = Pick<Access, 'authenticatePassword'> &
  Partial<
    Pick<Access, 'authenticateToken' | 'authenticateCertificate' | 'acceptsTokens' | 'domainOf' | 'watch' | 'holds'>
  >;

/** The credentials of a request. */
export interface Credentials extends Pick<PresentedToken, 'proof' | 'method' | 'urls'> {
  /** The header field. */
  readonly authorization: string | undefined;
  /**
   * Returns the certificate of the TLS client. It is used without other credentials, together with Basic by users who must prove both,
   * and together with a token that is bound to it.
   */
  readonly certificate: () => ClientChain | undefined;
  /** Address of the peer, by which failures are delayed. */
  readonly source: string | undefined;
}

/** Called with the method of each failed login. */
export type OnFailed = (login: Pick<FailedLogin, 'method' | 'user' | 'domain' | 'errorTag'>) => void;

/** A request whose caller is known. */
export type Login = Pick<Extract<TokenVerdict, { readonly kind: 'login' }>, 'principal' | 'nonce'>;

/**
 * Authenticates with HTTP Basic (RFC 7617), a token (RFC 6750, RFC 8705, RFC 9449) or a TLS client certificate (RFC 8040 §2.5).
 *
 * @throws Refusal 401 with a challenge, the same for an unknown name and a wrong password; 429 for a key with too many proofs; 503
 *   when too many wait
 */
export async function authenticate(
  access: HttpAuthentication,
  credentials: Credentials,
  onFailed: OnFailed,
): Promise<Login> {
  const { authorization, source } = credentials;
  const offered: TokenChallenge | undefined = access.acceptsTokens ? {} : undefined;
  if (authorization === undefined) {
    const certificate = credentials.certificate();
    const principal = certificate && access.authenticateCertificate?.(certificate);
    if (principal) return { principal };
    if (certificate) onFailed({ method: 'certificate', domain: access.domainOf?.({ certificate }) });
    throw unauthorized(
      certificate
        ? 'the client certificate stands for no user'
        : `authentication is required: HTTP Basic with name and password${offered ? ', or a token' : ''}`,
      offered,
    );
  }
  const token = parseToken(authorization);
  if (token && offered && access.authenticateToken) {
    const verdict = await checked(access.authenticateToken({ ...credentials, ...token }, source), () =>
      onFailed({ method: 'token', errorTag: UNCHECKED }),
    );
    return loginOf(verdict, token.scheme, onFailed);
  }
  const basic = parseBasic(authorization);
  if (!basic) {
    throw unauthorized('the Authorization header is not "Basic" with base64 of "name:password"', offered);
  }
  const first = () => firstFactor(credentials.certificate());
  const principal = await checked(access.authenticatePassword(basic.name, basic.password, source, first), () =>
    onFailed({ method: 'password', user: basic.name, errorTag: UNCHECKED }),
  );
  if (principal) return { principal };
  onFailed({ method: 'password', user: basic.name });
  throw unauthorized('the name or the password is wrong', offered);
}

/** The words of a refusal tell all that may be wrong, as more would help guessing, unless the caller has proved the token. */
const WORDS = {
  invalid_token:
    'the token is not good: its signature, issuer, audience or time is wrong, or it is bound to a key or certificate that was not used',
  invalid_dpop_proof:
    'the DPoP proof is not good: one is needed that the key of the token has signed for this method, URL and token, now and for the first time',
  use_dpop_nonce: 'the DPoP proof needs the nonce of the header field DPoP-Nonce',
} as const;

const REASONS = {
  revoked: 'the token was revoked, or the grant from which it comes: ask for another one',
  suspended: 'the trust domain of the token is suspended on this node: its tokens are good again when that ends',
} as const;

/** @throws Refusal for each verdict but a login */
function loginOf(verdict: TokenVerdict, scheme: PresentedToken['scheme'], onFailed: OnFailed): Login {
  switch (verdict.kind) {
    case 'login':
      return verdict;
    case 'refused': {
      const { error, nonce, domain, reason } = verdict;
      if (error !== 'use_dpop_nonce') onFailed({ method: 'token', domain });
      throw unauthorized(reason ? REASONS[reason] : WORDS[error], { failed: { scheme, error }, nonce });
    }
    case 'too-many-proofs':
      onFailed({ method: 'token', errorTag: UNCHECKED });
      throw tooManyProofs(verdict.wait);
    case 'proofs-dropped':
      onFailed({ method: 'token', errorTag: UNCHECKED });
      throw proofsDropped(verdict.nonce);
    default:
      return verdict satisfies never;
  }
}

function firstFactor(chain: ClientChain | undefined): Credential | undefined {
  return chain && { method: 'tls-certificate', chain };
}

function parseToken(authorization: string): Pick<PresentedToken, 'scheme' | 'token'> | undefined {
  const [, scheme, token] = /^(bearer|dpop) +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer', token };
}

function parseBasic(authorization: string): { readonly name: string; readonly password: string } | undefined {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization);
  if (match?.[1] === undefined) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The error-tag of logins that were refused unchecked. */
const UNCHECKED = 'resource-denied';

/** @throws Refusal 503 when too many logins wait, after it has called `onOverload` */
async function checked<T>(check: Promise<T>, onOverload: () => void): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof AccessError) || error.code !== 'overloaded') throw error;
    onOverload();
    throw overloaded(error.message);
  }
}
