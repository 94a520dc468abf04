/** Access tokens: signed JWTs of the issuers that are configured (RFC 7519, RFC 9068), checked with jose. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { isObject } from '../../data/index.js';
import type { ConfiguredIssuer } from '../configured.js';
import type { DomainRefusal } from '../domain/counts.js';
import { type Claim, TrustDomains } from '../domain/domains.js';
import { isOfNode as isOfNodeItself } from '../domain/node-issuer.js';
import type { TrustDomain } from '../domain/trust-domain.js';
import { AccessError } from '../errors.js';
import type { Usage } from '../grant/usage.js';
import { memberName } from '../member-name.js';
import { ADMIN_GROUP, OPERATOR_GROUP, type Principal } from '../principal.js';
import { isUserName } from '../users.js';
import { AuthorityFault, authorityIn, type TokenAuthority } from './authority.js';
import { type Confirmation, isBound, methodsOf, readConfirmation } from './confirmation.js';
import { type FetchedKeys, keysAt } from './fetched-keys.js';
import type { HeldToken } from './held.js';
import type { Issuer } from './issuer.js';
import type { KeptKeys } from './kept-keys.js';
import { nodeIssuers } from './node-issuers.js';
import { isSameUser, issuerOfNode, type OwnIssuer, ownUserOf, UnknownKey } from './own-issuer.js';
import { isDid, issuerOfSubject } from './subject-issuer.js';
import { KeysUnavailable, type SubjectKeys } from './subject-keys.js';

/** Maximum length of a token. Tokens in header fields are shorter. */
const MAX_LENGTH = 16_384;
/** Maximum number of groups that are read from one token. */
const MAX_GROUPS = 256;

/** Fetches a key set without redirects, from permitted addresses only. */
export type KeyFetch = (
  url: string,
  request: {
    readonly headers: Headers;
    readonly signal: AbortSignal;
    /** Maximum octets of the answer. */
    readonly longest?: number;
    /** Trusted certificates instead of those of the system, in PEM. */
    readonly ca?: string;
  },
) => Promise<Response>;

export type TokenPrincipal = Principal & { readonly expires: number };

/** A valid token: its principal and binding, its issuer, and the identity of the issuer's keys. */
export interface VerifiedToken {
  readonly principal: TokenPrincipal;
  /** Its sender must prove this besides. */
  readonly confirmation: Confirmation;
  readonly issuer: string;
  /** `identityOf` it. */
  readonly identity: string;
  readonly authority: TokenAuthority;
  /** The only one who may act with it (RFC 8693 §4.4). */
  readonly mayAct?: string;
  /** False when its user has changed since, or the key of a subject. */
  readonly isSame: () => boolean;
}

export interface TokenOptions {
  /** The directory below which key files are. */
  readonly dataDir?: string;
  readonly fetchKeys?: KeyFetch;
  /** Keys that were fetched before. */
  readonly fetched: FetchedKeys;
  /** Those that outlive the process. */
  readonly kept?: KeptKeys;
  /** Returns where the keys of subjects are found; undefined while they cannot be. */
  readonly subjects?: () => SubjectKeys | undefined;
  /** Absent: the node issues no tokens. */
  readonly own?: OwnIssuer;
  /** Returns the counts of a token, for rates. */
  readonly usageOf: (token: string) => Usage;
  /** The trust domains, to which issuers belong. */
  readonly domains: TrustDomains;
}

const NO_TOKENS: TokenOptions = {
  usageOf: () => ({ within: () => 0, count: async () => {} }),
  domains: TrustDomains.none,
  fetched: new Map(),
};

export class Tokens {
  readonly #issuers: ReadonlyMap<string, Issuer>;
  readonly #options: TokenOptions;

