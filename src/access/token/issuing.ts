/** Grants and tokens that the node issues: delegation, exchange, revocation and introspection. */
import { randomUUID } from 'node:crypto';
import type { Store, Tx } from '../../store/index.js';
import type { Schema } from '../../yang/index.js';
import type { IssuingSettings } from '../configured.js';
import type { TrustDomains } from '../domain/domains.js';
import { issuerOfHost } from '../domain/node-issuer.js';
import { areWithin, type Capability } from '../grant/capability.js';
import { type Coverage, coverage, type Wanted } from '../grant/covering.js';
import type { Delegation } from '../grant/delegation.js';
import { type Grant, type Grants, grantMark } from '../grant/grants.js';
import { requireMeetable } from '../meetable.js';
import { hasGroups, nameOfAgent, type Principal } from '../principal.js';
import { foreignMark } from './authority.js';
import { claimsOf, type TokenContent } from './claims.js';
import { endGrant } from './end-grant.js';
import { deepestOf, exchanged } from './exchange.js';
import { TokenFault } from './fault.js';
import type { HeldToken } from './held.js';
import { IssuedTokens } from './issued.js';
import { partiesThere } from './names-there.js';
import type { Revocations } from './revocations.js';
import { signedClaims, type TokenKeys } from './signing.js';

export interface IssuingNeeds {
  readonly store: Store;
  readonly keys: TokenKeys;
  /** The models by which capabilities that a caller writes are checked. */
  readonly schema: Schema;
  readonly grants: Grants;
  readonly revocations: Revocations;
  /** The issuer and audience: the URL of this node. */
  readonly issuer: () => string | undefined;
  readonly settings: () => IssuingSettings;
  /** Returns the user; undefined for a name that no user of this node has. */
  readonly userOf: (name: string) => Principal | undefined;
  readonly domains: () => TrustDomains;
  /** True for an issuer whose tokens may be good. */
  readonly isIssuer: (name: string) => boolean;
  /** Called when something was revoked: sessions and streams look again. */
  readonly onRevoked: () => void;
}

export interface IssuedToken {
  readonly token: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** The thumbprint of the key to which it is bound. */
  readonly boundTo?: string;
  /** False when the key that signed it was taken back. */
  readonly holds: () => boolean;
}

export interface Delegated {
  readonly to: string;
  readonly capabilities: readonly Capability[];
  readonly notBefore?: number;
  readonly expires: number;
  readonly maxDepth: number;
  readonly purpose?: string;
  /** The task for whose executor it is. */
  readonly task?: string;
}

/** The terms of a token, beside its grant. */
export interface TokenTerms extends Pick<ExchangeRequest, 'lifetime' | 'boundTo'> {
  /** Claims about the work for which it is. They take no place of a claim about authority. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** A token with which the node asks for another one. */
export interface SubjectToken extends Pick<IssuedToken, 'token' | 'expires'> {
  /** Its claims, but for those of time, issuer and identity. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface ExchangeRequest {
  /** The node for which the token is to be. Default: this one. */
  readonly audience?: string;
  readonly subject: HeldToken;
  readonly actor?: HeldToken;
  readonly capabilities?: readonly Capability[];
  /** Seconds. */
  readonly lifetime?: number;
  readonly boundTo?: string;
  readonly proved: readonly string[];
  readonly isSubject: boolean;
}

/** A token with which the node speaks to another one. */
export interface PeerToken {
  /** The other node, as it calls itself. */
  readonly audience: string;
  /** For whom the node speaks: itself, an agent or a user of it. */
  readonly subject: string;
  /** Those who act for the subject beside the node, the nearest first. */
  readonly actors?: readonly string[];
  /** Undefined: what the other node permits. */
  readonly capabilities?: readonly Capability[];
  readonly delegation?: Delegation;
  /** The token from which it comes. */
  readonly parent?: string;
  readonly task?: string;
  /** See `TokenTerms`. */
  readonly about?: TokenTerms['about'];
  /** Seconds. */
  readonly lifetime?: number;
  /** The thumbprint of the key to which it is bound. */
  readonly boundTo: string;
}

/** Seconds for which a token for another node holds at most. */
const PEER_LIFETIME = 600;
/** Maximum number of grants of one giver that have not ended. */
const MAX_GRANTS = 10_000;
/** Milliseconds for which a revoked token is remembered: grants that were made with it may hold that long. */
const LONGEST = 366 * 86_400_000;
/** The form of the identifiers of tokens of this node, which `randomUUID` makes. */
const OWN_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

export class TokenIssuing {
  readonly #issued: IssuedTokens;

