/** The nodes of trust domains as issuers: their keys are found by their metadata (RFC 8414). */
import { isObject } from '../../data/index.js';
import { issuerOfHost } from '../domain/node-issuer.js';
import type { TrustDomain } from '../domain/trust-domain.js';
import { type FetchedKeys, keysAt } from './fetched-keys.js';
import type { Issuer } from './issuer.js';
import type { KeptKeys } from './kept-keys.js';
import type { KeyFetch } from './key-fetch.js';

/** Seconds for which a token of a node may hold. */
const MAX_LIFETIME = 600;
const CLOCK_SKEW = 5;
/** Maximum octets of metadata and keys. */
const LONGEST = 64 * 1024;
const METADATA = '/.well-known/oauth-authorization-server';

export interface NodeIssuerOptions {
  readonly fetchKeys: KeyFetch | undefined;
  readonly fetched: FetchedKeys;
  /** Stores good keys; absent: they are in memory only. */
  readonly kept: KeptKeys | undefined;
}

/** Returns the nodes of a domain as issuers. Their audience is this node, which may not have its name yet. */
export function nodeIssuers(domain: TrustDomain, options: NodeIssuerOptions): readonly Issuer[] {
  return domain.configured.nodeHosts.map((host) => nodeIssuer(issuerOfHost(host), domain, options));
}

function nodeIssuer(issuer: string, { configured, nodeTrust }: TrustDomain, o: NodeIssuerOptions): Issuer {
  const url = `${issuer}${METADATA}`;
  const fetchKeys = o.fetchKeys && throughMetadata(issuer, o.fetchKeys, nodeTrust);
  return {
    ...{ issuer, audiences: [], keys: { kind: 'uri', text: url }, algorithms: ['EdDSA', 'ES256'], isNode: true },
    ...{ userClaim: 'sub', groupsClaim: 'groups', local: false, permittedGroups: [], proofOfPossession: false },
    ...{ clockSkew: CLOCK_SKEW, maxLifetime: MAX_LIFETIME, identity: `node ${url} ${nodeTrust ?? ''}` },
    keySet: keysAt(url, { fetchKeys, fetched: o.fetched, kept: o.kept, maxStale: configured.maxStale }),
  };
}

/** Returns a fetch of the metadata that goes on to the keys they name, which lie on the same host. */
function throughMetadata(issuer: string, fetchKeys: KeyFetch, ca: string | undefined): KeyFetch {
  return async (url, request) => {
    const bounded = { ...request, longest: LONGEST, ...(ca === undefined ? {} : { ca }) };
    const answer = await fetchKeys(url, bounded);
    if (answer.status !== 200) return answer;
    const metadata: unknown = await answer.json();
    const told: Record<string, unknown> = isObject(metadata) ? { ...metadata } : {};
    const { issuer: name, jwks_uri: uri } = told;
    if (name !== issuer) throw new TypeError(`the node at ${issuer} calls itself ${String(name)}`);
    if (typeof uri !== 'string' || !URL.canParse(uri) || new URL(uri).origin !== new URL(issuer).origin)
      throw new TypeError(`the keys of ${issuer} must lie on the same host`);
    return fetchKeys(uri, bounded);
  };
}
