/** Bearer tokens: signed JWTs of the issuers that are configured (RFC 7519, RFC 6750), checked with jose. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { ConfiguredIssuer } from './configured.js';
import { AccessError } from './errors.js';
import { ADMIN_GROUP, OPERATOR_GROUP, type Principal } from './principal.js';
import { isUserName } from './users.js';

/** Longer than any token that is sent in a header field. */
const MAX_LENGTH = 16_384;
/** Groups that count of one token. */
const MAX_GROUPS = 256;
const FETCH_TIME = 5_000;

interface Issuer extends ConfiguredIssuer {
  readonly keySet: JWTVerifyGetKey;
}

export type TokenPrincipal = Principal & { readonly expires: number };

export class Tokens {
  readonly #issuers: ReadonlyMap<string, Issuer>;

  private constructor(issuers: readonly Issuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  }

  static readonly none = new Tokens([]);

  /**
   * @param dataDir below which files with keys are
   * @throws AccessError bad-token-keys for keys that cannot be read
   */
  static async open(configured: readonly ConfiguredIssuer[], dataDir: string | undefined): Promise<Tokens> {
    return new Tokens(
      await Promise.all(configured.map(async (issuer) => ({ ...issuer, keySet: await keySetOf(issuer, dataDir) }))),
    );
  }

  get accepted(): boolean {
    return this.#issuers.size > 0;
  }

  /** Who the token says it is for, unchecked: only to tell apart whose failures are counted. */
  claimedUser(token: string): string | undefined {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    return payload && userIn(payload, this.#issuers.get(payload.iss ?? ''));
  }

  /** The user of the token; undefined when it is not good. @throws AccessError overloaded when keys cannot be fetched */
  async verify(token: string): Promise<TokenPrincipal | undefined> {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    const issuer = this.#issuers.get(payload?.iss ?? '');
    if (!issuer) return undefined;
    try {
      const verified = await jwtVerify(token, issuer.keySet, {
        issuer: issuer.issuer,
        audience: [...issuer.audiences],
        algorithms: [...issuer.algorithms],
        clockTolerance: issuer.clockSkew,
        requiredClaims: ['exp'],
      });
      return principalOf(verified.payload, issuer);
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
        throw new AccessError('overloaded', `the keys of token issuer '${issuer.issuer}' cannot be had at the moment`);
      }
      return undefined;
    }
  }
}

function decoded(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function userIn(payload: JWTPayload, issuer: ConfiguredIssuer | undefined): string | undefined {
  const user = issuer && payload[issuer.userClaim];
  return typeof user === 'string' && isUserName(user) ? user : undefined;
}

function principalOf(payload: JWTPayload, issuer: Issuer): TokenPrincipal | undefined {
  const name = userIn(payload, issuer);
  const { exp } = payload;
  if (name === undefined || exp === undefined) return undefined;
  if (exp > Date.now() / 1_000 + issuer.maxLifetime + issuer.clockSkew) return undefined;
  const claimed = payload[issuer.groupsClaim];
  const named = Array.isArray(claimed) ? claimed.filter((group) => typeof group === 'string') : [];
  const groups = [...new Set(named.slice(0, MAX_GROUPS))].filter((group) => counts(group, issuer));
  return { name, groups, expires: exp * 1_000 };
}

function counts(group: string, { permittedGroups }: ConfiguredIssuer): boolean {
  return permittedGroups ? permittedGroups.includes(group) : group !== ADMIN_GROUP && group !== OPERATOR_GROUP;
}

async function keySetOf({ issuer, keys }: ConfiguredIssuer, dataDir: string | undefined): Promise<JWTVerifyGetKey> {
  switch (keys.kind) {
    case 'uri':
      return createRemoteJWKSet(new URL(keys.text), { timeoutDuration: FETCH_TIME });
    case 'inline':
      return localKeys(issuer, keys.text);
    case 'file': {
      const text = await readFile(join(dataDir ?? '.', keys.text), 'utf8').catch((error: unknown) => {
        const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
        throw new AccessError(
          'bad-token-keys',
          `the keys of issuer '${issuer}' cannot be read from ${keys.text}: ${why}`,
        );
      });
      return localKeys(issuer, text);
    }
  }
}

function localKeys(issuer: string, text: string): JWTVerifyGetKey {
  const set = parsed(text);
  if (!isKeySet(set)) {
    throw new AccessError('bad-token-keys', `the keys of issuer '${issuer}' are no JWK set: expected {"keys": [...]}`);
  }
  if (set.keys.some((key) => 'd' in key || 'k' in key)) {
    throw new AccessError(
      'bad-token-keys',
      `the keys of issuer '${issuer}' must be public ones; one of them is secret`,
    );
  }
  return createLocalJWKSet(set);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    Array.isArray(value.keys) &&
    value.keys.length > 0 &&
    value.keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key && typeof key.kty === 'string')
  );
}
