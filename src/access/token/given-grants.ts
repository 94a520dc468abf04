/** Grants that users and agents give: a piece of their own authority, for others. */
import type { Tx } from '../../store/index.js';
import { areWithin, type Capability } from '../grant/capability.js';
import { type Coverage, coverage, type Wanted } from '../grant/covering.js';
import { type Grant, grantMark } from '../grant/grants.js';
import { requireMeetable } from '../meetable.js';
import { nameOfAgent, type Principal } from '../principal.js';
import { endGrant } from './end-grant.js';
import { deepestOf } from './exchange.js';
import { TokenFault } from './fault.js';
import { ended, groupsOf, lineageOf, requireInForce, unknownGrant } from './grant-terms.js';
import type { IssuingNeeds } from './issuing-needs.js';

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

/** Maximum number of grants of one giver that have not ended. */
const MAX_GRANTS = 10_000;
/** Milliseconds for which a grant holds at most. */
const LONGEST = 366 * 86_400_000;

export class GivenGrants {
  constructor(private readonly needs: IssuingNeeds) {}

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
    return grants.add(tx, {
      ...given,
      from: giver.name,
      depth,
      actors,
      lineage,
      ...proved,
      ...groupsOf(this.needs, giver),
    });
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
    if (!isExplicit) requireInForce(before, this.needs.revocations);
    const found = isExplicit ? await this.coverage(tx, { ...before, to }) : { grants: [] };
    if ('lacking' in found) throw new TokenFault('access_denied', 'no grant to the agent covers it', 'access-denied');
    const within = found.grants;
    const expires = Math.min(before.expires, ...within.map((each) => each.expires));
    const lineage = isExplicit ? lineageOf(within) : before.lineage;
    const { id: _, given: __, revoked: ___, ...terms } = before;
    await this.end(tx, id);
    return { given: await grants.add(tx, { ...terms, to, expires, lineage }), within };
  }

  /** Ends a grant that was made for a task, with all tokens that come from it. */
  async end(tx: Tx, id: string): Promise<void> {
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
}