  private constructor(issuers: readonly Issuer[], options: TokenOptions) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
    this.#options = options;
  }

  static readonly none = new Tokens([], NO_TOKENS);

  /**
   * Opens the key sets of the issuers.
   *
   * @throws AccessError bad-token-keys for keys that cannot be read
   */
  static async open(configured: readonly ConfiguredIssuer[], options: TokenOptions): Promise<Tokens> {
    const { domains, fetchKeys, fetched } = options;
    const nodes = domains.all().flatMap((domain) => nodeIssuers(domain, { fetchKeys, fetched, kept: options.kept }));
    // A node of a domain goes before an entry of its name.
    return new Tokens([...(await Promise.all(configured.map((each) => openIssuer(each, options)))), ...nodes], options);
  }

  /** Returns tokens with the keys that are in the files now; the same object when no file has changed. */
  async reread(onFault: (error: AccessError) => void): Promise<Tokens> {
    const issuers = [...this.#issuers.values()];
    const now = await Promise.all(issuers.map((issuer) => reread(issuer, onFault)));
    return now.every((issuer, index) => issuer === issuers[index]) ? this : new Tokens(now, this.#options);
  }

  /** True when keys are in files, which may change. */
  get hasFiles(): boolean {
    return [...this.#issuers.values()].some(({ file }) => file !== undefined);
  }

  /**
   * Returns a text that changes with the issuer, its keys, and the trust domains of the principal and its actors; undefined when
   * the issuer is none, or a domain is closed or gone.
   */
  identityOf(issuer: string, principal: Pick<Principal, 'name' | 'actors' | 'token'>): string | undefined {
    const known = this.#issuer(issuer);
    const { origin } = principal.token ?? {};
    if (origin !== undefined && !this.#issuer(origin)) return undefined;
    const domains = known && this.#domainsOf(this.#claimOf(known), partiesOf(principal));
    if (!known || !domains || domains === 'former' || domains.some(({ closed }) => closed)) return undefined;
    return [known.identity, ...domains.map(({ identity }) => identity)].join(' ');
  }

  /** Returns the trust domain of the issuer that the token claims, unchecked, or of the member that an own token names. */
  claimedDomain(token: string): TrustDomain | undefined {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    const issuer = payload && this.#issuer(payload.iss ?? '');
    if (!issuer) return undefined;
    const { domains } = this.#options;
    const claim = this.#claimOf(issuer) ?? (typeof payload.sub === 'string' ? domains.ofName(payload.sub) : undefined);
    return claim === 'former' ? undefined : claim;
  }

  /** The trust domain of an issuer. The node itself belongs to none, whichever issuer has its name. */
  #claimOf({ issuer, isSubject }: Issuer): Claim {
    const { own, domains } = this.#options;
    if (isSubject) return domains.ofDid(issuer);
    return own && issuer === own.name() ? undefined : domains.ofIssuer(issuer);
  }

  /** Returns the domains whose permits limit these parties. The names in tokens of a domain are all of that domain. */
  #domainsOf(claim: Claim, parties: readonly string[]): readonly TrustDomain[] | 'former' {
    if (claim === 'former') return 'former';
    return claim ? [claim] : this.#options.domains.among(parties);
  }

  get domains(): TrustDomains {
    return this.#options.domains;
  }

  get accepted(): boolean {
    return this.#issuers.size > 0 || this.#options.own?.name() !== undefined;
  }

  /** The node itself goes before an issuer of its name. */
  #issuer(name: string): Issuer | undefined {
    const { own } = this.#options;
    if (own && name === own.name()) return issuerOfNode(own);
    return this.#issuers.get(name) ?? (isDid(name) ? this.#subject(name) : undefined);
  }

  /** Returns a subject that a trust domain names by its identifier, or by the host of it. */
  #subject(did: string): Issuer | undefined {
    const { own, domains, subjects, kept } = this.#options;
    const [domain, keys] = [domains.ofDid(did), subjects?.()];
    if (!domain || !keys || !kept) return undefined;
    const audiences = [own?.name(), keys.audience()].filter((each) => each !== undefined);
    return issuerOfSubject(did, domain, { keys, kept, audiences, isNamed: domains.namesDid(did) });
  }

  /** True for a token that its subject itself claims to have issued: a host may have to be asked for its key. */
  isOfSubject(token: string): boolean {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    return payload !== undefined && this.#issuer(payload.iss ?? '')?.isSubject === true;
  }

  /** Returns the user that the token claims, unchecked. Used only to count failures by user. */
  claimedUser(token: string): string | undefined {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    const issuer = payload && this.#issuer(payload.iss ?? '');
    return issuer && this.#nameIn(payload, issuer);
  }

  #nameIn(payload: JWTPayload, issuer: Issuer): string | undefined {
    const user = payload[issuer.userClaim];
    if (typeof user !== 'string' || !isNameFrom(user, issuer)) return undefined;
    const claim = this.#claimOf(issuer);
    if (claim) return claim === 'former' ? undefined : memberIn(claim, user);
    if (!issuer.local) return memberName(user, issuer.issuer);
    // No local name is that of a member, whether its domain is there or gone.
    return this.#options.domains.ofName(user) === undefined ? user : undefined;
  }

  /** The user of a token, with the groups that count. */
  #userOf(payload: JWTPayload, issuer: Issuer): Pick<Principal, 'name' | 'groups' | 'kind' | 'domain'> | undefined {
    const { own, domains } = this.#options;
    const isOwn = own && issuer.issuer === own.name();
    const user = isOwn ? ownUserOf(payload, own) : this.#foreignUser(payload, issuer);
    if (!user) return undefined;
    const claim = domains.ofName(user.name);
    if (claim === 'former') return undefined;
    return claim ? { name: user.name, ...claim.traits } : user;
  }

  #foreignUser(payload: JWTPayload, issuer: Issuer): Pick<Principal, 'name' | 'groups' | 'kind'> | undefined {
    const name = this.#nameIn(payload, issuer);
    if (name === undefined) return undefined;
    // A token says nothing of the kind: that of the user of this name counts.
    const kind = issuer.local ? this.#options.own?.userOf(name)?.kind : undefined;
    return { name, groups: groupsIn(payload, issuer), ...(kind ? { kind } : {}) };
  }

  #principal(
    payload: JWTPayload,
    issuer: Issuer,
    confirmation: Confirmation,
    { id, actors, link, delegation, lineage }: TokenAuthority,
    domains: readonly TrustDomain[],
  ): TokenPrincipal | undefined {
    const user = this.#userOf(payload, issuer);
    const { exp } = payload;
    if (!user || exp === undefined) return undefined;
    if (exp > Date.now() / 1_000 + issuer.maxLifetime + issuer.clockSkew) return undefined;
    const isOwn = issuer.issuer === this.#options.own?.name();
    const links = [...(link ? [link] : []), ...domains.map((each) => each.link)];
    return {
      ...user,
      ...(actors.length === 0 ? {} : { actors, kind: 'agent' }),
      ...(links.length === 0 ? {} : { links }),
      ...{ methods: methodsOf(confirmation), expires: exp * 1_000 },
      token: {
        ...{ ...(id === undefined ? {} : { id }), delegation, lineage },
        ...(isOwn && typeof payload.origin === 'string' ? { origin: payload.origin } : {}),
        ...endsOf(payload, { isNode: issuer.isNode === true, isOwn }),
      },
    };
  }

  /**
   * Returns the user of the token, and the key or certificate to which it is bound; undefined when it is not valid. A refusal is
   * counted by its trust domain.
   *
   * @throws AccessError overloaded when keys cannot be fetched
   */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const payload = token.length > MAX_LENGTH ? undefined : decoded(token);
    const issuer = this.#issuer(payload?.iss ?? '');
    const claim = issuer && this.#claimOf(issuer);
    if (!issuer || claim === 'former') return undefined;
    const found = claim?.closed ?? (await this.#check(token, issuer, claim));
    if (typeof found !== 'string') return found;
    (claim ?? this.claimedDomain(token))?.counts.refuse(found);
    return undefined;
  }

  /** Checks a token of an issuer. @returns why it is not valid @throws AccessError overloaded */
  async #check(
    token: string,
    issuer: Issuer,
    claim: TrustDomain | undefined,
  ): Promise<VerifiedToken | Exclude<DomainRefusal, 'two-domains' | 'bad-certificate'>> {
    if (!issuer.keySet) return 'no-keys';
    try {
      const verified = await jwtVerify(token, issuer.keySet, {
        issuer: issuer.issuer,
        audience: this.#audiencesOf(issuer),
        algorithms: [...issuer.algorithms],
        clockTolerance: issuer.clockSkew,
        requiredClaims: ['exp'],
      });
      if (!isAccessToken(verified.protectedHeader.typ) || isFromFuture(verified.payload, issuer)) return 'bad-token';
      if (ID_CLAIMS.some((name) => name in verified.payload)) return 'bad-token';
      if (issuer.isSubject && !isOwnStatement(verified)) return 'bad-token';
      const confirmation = readConfirmation(verified.payload.cnf);
      if (!confirmation) return 'bad-token';
      const mustBeBound = issuer.proofOfPossession || claim?.configured.proofOfPossession === true;
      if (mustBeBound && !isBound(confirmation)) return 'unbound-token';
      // A certificate that the subject itself names proves nothing more than its signature.
      if (issuer.isSubject && confirmation.key === undefined) return 'unbound-token';
      return this.#verified(verified, issuer, claim, confirmation);
    } catch (error) {
      if (error instanceof AuthorityFault || error instanceof UnknownKey) return 'bad-token';
      if (error instanceof KeysUnavailable) return 'no-keys';
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
        claim?.counts.refuse('no-keys');
        throw new AccessError('overloaded', `the keys of token issuer '${issuer.issuer}' cannot be had at the moment`);
      }
      return 'bad-token';
    }
  }

  /** A node of a trust domain names this node as it calls itself. */
  #audiencesOf({ isNode, audiences }: Issuer): string[] {
    const own = isNode ? this.#options.own?.name() : undefined;
    return isNode ? (own === undefined ? [] : [own]) : [...audiences];
  }

  /** @throws AuthorityFault */
  #verified(
    { payload, protectedHeader: { kid = '' } }: JWTVerifyResult,
    issuer: Issuer,
    claim: TrustDomain | undefined,
    confirmation: Confirmation,
  ): VerifiedToken | 'disabled' | 'no-permit' | 'bad-name' | 'bad-token' {
    if (claim && this.#nameIn(payload, issuer) === undefined) return 'bad-name';
    const isOwn = issuer.issuer === this.#options.own?.name();
    const said = authorityIn(payload, this.#options.usageOf, isOwn ? undefined : issuer.issuer);
    // Another who speaks through a node is not vouched for by the node itself.
    if (issuer.isNode && said.actors[0] !== issuer.issuer) return 'bad-token';
    const authority = claim ? ofDomain(said, claim) : said;
    if (authority.actors.some((each) => each.length > LONGEST_NAME)) return 'bad-name';
    const name = this.#userOf(payload, issuer)?.name;
    const domains = this.#domainsOf(claim, [...(name === undefined ? [] : [name]), ...authority.actors]);
    if (domains === 'former') return 'bad-token';
    const closed = domains.flatMap((each) => each.closed ?? [])[0];
    if (closed) return closed;
    const principal = this.#principal(payload, issuer, confirmation, authority, domains);
    const identity = principal && this.identityOf(issuer.issuer, principal);
    if (!principal || identity === undefined) return 'bad-token';
    const { may_act: mayAct } = payload;
    const named = isObject(mayAct) && 'sub' in mayAct && typeof mayAct.sub === 'string' ? mayAct.sub : undefined;
    if (mayAct !== undefined && named === undefined) return 'bad-token';
    const { own } = this.#options;
    const key = issuer.keyAt?.(kid);
    return {
      ...{ principal, confirmation, authority, issuer: issuer.issuer, identity },
      ...(named === undefined ? {} : { mayAct: claim ? claim.spelt(named) : named }),
      isSame: () =>
        issuer.keyAt?.(kid) === key &&
        (!own ||
          issuer.issuer !== own.name() ||
          principal.domain !== undefined ||
          isSameUser(payload, principal.groups, own)),
    };
  }
}

/** Maximum length of a name: that of an owner of an agent. */
const LONGEST_NAME = 255;

/** Returns the name of a member on this node; undefined when it is too long. */
function memberIn(domain: TrustDomain, user: string): string | undefined {
  const name = domain.spelt(user);
  return name.length > LONGEST_NAME ? undefined : name;
}

/** True for a token that says that it is an access token, and is for one audience (RFC 9068 §2.1, §2.2). */
function isOwnStatement({ protectedHeader, payload: { aud } }: JWTVerifyResult): boolean {
  const isForOne = typeof aud === 'string' || (Array.isArray(aud) && aud.length === 1);
  return isForOne && kindOf(protectedHeader.typ) === 'at+jwt';
}

/** True for a name that an issuer may give: no name of a user has a colon, so that no other is called like an identifier or a node. */
function isNameFrom(user: string, issuer: Issuer): boolean {
  if (issuer.isSubject) return user === issuer.issuer;
  return isUserName(user) || (issuer.isNode === true && isOfNodeItself(issuer.issuer, user));
}

/** The user of a token and all who act for it. */
function partiesOf({ name, actors = [] }: Pick<Principal, 'name' | 'actors'>): readonly string[] {
  return [name, ...actors];
}

/** The authority in a token of a trust domain: its actors are of that domain, and it comes from nothing that this node gave. */
function ofDomain({ id, actors, link, delegation, lineage }: TokenAuthority, domain: TrustDomain): TokenAuthority {
  return {
    ...(id === undefined ? {} : { id }),
    ...(link ? { link } : {}),
    actors: actors.map((actor) => domain.spelt(actor)),
    delegation,
    lineage,
  };
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

/** Returns the token whoever presents it. */
export function heldOf({ principal, issuer, authority, confirmation, mayAct }: VerifiedToken): HeldToken {
  const { key, certificate } = confirmation;
  const boundTo = certificate === undefined ? key : `certificate ${certificate}`;
  return {
    ...{ principal, issuer, authority, expires: principal.expires },
    ...(boundTo === undefined ? {} : { boundTo }),
    ...(mayAct === undefined ? {} : { mayAct }),
  };
}

/** Accepted token types. ID tokens, logout tokens and other signed statements are not accepted (RFC 8725 §3.11, RFC 9068 §4). */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt']);

/** Claims of ID tokens (OpenID Connect Core §3.3.2.11) and of logout tokens, which often have the type of any JWT. */
const ID_CLAIMS = ['at_hash', 'c_hash', 's_hash', 'events'] as const;

function isAccessToken(typ: string | undefined): boolean {
  return TYPES.has(kindOf(typ));
}

function kindOf(typ: string | undefined): string | undefined {
  return typ?.toLowerCase().replace(/^application\//, '');
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

function groupsIn(payload: JWTPayload, issuer: Issuer): readonly string[] {
  const claimed = payload[issuer.groupsClaim];
  const named = Array.isArray(claimed) ? claimed.filter((group) => typeof group === 'string') : [];
  return [...new Set(named.slice(0, MAX_GROUPS))].filter((group) => counts(group, issuer));
}

function counts(group: string, { local, permittedGroups }: ConfiguredIssuer): boolean {
  if (permittedGroups) return permittedGroups.includes(group);
  return local && group !== ADMIN_GROUP && group !== OPERATOR_GROUP;
}

async function openIssuer(configured: ConfiguredIssuer, options: TokenOptions): Promise<Issuer> {
  const { dataDir, fetchKeys, fetched, kept, domains } = options;
  const claim = domains.ofIssuer(configured.issuer);
  const maxStale = claim === 'former' ? undefined : claim?.configured.maxStale;
  const { issuer, keys } = configured;
  const identity = JSON.stringify(configured);
  switch (keys.kind) {
    case 'uri':
      return { ...configured, identity, keySet: keysAt(keys.text, { fetchKeys, fetched, kept, maxStale }) };
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
