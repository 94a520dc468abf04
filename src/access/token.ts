/** Bearer tokens: signed JWTs of the issuers that are configured (RFC 7519, RFC 6750), checked with jose. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { ConfiguredIssuer } from './configured.js';
import { AccessError } from './errors.js';
import { memberName } from './member-name.js';
import { ADMIN_GROUP, OPERATOR_GROUP, type Principal } from './principal.js';
import { isUserName } from './users.js';

/** Maximum length of a token. Tokens in header fields are shorter. */
const MAX_LENGTH = 16_384;
/** Maximum number of groups that are read from one token. */
const MAX_GROUPS = 256;
const FETCH_TIME = 5_000;

/** Fetches a key set without redirects, from permitted addresses only. */
export type KeyFetch = (
  url: string,
  request: { readonly headers: Headers; readonly signal: AbortSignal },
) => Promise<Response>;

interface Issuer extends ConfiguredIssuer {
  /** Undefined while its file cannot be read: none of its tokens is valid. */
  readonly keySet: JWTVerifyGetKey | undefined;
  /** The file with the keys. */
  readonly file?: { readonly path: string; readonly mark: string };
  /** Changes with any change of the issuer or its keys. */
  readonly identity: string;
}

export type TokenPrincipal = Principal & { readonly expires: number };

/** A valid token: its principal, its issuer, and the identity of the issuer's keys. */
export interface VerifiedToken {
  readonly principal: TokenPrincipal;
  readonly issuer: string;
  /** `identityOf` the issuer. */
  readonly identity: string;
}

export class Tokens {
  readonly #issuers: ReadonlyMap<string, Issuer>;

  private constructor(issuers: readonly Issuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  }

  static readonly none = new Tokens([]);

  /**
   * Opens the key sets of the issuers.
   *
   * @param dataDir the directory below which key files are
   * @throws AccessError bad-token-keys for keys that cannot be read
   */
  static async open(
    configured: readonly ConfiguredIssuer[],
    dataDir: string | undefined,
    fetchKeys?: KeyFetch,
  ): Promise<Tokens> {
    return new Tokens(await Promise.all(configured.map((issuer) => openIssuer(issuer, dataDir, fetchKeys))));
  }

  /** Returns tokens with the keys that are in the files now; the same object when no file has changed. */
  async reread(onFault: (error: AccessError) => void): Promise<Tokens> {
    const issuers = [...this.#issuers.values()];
    const now = await Promise.all(issuers.map((issuer) => reread(issuer, onFault)));
    return now.every((issuer, index) => issuer === issuers[index]) ? this : new Tokens(now);
  }

  /** True when keys are in files, which may change. */
  get hasFiles(): boolean {
    return [...this.#issuers.values()].some(({ file }) => file !== undefined);
  }

  /** Returns a text that changes with the issuer and its keys; undefined when there is no such issuer. */
  identityOf(issuer: string): string | undefined {
    return this.#issuers.get(issuer)?.identity;
  }

  get accepted(): boolean {
    return this.#issuers.size > 0;
  }

  /** Returns the user that the token claims, unchecked. Used only to count failures by user. */
  claimedUser(token: string): string | undefined {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    return payload && userIn(payload, this.#issuers.get(payload.iss ?? ''));
  }

  /** Returns the user of the token; undefined when it is not valid. @throws AccessError overloaded when keys cannot be fetched */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    const issuer = this.#issuers.get(payload?.iss ?? '');
    if (!issuer?.keySet) return undefined;
    try {
      const verified = await jwtVerify(token, issuer.keySet, {
        issuer: issuer.issuer,
        audience: [...issuer.audiences],
        algorithms: [...issuer.algorithms],
        clockTolerance: issuer.clockSkew,
        requiredClaims: ['exp'],
      });
      if (!isAccessToken(verified.protectedHeader.typ) || isFromFuture(verified.payload, issuer)) return undefined;
      if (ID_CLAIMS.some((claim) => claim in verified.payload)) return undefined;
      const principal = principalOf(verified.payload, issuer);
      return principal && { principal, issuer: issuer.issuer, identity: issuer.identity };
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
        throw new AccessError('overloaded', `the keys of token issuer '${issuer.issuer}' cannot be had at the moment`);
      }
      return undefined;
    }
  }
}

/** Accepted token types. ID tokens, logout tokens and other signed statements are not accepted (RFC 8725 §3.11, RFC 9068 §4). */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt']);

/** Claims of ID tokens (OpenID Connect Core §3.3.2.11) and of logout tokens, which often have the type of any JWT. */
const ID_CLAIMS = ['at_hash', 'c_hash', 's_hash', 'events'] as const;

function isAccessToken(typ: string | undefined): boolean {
  return TYPES.has(typ?.toLowerCase().replace(/^application\//, ''));
}

/** True when the token was issued in the future: such a token is refused. */
function isFromFuture({ iat }: JWTPayload, { clockSkew }: ConfiguredIssuer): boolean {
  return iat !== undefined && iat > Date.now() / 1_000 + clockSkew;
}

function decoded(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function userIn(payload: JWTPayload, issuer: ConfiguredIssuer | undefined): string | undefined {
  if (!issuer) return undefined;
  const user = payload[issuer.userClaim];
  if (typeof user !== 'string' || !isUserName(user)) return undefined;
  return issuer.local ? user : memberName(user, issuer.issuer);
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

function counts(group: string, { local, permittedGroups }: ConfiguredIssuer): boolean {
  if (permittedGroups) return permittedGroups.includes(group);
  return local && group !== ADMIN_GROUP && group !== OPERATOR_GROUP;
}

async function openIssuer(
  configured: ConfiguredIssuer,
  dataDir: string | undefined,
  fetchKeys: KeyFetch | undefined,
): Promise<Issuer> {
  const { issuer, keys } = configured;
  const identity = JSON.stringify(configured);
  switch (keys.kind) {
    case 'uri':
      return {
        ...configured,
        identity,
        keySet: createRemoteJWKSet(new URL(keys.text), {
          timeoutDuration: FETCH_TIME,
          ...(fetchKeys && { [customFetch]: fetchKeys }),
        }),
      };
    case 'inline':
      return { ...configured, identity, keySet: localKeys(issuer, keys.text) };
    case 'file':
      return readIssuer(configured, join(dataDir ?? '.', keys.text));
  }
}

/** Reads the keys of an issuer from a file. @throws AccessError bad-token-keys */
async function readIssuer(configured: ConfiguredIssuer, path: string): Promise<Issuer> {
  // The mark is read before the file: a change in between is seen the next time.
  const mark = await fileMark(path);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new AccessError(
      'bad-token-keys',
      `the keys of issuer '${configured.issuer}' cannot be read from ${configured.keys.text}: ${why}`,
    );
  });
  return {
    ...configured,
    keySet: localKeys(configured.issuer, text),
    file: { path, mark },
    identity: JSON.stringify([configured, text]),
  };
}

/** Reads a changed key file again. A missing or damaged file leaves no keys, so all tokens of the issuer are refused. */
async function reread(issuer: Issuer, onFault: (error: AccessError) => void): Promise<Issuer> {
  const { file } = issuer;
  if (!file) return issuer;
  const mark = await fileMark(file.path);
  if (mark === file.mark) return issuer;
  try {
    const { keySet: _keySet, file: _file, identity: _identity, ...configured } = issuer;
    return await readIssuer(configured, file.path);
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    onFault(error);
    return { ...issuer, keySet: undefined, file: { path: file.path, mark }, identity: `unreadable ${mark}` };
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

/** Returns a text that changes with each replacement and each write of the file; `missing` when there is no file. */
async function fileMark(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}