  constructor(private readonly needs: IssuingNeeds) {
    this.#issued = new IssuedTokens(needs.store);
  }

  /** Gives a piece of the giver's authority to another. @throws TokenFault, CapabilityFault */
  delegate(giver: Principal, given: Delegated): Promise<Grant> {
    return this.needs.store.transact((tx) => this.delegateIn(tx, giver, given));
  }

  /**
   * Gives a piece of the giver's authority to another in a transaction.
   *
   * @param within grants from which it comes as well: it ends with the first of them
   * @throws TokenFault, CapabilityFault
   */
  async delegateIn(tx: Tx, giver: Principal, wanted: Delegated, within: readonly Grant[] = []): Promise<Grant> {
    const given = { ...wanted, expires: Math.min(wanted.expires, ...within.map(({ expires }) => expires)) };
    const { grants } = this.needs;
    if (given.capabilities.some(({ others }) => others.size > 0))
      throw new TokenFault('invalid_scope', 'a capability has a constraint that this node cannot enforce');
    requireMeetable(this.needs.schema, given.capabilities);
    if (given.expires > Date.now() + LONGEST) throw new TokenFault('invalid_request', 'a grant holds a year at most');
    if (given.expires <= Date.now()) throw new TokenFault('invalid_request', 'the grant would have ended already');
    if (given.to === giver.name) throw new TokenFault('invalid_request', 'a grant is given to another');
    for (const { capabilities } of giver.links ?? []) {
      if (areWithin(given.capabilities, capabilities)) continue;
      throw new TokenFault('invalid_scope', 'a capability is wider than your own authority', 'aap_invalid_capability');
    }
    const depth = await this.#requireDepth(giver, given);
    if (given.task === undefined && (await grants.countOf(giver.name, tx.sql)) >= MAX_GRANTS)
      throw new TokenFault('access_denied', `you have given ${MAX_GRANTS} grants: revoke some`);
    const { token, agent } = giver;
    const actors = [...(agent === undefined ? [] : [nameOfAgent(agent)]), ...(giver.actors ?? [])];
    const lineage = [...new Set([...(token?.lineage ?? []), ...lineageOf(within)])];
    const ends = [token, ...within].flatMap((each) => each?.ends ?? []);
    const origin = [token, ...within].find((each) => each?.origin !== undefined)?.origin;
    const proved = {
      ...(ends.length === 0 ? {} : { ends: Math.min(...ends) }),
      ...(origin === undefined ? {} : { origin }),
    };
    return grants.add(tx, { ...given, from: giver.name, depth, actors, lineage, ...proved, ...this.#groupsOf(giver) });
  }

  /** Finds the grants that cover a piece of work, as of now. */
  coverage(tx: Tx, wanted: Wanted): Promise<Coverage> {
    return coverage(this.needs, tx, wanted);
  }

  /**
   * Ends the grant of a task, and gives what it gave to another agent.
   *
   * @param isExplicit true where it lies within other grants: that agent needs such grants as well
   * @throws TokenFault when the agent cannot have it
   */
  async handOver(
    tx: Tx,
    id: string,
    { to, isExplicit }: { readonly to: string; readonly isExplicit: boolean },
  ): Promise<{ readonly given: Grant; readonly within: readonly Grant[] }> {
    const { grants } = this.needs;
    const before = await grants.get(id, tx.sql);
    if (!before) throw unknownGrant(id);
    if (before.expires <= Date.now()) throw ended();
    // Without a token the giver has the grants within which it lies for its lineage only.
    if (!isExplicit) this.#requireInForce(before);
    const found = isExplicit ? await this.coverage(tx, { ...before, to }) : { grants: [] };
    if ('lacking' in found) throw new TokenFault('access_denied', 'no grant to the agent covers it', 'access-denied');
    const within = found.grants;
    const expires = Math.min(before.expires, ...within.map((each) => each.expires));
    const lineage = isExplicit ? lineageOf(within) : before.lineage;
    const { id: _, given: __, revoked: ___, ...terms } = before;
    await this.endIn(tx, id);
    return { given: await grants.add(tx, { ...terms, to, expires, lineage }), within };
  }

  /** Ends a grant that was made for a task, with all tokens that come from it. */
  async endIn(tx: Tx, id: string): Promise<void> {
    const grant = await this.needs.grants.get(id, tx.sql);
    if (grant?.task === undefined || grant.revoked !== undefined) return;
    await endGrant(this.needs, tx, grant);
    tx.afterCommit(() => this.needs.onRevoked());
  }

  /** Takes back a grant. @throws TokenFault */
  async revoke(id: string, mayRevoke: (grant: Grant) => boolean): Promise<void> {
    const { store, grants, revocations, onRevoked } = this.needs;
    await store.transact(async (tx) => {
      const grant = await grants.get(id, tx.sql);
      if (!grant || !mayRevoke(grant)) throw unknownGrant(id);
      await endGrant({ grants, revocations }, tx, grant);
    });
    onRevoked();
  }

  /** Issues a token from a grant. @param isReceiver true when the caller is he to whom it was given. @throws TokenFault */
  async issue(
    id: string,
    { lifetime, boundTo, about }: TokenTerms,
    isReceiver: (grant: Grant) => boolean,
  ): Promise<IssuedToken> {
    const grant = await this.needs.grants.get(id);
    if (!grant || !isReceiver(grant)) throw unknownGrant(id);
    this.#requireInForce(grant);
    return this.#sign(
      {
        ...{ ...contentOf(grant), ...this.#subject(grant.from, grant.groups) },
        lineage: [...grant.lineage, grantMark(id)],
        ...(grant.ends === undefined ? {} : { ends: grant.ends }),
        ...(grant.origin === undefined ? {} : { origin: grant.origin }),
        ...(boundTo === undefined ? {} : { boundTo }),
        ...(about === undefined ? {} : { about }),
      },
      Math.min(grant.expires, this.#latest(lifetime)),
    );
  }

  /**
   * Issues a token from a grant that an authorization server exchanges for one of its own (RFC 8693 §2.1). It is good at that server
   * only, and says nothing of grants and groups here.
   *
   * @param audience the server, as it calls itself
   * @throws TokenFault
   */
  async subjectToken(id: string, audience: string, { lifetime, about }: TokenTerms): Promise<SubjectToken> {
    const grant = await this.needs.grants.get(id);
    if (!grant) throw unknownGrant(id);
    this.#requireInForce(grant);
    const { subject } = this.#subject(grant.from, grant.groups);
    const content = { ...contentOf(grant), subject, lineage: [], ...(about === undefined ? {} : { about }) };
    if (!partiesThere(this.needs.domains(), this.#issuer(), content))
      throw new TokenFault('invalid_target', 'this node speaks to a token issuer for its own users and agents only');
    const issued = await this.#sign(content, Math.min(grant.expires, this.#latest(lifetime)), audience);
    return { token: issued.token, expires: issued.expires, claims: claimsOf(content) };
  }

  /** Exchanges a token. @throws TokenFault, CapabilityFault */
  async exchange(request: ExchangeRequest): Promise<IssuedToken> {
    const { subject, actor, capabilities, lifetime, audience } = request;
    this.#requireOneDomain(subject, actor);
    if (capabilities) requireMeetable(this.needs.schema, capabilities);
    const { maxDepth } = this.needs.settings();
    const content = exchanged({ ...request, maxDepth });
    const ends = [subject.expires, this.#latest(lifetime), ...(actor ? [actor.expires] : [])];
    if (audience !== undefined && audience !== this.#issuer())
      return this.#sign(this.#forPeer(content, audience), Math.min(...ends, this.#latest(PEER_LIFETIME)), audience);
    const { token } = subject.principal;
    const whole = {
      ...{ ...content, ...this.#groupsOf(subject.principal) },
      ...(token?.origin === undefined ? {} : { origin: token.origin }),
      ...(token?.ends === undefined ? {} : { ends: token.ends }),
    };
    return this.#sign(whole, Math.min(...ends));
  }

  /** Proofs of two domains in one request prove nothing. @throws TokenFault */
  #requireOneDomain({ principal: subject }: HeldToken, actor: HeldToken | undefined): void {
    const named = [subject.domain, actor?.principal.domain].filter((each) => each !== undefined);
    if (new Set(named).size < 2) return;
    for (const name of named) this.needs.domains().get(name)?.counts.refuse('two-domains');
    throw new TokenFault('invalid_client', 'the subject and the actor are of two trust domains');
  }

  /** Returns the content for a node of a trust domain, within what may be sent there. @throws TokenFault */
  #forPeer(content: TokenContent, audience: string): TokenContent {
    const domain = this.needs.domains().ofIssuer(audience);
    if (!domain || domain === 'former' || !domain.configured.nodeHosts.some((host) => issuerOfHost(host) === audience))
      throw new TokenFault(
        'invalid_target',
        `tokens are for this node, ${this.#issuer()}, or a node of a trust domain`,
      );
    const { closed } = domain.sending;
    if (closed !== undefined) throw new TokenFault('invalid_target', closed);
    if (content.boundTo === undefined)
      throw new TokenFault('invalid_request', 'a token for another node is bound to a key: prove it with DPoP');
    if (!areWithin(content.capabilities ?? [], domain.configured.send))
      throw new TokenFault('invalid_scope', `a capability is wider than what may be sent to "${domain.name}"`);
    const parties = partiesThere(this.needs.domains(), this.#issuer(), { ...content });
    if (!parties)
      throw new TokenFault('invalid_target', 'other nodes take the word of this one for its own users only');
    const parent = content.lineage.at(-1);
    return {
      ...{ ...content, subject: parties.subject, actors: [this.#issuer(), ...parties.actors] },
      lineage: parent === undefined || parent.startsWith(grantMark('')) ? [] : [parent],
    };
  }

  /** Returns the mark in the lineage of a token. @param id its claim jti @param issuer undefined: this node */
  markOf(id: string, issuer: string | undefined): string {
    return issuer === undefined || issuer === this.#issuer() ? id : foreignMark(issuer, id);
  }

  /**
   * Refuses an identifier that no token of this node can have. One of that form is taken also when the table of issued tokens does
   * not have it: the token may have ended, and work that it began go on, or be older than the table.
   *
   * @throws TokenFault
   */
  requireOwnForm(id: string): void {
    if (OWN_ID.test(id)) return;
    throw new TokenFault(
      'invalid_request',
      `no token of this node has the identifier "${id}": nothing is revoked; a token of another issuer is named with issuer`,
    );
  }

  /** @throws TokenFault for an issuer whose tokens count for nothing, so that none could be revoked */
  requireIssuer(name: string): void {
    if (name === this.#issuer() || this.needs.isIssuer(name)) return;
    throw new TokenFault('invalid_request', `"${name}" is no issuer whose tokens are good on this node`);
  }

  /** Returns the user of a token of this node and those who act for the user; none for one that is not known, or has ended. */
  partiesOf(id: string): Promise<readonly string[]> {
    return this.#issued.partiesOf(id);
  }

  /** Revokes a token with all that comes from it. @param mark its own in the lineage */
  async revokeToken(mark: string): Promise<void> {
    await this.needs.revocations.revoke(mark, Date.now() + LONGEST);
    this.needs.onRevoked();
  }

  /** Returns what a grant in force allows, and to whom it was handed on. @throws TokenFault */
  async allowedBy(id: string): Promise<Pick<TokenContent, 'capabilities' | 'delegation'>> {
    const grant = await this.needs.grants.get(id);
    if (!grant) throw unknownGrant(id);
    this.#requireInForce(grant);
    return contentOf(grant);
  }

  /** Issues a token for another node, in which this node acts for the subject. @throws TokenFault */
  forPeer({ audience, subject, actors = [], capabilities, delegation, parent, task, boundTo, ...of }: PeerToken) {
    const { about, lifetime = PEER_LIFETIME } = of;
    const content: TokenContent = {
      ...{ subject, actors: [this.#issuer(), ...actors], capabilities, boundTo },
      delegation: delegation ?? { depth: 0, chain: [] },
      // The other node learns nothing of grants here.
      lineage: parent === undefined ? [] : [parent],
      ...(task === undefined ? {} : { task }),
      ...(about === undefined ? {} : { about }),
    };
    return this.#sign(content, this.#latest(Math.min(lifetime, PEER_LIFETIME)), audience);
  }

  #issuer(): string {
    const issuer = this.needs.issuer();
    if (issuer === undefined) throw new TokenFault('invalid_request', 'a node without RESTCONF issues no tokens');
    return issuer;
  }

  #latest(lifetime: number | undefined): number {
    const { maxLifetime } = this.needs.settings();
    return Date.now() + Math.min(lifetime ?? maxLifetime, maxLifetime) * 1_000;
  }

  /**
   * A subject that came in with other groups than the user of his name, as with a token of another issuer, or is no user of this node, keeps these:
   * no token gives more than its subject had.
   */
  #groupsOf({ name, groups }: Principal): Pick<TokenContent, 'groups'> {
    const user = this.needs.userOf(name);
    return user && hasGroups(user, groups) ? {} : { groups };
  }

  #subject(name: string, groups: readonly string[] | undefined): Pick<TokenContent, 'subject' | 'groups'> {
    if (groups) return { subject: name, groups };
    if (this.needs.userOf(name)) return { subject: name };
    throw new TokenFault('invalid_grant', 'the giver of the grant is no user of this node any more');
  }

  #requireInForce({ notBefore, expires, revoked, lineage }: Grant): void {
    if (revoked !== undefined || this.needs.revocations.hasAny(lineage))
      throw new TokenFault('invalid_grant', 'the grant has been revoked', 'aap_capability_expired');
    if (expires <= Date.now()) throw ended();
    if (notBefore !== undefined && notBefore > Date.now())
      throw new TokenFault('invalid_grant', 'the grant has not begun', 'aap_capability_expired');
  }

  /** A grant that is made with a token ends with the token, or with the grant from which that was issued, and goes no deeper. */
  async #requireDepth({ token, expires }: Principal, given: Delegated): Promise<number> {
    if (!token) return 0;
    const { delegation, lineage } = token;
    const isFirst = delegation.chain.length === 0;
    const depth = isFirst ? 0 : delegation.depth + 1;
    const deepest = deepestOf(token, this.needs.settings().maxDepth);
    if (depth + given.maxDepth > deepest)
      throw new TokenFault(
        'invalid_grant',
        `your authority may be handed on ${Math.max(0, deepest - depth)} times more`,
        'aap_excessive_delegation',
      );
    const from = lineage.findLast((each) => each.startsWith(grantMark('')));
    const grant = from === undefined ? undefined : await this.needs.grants.get(from.slice(grantMark('').length));
    const end = grant?.expires ?? expires ?? 0;
    if (given.expires > end)
      throw new TokenFault('invalid_request', `your own authority ends at ${new Date(end).toISOString()}`);
    return depth;
  }

  async #sign(content: TokenContent, expires: number, audience?: string): Promise<IssuedToken> {
    const issuer = this.#issuer();
    const id = randomUUID();
    const exp = Math.floor(expires / 1_000);
    const claims = {
      ...claimsOf(content),
      iss: issuer,
      aud: audience ?? issuer,
      iat: Math.floor(Date.now() / 1_000),
      exp,
      jti: id,
    };
    const { token, kid } = await signedClaims(this.needs.keys, 'at+jwt', claims);
    const { boundTo, subject, actors } = content;
    // A token that is issued is durable before anybody has it.
    await this.needs.store.transact((tx) => this.#issued.add(tx, id, [subject, ...actors], exp * 1_000));
    const holds = () => this.needs.keys.verifying(kid) !== undefined;
    return { token, id, expires: exp * 1_000, holds, ...(boundTo === undefined ? {} : { boundTo }) };
  }
}

/** Returns what a grant says of a token: for whom, who acts, and within which limits. */
function contentOf({ from, to, actors, capabilities, depth, maxDepth }: Grant) {
  return {
    ...{ subject: from, actors: [to, ...actors], capabilities },
    delegation: {
      depth,
      maxDepth: depth + maxDepth,
      chain: [...actors]
        .reverse()
        .concat(to)
        .slice(-(depth + 1)),
    },
  };
}

/** Returns the lineage of what comes from several grants. */
function lineageOf(grants: readonly Grant[]): readonly string[] {
  return [...new Set(grants.flatMap(({ id, lineage }) => [...lineage, grantMark(id)]))];
}

function ended(): TokenFault {
  return new TokenFault('invalid_grant', 'the grant has ended', 'aap_capability_expired');
}

function unknownGrant(id: string): TokenFault {
  return new TokenFault('invalid_grant', `there is no grant "${id}" of yours`);
}
