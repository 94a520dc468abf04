/**
 * Subjects that issue their tokens themselves: known by a decentralized identifier (DID) that a trust domain names. The token is signed
 * with a key for authentication, and bound to the key of the DPoP proofs.
 */
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { TrustDomain } from '../domain/trust-domain.js';
import type { Issuer } from './issuer.js';
import type { KeptKeys } from './kept-keys.js';
import { UnknownKey } from './own-issuer.js';
import { KeysUnavailable, type SubjectKeys } from './subject-keys.js';

/** As the model has it (yangent-identity:did). */
const DID = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/;
/** Maximum characters: longer ones are no name of a user. */
const LONGEST = 255;

const MAX_LIFETIME = 3_600;
const CLOCK_SKEW = 5;

/** True for the issuer of a token that may be its subject itself. */
export function isDid(issuer: unknown): issuer is string {
  return typeof issuer === 'string' && issuer.length <= LONGEST && DID.test(issuer);
}

export interface SubjectNeeds {
  readonly keys: SubjectKeys;
  readonly kept: KeptKeys;
  /** Values of the claim aud. */
  readonly audiences: readonly string[];
  /** True when the domain names the identifier itself. */
  readonly isNamed: boolean;
}

/** Returns the subject as issuer of its own tokens. */
export function issuerOfSubject(did: string, domain: TrustDomain, needs: SubjectNeeds): Issuer {
  return {
    ...{ issuer: did, audiences: needs.audiences, keys: { kind: 'inline', text: '' }, identity: `subject ${did}` },
    ...{ algorithms: ['EdDSA', 'Ed25519', 'ES256'], userClaim: 'sub', groupsClaim: 'groups', local: false },
    ...{ permittedGroups: [], proofOfPossession: true, clockSkew: CLOCK_SKEW, maxLifetime: MAX_LIFETIME },
    isSubject: true,
    keyAt: (kid) => JSON.stringify(needs.kept.get(kid)?.keys ?? null),
    keySet: keySetOf(did, domain.configured.maxStale, needs),
  };
}

function keySetOf(did: string, maxStale: number, { keys, kept, isNamed }: SubjectNeeds): JWTVerifyGetKey {
  return async (header, token) => {
    // A header that nobody has checked may have any value here.
    const kid: unknown = header.kid;
    if (typeof kid !== 'string' || !kid.startsWith(`${did}#`))
      throw new UnknownKey(`the token names no key of ${did} in kid: ${did}#...`);
    const known = kept.get(kid);
    const found = await keys.resolve(kid, isNamed || known !== undefined).catch((error: unknown) => {
      if (!(error instanceof KeysUnavailable)) throw error;
      const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
      // A clock that went back behind the last fetch tells no age.
      if (!known || age < 0 || age > maxStale * 1_000) throw error;
      return known;
    });
    if (!found) {
      await kept.forget(kid);
      throw new UnknownKey(`${did} has no key ${kid} for authentication`);
    }
    if ('keys' in found) return createLocalJWKSet(found.keys)(header, token);
    const set = { keys: [{ ...found.jwk, kid }] };
    if (isFetched(did)) await kept.keep(kid, { keys: set, at: found.at });
    return createLocalJWKSet(set)(header, token);
  };
}

/** False for an identifier that is a key itself. */
function isFetched(did: string): boolean {
  return did.startsWith('did:web:') || did.startsWith('did:wba:');
}
