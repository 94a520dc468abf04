/** `/oauth/token`: token exchange (RFC 8693). The subject token is the authority: there are no clients to be registered. */
import {
  type Access,
  type Capability,
  capabilitiesOfClaim,
  type HeldToken,
  TokenFault,
  type TokenIssuing,
} from '../../access/index.js';
import { parseJson, RpcError } from '../../data/index.js';
import type { FaceRequest } from '../../server/index.js';
import { OAuthFault } from './fault.js';
import { parametersOf, required } from './form.js';

export const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const TYPES: ReadonlySet<string | undefined> = new Set([ACCESS_TOKEN, 'urn:ietf:params:oauth:token-type:jwt']);

export type TokenAccess = Pick<Access, 'heldToken' | 'proveKey'> & { readonly issuing: TokenIssuing };

/** The operations of the endpoints, as records name them. */
export type OAuthOperation = 'oauth-token' | 'oauth-revoke';

/** Runs work for the user of a token, and records it before it is answered. @throws TokenFault when he may not */
export type Recorded = <T>(
  operation: OAuthOperation,
  held: HeldToken,
  source: string,
  work: () => Promise<T>,
) => Promise<T>;

/** Answers a token request. @throws OAuthFault, TokenFault, CapabilityFault */
export async function tokenAnswer(
  access: TokenAccess,
  request: FaceRequest,
  issuer: string,
  recorded: Recorded,
): Promise<object> {
  const parameters = parametersOf(request);
  if (required(parameters, 'grant_type') !== EXCHANGE)
    throw new OAuthFault('unsupported_grant_type', `this node exchanges tokens: grant_type is ${EXCHANGE}`);
  const audience = targetIn(parameters);
  requireType(parameters, 'requested_token_type', false);
  requireType(parameters, 'subject_token_type', true);
  const subject = await good(access, request, required(parameters, 'subject_token'), 'subject');
  const key = await provedKey(access, request, issuer);
  const given = parameters.get('actor_token');
  if (given !== undefined) requireType(parameters, 'actor_token_type', true);
  const actor = given === undefined ? undefined : await good(access, request, given, 'actor');
  const capabilities = wantedIn(parameters);
  const exchange = {
    ...{ subject, proved: key === undefined ? [] : [key], isSubject: false },
    ...(actor ? { actor } : {}),
    ...(audience === undefined ? {} : { audience }),
    ...(capabilities ? { capabilities } : {}),
  };
  const issued = await recorded('oauth-token', subject, request.source, () => access.issuing.exchange(exchange));
  return {
    access_token: issued.token,
    issued_token_type: ACCESS_TOKEN,
    token_type: issued.boundTo === undefined ? 'Bearer' : 'DPoP',
    expires_in: Math.max(0, Math.floor((issued.expires - Date.now()) / 1_000)),
  };
}

/** Returns the one target: a token for several could be used at one by the other (RFC 8693 §2.1). Undefined: this node. */
function targetIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const named = ['audience', 'resource'].flatMap((name) => parameters.get(name)?.replace(/\/$/, '') ?? []);
  if (new Set(named).size > 1) throw new OAuthFault('invalid_target', 'a token is for one node: name one target');
  return named[0];
}

function requireType(parameters: ReadonlyMap<string, string>, name: string, isNeeded: boolean): void {
  const type = isNeeded ? required(parameters, name) : (parameters.get(name) ?? ACCESS_TOKEN);
  if (!TYPES.has(type)) throw new OAuthFault('invalid_request', `${name} is ${ACCESS_TOKEN}`);
}

/** Returns the thumbprint of the key that the request proves (RFC 9449 §5). */
async function provedKey(
  access: TokenAccess,
  { headers, method }: FaceRequest,
  issuer: string,
): Promise<string | undefined> {
  const { dpop } = headers;
  if (dpop === undefined) return undefined;
  const verdict = await access.proveKey({ proof: String(dpop), method, urls: [`${issuer}/oauth/token`] });
  switch (verdict.kind) {
    case 'proved':
      return verdict.key;
    case 'refused':
      throw new DpopFault(verdict.error, verdict.nonce);
    case 'proofs-dropped':
      throw new DpopFault('use_dpop_nonce', verdict.nonce);
    case 'too-many-proofs':
      throw new OAuthFault('temporarily_unavailable', 'this key has signed too many proofs: wait', 503);
    default:
      return verdict satisfies never;
  }
}

/** The proof of a key is not good, or lacks the nonce. */
export class DpopFault extends OAuthFault {
  constructor(
    code: string,
    readonly nonce: string | undefined,
  ) {
    super(code, nonce === undefined ? 'the DPoP proof is not good' : 'the DPoP proof needs this nonce');
  }
}

async function good(access: TokenAccess, { source }: FaceRequest, token: string, what: string): Promise<HeldToken> {
  const held = await access.heldToken(token, source);
  if (held) return held;
  throw new TokenFault('invalid_grant', `the ${what} token is not good on this node`);
}

/**
 * Returns the capabilities that are wanted: the members of `authorization_details`-like JSON in `capabilities`, or the actions in
 * `scope`, without constraints.
 */
function wantedIn(parameters: ReadonlyMap<string, string>): readonly Capability[] | undefined {
  const [json, scope] = [parameters.get('capabilities'), parameters.get('scope')];
  if (json !== undefined && scope !== undefined)
    throw new OAuthFault('invalid_request', 'give scope or capabilities, not both');
  try {
    if (json !== undefined) return capabilitiesOfClaim(parseJson(json, { maxDepth: 8 }));
    if (scope !== undefined)
      return capabilitiesOfClaim(
        scope
          .split(' ')
          .filter((action) => action !== '')
          .map((action) => ({ action })),
      );
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) throw new OAuthFault('invalid_request', 'capabilities is JSON: a list');
    throw error;
  }
}
