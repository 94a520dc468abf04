/** Tokens that the node issues: from grants, for other tokens, and for other nodes. */
import { randomUUID } from 'node:crypto';
import { issuerOfHost } from '../domain/node-issuer.js';
import { areWithin, type Capability } from '../grant/capability.js';
import type { Delegation } from '../grant/delegation.js';
import { type Grant, grantMark } from '../grant/grants.js';
import { requireMeetable } from '../meetable.js';
import { claimsOf, type TokenContent } from './claims.js';
import { exchanged } from './exchange.js';
import { TokenFault } from './fault.js';
import { GivenGrants } from './given-grants.js';
import { contentOf, groupsOf, requireInForce, unknownGrant } from './grant-terms.js';
import type { HeldToken } from './held.js';
import { IssuedTokens } from './issued.js';
import type { IssuingNeeds } from './issuing-needs.js';
import { partiesThere } from './names-there.js';
import { TokenRevoking } from './revoking.js';
import { signedClaims } from './signing.js';

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

export class TokenIssuing {
  readonly grants: GivenGrants;
  readonly revoking: TokenRevoking;
  readonly #issued: IssuedTokens;

  constructor(private readonly needs: IssuingNeeds) {
    this.#issued = new IssuedTokens(needs.store);
    this.grants = new GivenGrants(needs);
    this.revoking = new TokenRevoking(needs, this.#issued);
  }

  /** Issues a token from a grant. @param isReceiver true when the caller is he to whom it was given. @throws TokenFault */
  async issue(
    id: string,
    { lifetime, boundTo, about }: TokenTerms,
    isReceiver: (grant: Grant) => boolean,
  ): Promise<IssuedToken> {
    const grant = await this.needs.grants.get(id);
    if (!grant || !isReceiver(grant)) throw unknownGrant(id);
    requireInForce(grant, this.needs.revocations);
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
    requireInForce(grant, this.needs.revocations);
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
      ...{ ...content, ...groupsOf(this.needs, subject.principal) },
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

  /** Returns what a grant in force allows, and to whom it was handed on. @throws TokenFault */
  async allowedBy(id: string): Promise<Pick<TokenContent, 'capabilities' | 'delegation'>> {
    const grant = await this.needs.grants.get(id);
    if (!grant) throw unknownGrant(id);
    requireInForce(grant, this.needs.revocations);
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

  #subject(name: string, groups: readonly string[] | undefined): Pick<TokenContent, 'subject' | 'groups'> {
    if (groups) return { subject: name, groups };
    if (this.needs.userOf(name)) return { subject: name };
    throw new TokenFault('invalid_grant', 'the giver of the grant is no user of this node any more');
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
