/** The OAuth 2.0 endpoints of a node: tokens are exchanged, revoked and looked at, and the node says which it takes. */
import { type Access, AccessError, CapabilityFault, TokenFault } from '../../access/index.js';
import type { Face, FaceAnswer, FaceRequest, Mount } from '../../server/index.js';
import { OAuthFault } from './fault.js';
import { parametersOf, required } from './form.js';
import { authorizationServer, protectedResource } from './metadata.js';
import { DpopFault, type Recorded, type TokenAccess, tokenAnswer } from './token-endpoint.js';

export interface OAuthOptions {
  readonly access: Pick<Access, 'heldToken' | 'proveKey' | 'issuing'>;
  /** The URL of the node; undefined before it listens. */
  readonly issuer: () => string | undefined;
  /** Public keys of the node, as a JWK set. */
  readonly jwks: () => object;
  /** Runs work for the user of a token, and records it before it is answered. */
  readonly recorded: Recorded;
  /** Called for each token that was refused; with an error-tag when it was not checked. */
  readonly onRefused: (source: string, errorTag?: string) => void;
}

/** Returns the face; none for a node without tokens. */
export function oauthFace(options: OAuthOptions): Face {
  const { issuer, jwks } = options;
  const url = () => issuer() ?? '';
  const get = (path: string, body: () => object): Mount => ({
    ...{ path, of: 'node', methods: ['GET'], access: 'public' },
    answer: async (request) => (request.rest.length > 0 ? notThere() : json(200, body(), CACHED)),
  });
  const post = (path: string, work: (request: FaceRequest) => Promise<FaceAnswer>): Mount => ({
    ...{ path, of: 'node', methods: ['POST'], access: 'public' },
    answer: async (request) => (request.rest.length > 0 ? notThere() : told(() => work(request))),
  });
  return {
    protocol: 'oauth',
    mounts: [
      post('oauth/token', (request) => exchange(options, request, url())),
      post('oauth/revoke', (request) => revoke(options, request)),
      get('oauth/jwks', jwks),
      get('.well-known/oauth-protected-resource', () => protectedResource(url())),
      get('.well-known/oauth-authorization-server', () => authorizationServer(url())),
    ],
  };
}

async function exchange(options: OAuthOptions, request: FaceRequest, issuer: string): Promise<FaceAnswer> {
  const { access, recorded, onRefused } = options;
  try {
    return json(200, await tokenAnswer(withIssuing(access), request, issuer, recorded));
  } catch (error) {
    // The demand for a nonce is a step of each request, no failure (RFC 9449 §8).
    const isFailure = error instanceof DpopFault ? error.code !== 'use_dpop_nonce' : error instanceof TokenFault;
    if (isFailure) onRefused(request.source);
    if (error instanceof AccessError && error.code === 'overloaded') onRefused(request.source, 'resource-denied');
    throw error;
  }
}

/** Revokes a token (RFC 7009): one that is not good needs it not, so the answer is the same. */
async function revoke({ access, recorded }: OAuthOptions, request: FaceRequest): Promise<FaceAnswer> {
  const { issuing, ...others } = withIssuing(access);
  const held = await others.heldToken(required(parametersOf(request), 'token'), request.source);
  const mark = held?.authority.lineage.at(-1);
  if (held && mark !== undefined)
    await recorded('oauth-revoke', held, request.source, () => issuing.revoking.revoke(mark));
  return { status: 200, headers: UNCACHED, body: '' };
}

function withIssuing(access: OAuthOptions['access']): TokenAccess {
  const { issuing } = access;
  if (!issuing) throw new OAuthFault('invalid_request', 'this node issues no tokens');
  return {
    issuing,
    heldToken: (token, source) => access.heldToken(token, source),
    proveKey: (proof) => access.proveKey(proof),
  };
}

/** Tells refusals as RFC 6749 §5.2 wants. */
async function told(work: () => Promise<FaceAnswer>): Promise<FaceAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenFault)
      return refused(error.code === 'invalid_client' ? 401 : 400, error.code, error.message);
    if (error instanceof CapabilityFault) return refused(400, 'invalid_scope', error.message);
    if (error instanceof DpopFault)
      return refused(
        error.status,
        error.code,
        error.message,
        error.nonce === undefined ? {} : { 'dpop-nonce': error.nonce },
      );
    if (error instanceof OAuthFault) return refused(error.status, error.code, error.message);
    if (error instanceof AccessError && error.code === 'overloaded')
      return refused(503, 'temporarily_unavailable', error.message, { 'retry-after': '1' });
    throw error;
  }
}

function refused(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}) {
  return json(
    status,
    { error: code, error_description: description.replace(/["\\]/g, "'") },
    { ...UNCACHED, ...headers },
  );
}

const UNCACHED = { 'cache-control': 'no-store' } as const;
const CACHED = { 'cache-control': 'max-age=60' } as const;

function json(status: number, body: object, headers: Readonly<Record<string, string>> = UNCACHED): FaceAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function notThere(): FaceAnswer {
  return json(404, { error: 'invalid_request', error_description: 'nothing is served at this path' });
}
