/** Verifies access tokens of the issuers that are configured, of nodes and subjects of trust domains, and of the node itself. */
import { errors, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { isObject, messageOf } from '../../data/index.js';
import type { ConfiguredIssuer } from '../configured.js';
import type { DomainRefusal } from '../domain/counts.js';
import type { TrustDomains } from '../domain/domains.js';
import type { TrustDomain } from '../domain/trust-domain.js';
import { AccessError } from '../errors.js';
import type { Usage } from '../grant/usage.js';
import type { Principal } from '../principal.js';
import { type AccessToken, type AccessTokenNeeds, checkAccessToken, decoded } from './access-token.js';
import { AuthorityFault, authorityIn, type TokenAuthority } from './authority.js';
import type { Issuer } from './issuer.js';
import { type IssuerOptions, Issuers } from './issuers.js';
import { isSameUser, UnknownKey } from './own-issuer.js';
import { KeysUnavailable } from './subject-keys.js';
import { principalOf } from './token-principal.js';
import { LONGEST_NAME, nameIn, userOf } from './token-user.js';
import type { VerifiedToken } from './verified-token.js';

/** Returns the counts of a token, for rates. */
type UsageOf = (token: string) => Usage;

export interface TokenOptions extends IssuerOptions {
  readonly usageOf: UsageOf;
}

/** Reasons for which a token is refused. */
type TokenRefusal = Exclude<DomainRefusal, 'two-domains' | 'bad-certificate'>;

export class Tokens {
  readonly #issuers: Issuers;
  readonly #usageOf: UsageOf;

  private constructor(issuers: Issuers, usageOf: UsageOf) {
    this.#issuers = issuers;
    this.#usageOf = usageOf;
  }

  static readonly none = new Tokens(Issuers.none, () => ({ within: () => 0, count: async () => {} }));

  /**
   * Opens the key sets of the issuers.
   *
   * @throws AccessError bad-token-keys for keys that cannot be read
   */
  static async open(configured: readonly ConfiguredIssuer[], options: TokenOptions): Promise<Tokens> {
    return new Tokens(await Issuers.open(configured, options), options.usageOf);
  }

  /** Returns tokens with the keys that are in the files now; the same object when no file has changed. */
  async reread(onFault: (error: AccessError) => void): Promise<Tokens> {
    const now = await this.#issuers.reread(onFault);
    return now === this.#issuers ? this : new Tokens(now, this.#usageOf);
  }

  /** True when keys are in files, which may change. */
  get hasFiles(): boolean {
    return this.#issuers.hasFiles;
  }

  get domains(): TrustDomains {
    return this.#issuers.domains;
  }

  /** True when there is an issuer. */
  get accepted(): boolean {
    return this.#issuers.accepted;
  }

  /** True for an issuer whose tokens may be good. */
  isIssuer(name: string): boolean {
    return this.#issuers.get(name) !== undefined;
  }

  /** See `Issuers.identityOf`. */
  identityOf(issuer: string, principal: Pick<Principal, 'name' | 'actors' | 'token'>): string | undefined {
    return this.#issuers.identityOf(issuer, principal);
  }

  /** Returns the trust domain of the issuer that the token claims, unchecked, or of the member that an own token names. */
  claimedDomain(token: string): TrustDomain | undefined {
    const { payload, issuer } = this.#claimed(token);
    if (!payload || !issuer) return undefined;
    const ofUser = typeof payload.sub === 'string' ? this.domains.ofName(payload.sub) : undefined;
    const claim = this.#issuers.domainOf(issuer) ?? ofUser;
    return claim === 'former' ? undefined : claim;
  }

  /** Returns the user that the token claims, unchecked. Used only to count failures by user. */
  claimedUser(token: string): string | undefined {
    const { payload, issuer } = this.#claimed(token);
    return payload && issuer && nameIn(payload, issuer, this.#issuers);
  }

  /** True for a token that its subject itself claims to have issued: a host may have to be asked for its key. */
  isOfSubject(token: string): boolean {
    return this.#claimed(token).issuer?.isSubject === true;
  }

  /** Returns what a token claims, unchecked. */
  #claimed(token: string): { readonly payload?: JWTPayload; readonly issuer?: Issuer } {
    const payload = decoded(token);
    const issuer = payload && this.#issuers.get(payload.iss ?? '');
    return { ...(payload ? { payload } : {}), ...(issuer ? { issuer } : {}) };
  }

  /**
   * Returns the user of the token, and the key or certificate to which it is bound; undefined when it is not valid. A refusal is
   * counted by its trust domain.
   *
   * @throws AccessError overloaded when keys cannot be fetched
   */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const { issuer } = this.#claimed(token);
    const claim = issuer && this.#issuers.domainOf(issuer);
    if (!issuer || claim === 'former') return undefined;
    const found = claim?.closed ?? (await this.#check(token, issuer, claim));
    if (typeof found !== 'string') return found;
    (claim ?? this.claimedDomain(token))?.counts.refuse(found);
    return undefined;
  }

  /**
   * Returns the member and the binding of a token that is good but for the suspension of its trust domain. Keys are not fetched for
   * that: a host of a suspended domain is asked nothing.
   */
  async suspended(
    token: string,
  ): Promise<(Pick<VerifiedToken, 'confirmation'> & { principal: Principal }) | undefined> {
    const { issuer } = this.#claimed(token);
    const claim = issuer && this.#issuers.domainOf(issuer);
    if (!issuer?.keySet || claim === 'former' || claim?.closed !== 'disabled') return undefined;
    if (issuer.isSubject || issuer.keys.kind === 'uri') return undefined;
    const found = await checkAccessToken(token, this.#needsOf(issuer, issuer.keySet, claim)).catch(() => undefined);
    if (found === undefined || typeof found === 'string') return undefined;
    return { principal: claim.member(String(found.payload.sub)), confirmation: found.confirmation };
  }

  /**
   * Returns the claims of a token of an issuer that is for others than this node; undefined when it is not good.
   *
   * @throws KeysUnavailable when the keys of the issuer cannot be fetched
   */
  async claimsIn(name: string, token: string, audience: string): Promise<JWTPayload | undefined> {
    const issuer = this.#issuers.get(name);
    if (!issuer?.keySet) return undefined;
    const needs = { ...this.#needsOf(issuer, issuer.keySet, undefined), audiences: [audience], mustBeBound: false };
    try {
      const found = await checkAccessToken(token, needs);
      return typeof found === 'string' ? undefined : found.payload;
    } catch (error) {
      if (issuer.keys.kind === 'uri' && isOfSource(error)) throw new KeysUnavailable(messageOf(error));
      return undefined;
    }
  }

  /** Checks a token of an issuer. @returns why it is not valid @throws AccessError overloaded */
  async #check(token: string, issuer: Issuer, claim: TrustDomain | undefined): Promise<VerifiedToken | TokenRefusal> {
    const { keySet } = issuer;
    if (!keySet) return 'no-keys';
    try {
      const found = await checkAccessToken(token, this.#needsOf(issuer, keySet, claim));
      return typeof found === 'string' ? found : this.#verified(found, issuer, claim);
    } catch (error) {
      if (error instanceof AuthorityFault || error instanceof UnknownKey) return 'bad-token';
      if (error instanceof KeysUnavailable) return 'no-keys';
      if (isOfSource(error)) {
        claim?.counts.refuse('no-keys');
        throw new AccessError('overloaded', `the keys of token issuer '${issuer.issuer}' cannot be had at the moment`);
      }
      return 'bad-token';
    }
  }

  #needsOf(issuer: Issuer, keySet: JWTVerifyGetKey, claim: TrustDomain | undefined): AccessTokenNeeds {
    const mustBeBound = issuer.proofOfPossession || claim?.configured.proofOfPossession === true;
    return { issuer, keySet, audiences: this.#audiencesOf(issuer), mustBeBound };
  }

  /** A node of a trust domain names this node as it calls itself. */
  #audiencesOf({ isNode, audiences }: Issuer): readonly string[] {
    const own = isNode ? this.#issuers.own?.name() : undefined;
    return isNode ? (own === undefined ? [] : [own]) : audiences;
  }

  /** @throws AuthorityFault */
  #verified(
    { payload, kid, confirmation }: AccessToken,
    issuer: Issuer,
    claim: TrustDomain | undefined,
  ): VerifiedToken | TokenRefusal {
    const issuers = this.#issuers;
    if (claim && nameIn(payload, issuer, issuers) === undefined) return 'bad-name';
    const isOwn = issuers.isOwn(issuer.issuer);
    const said = authorityIn(payload, this.#usageOf, isOwn ? undefined : issuer.issuer);
    // Another who speaks through a node is not vouched for by the node itself.
    if (issuer.isNode && said.actors[0] !== issuer.issuer) return 'bad-token';
    const authority = claim ? ofDomain(said, claim) : said;
    if (authority.actors.some((each) => each.length > LONGEST_NAME)) return 'bad-name';
    const user = userOf(payload, issuer, issuers);
    const domains = issuers.domainsOf(claim, [...(user ? [user.name] : []), ...authority.actors]);
    if (domains === 'former') return 'bad-token';
    const closed = domains.flatMap((each) => each.closed ?? [])[0];
    if (closed) return closed;
    const principal = user && principalOf(payload, issuer, { user, confirmation, authority, domains, isOwn });
    const identity = principal && this.identityOf(issuer.issuer, principal);
    if (!principal || identity === undefined) return 'bad-token';
    const { may_act: mayAct } = payload;
    const named = isObject(mayAct) && 'sub' in mayAct && typeof mayAct.sub === 'string' ? mayAct.sub : undefined;
    if (mayAct !== undefined && named === undefined) return 'bad-token';
    const key = issuer.keyAt?.(kid);
    return {
      ...{ principal, confirmation, authority, issuer: issuer.issuer, identity },
      ...(named === undefined ? {} : { mayAct: claim ? claim.spelt(named) : named }),
      isSame: () => issuer.keyAt?.(kid) === key && this.#isSameUser(payload, issuer, principal),
    };
  }

  /** True while the user of a token of the node itself has not changed; other issuers and trust domains name theirs. */
  #isSameUser(payload: JWTPayload, { issuer }: Issuer, { domain, groups }: Principal): boolean {
    const { own } = this.#issuers;
    return !own || issuer !== own.name() || domain !== undefined || isSameUser(payload, groups, own);
  }
}

/** True for a fault of the source of keys, not of the token. */
function isOfSource(error: unknown): boolean {
  return error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
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
