/** A trust domain in force, with its limits and counts. */
import { Link } from '../grant/link.js';
import type { Usage } from '../grant/usage.js';
import type { Principal } from '../principal.js';
import type { ConfiguredDomain } from './configured-domain.js';
import type { DomainCounts, DomainRefusal } from './counts.js';
import { type DomainId, nameOfMember } from './member.js';
import { Sending } from './sending.js';

/** The traits of a member, however it was proved. */
export type MemberTraits = Pick<Principal, 'groups' | 'kind' | 'domain'>;

export interface DomainUses {
  /** Returns the counts for rates, by a text that tells the domain from others and from tokens. */
  readonly usageOf: (name: string) => Usage;
  /** Returns the certificates that prove the nodes of a domain, in PEM. Undefined: the system's. */
  readonly nodeTrustOf: (name: string) => string | undefined;
}

/** Stands before the name of a domain where what is sent to it is counted. */
const SENT_TO = 'send ';
/** Maximum number of remembered members. */
const MAX_MEMBERS = 1_000;

/** Stands before the names of domains in the identifiers of their permits. */
const PERMIT = 'domain ';

/** True for the identifier of a link that is the permit of a trust domain. */
export function isPermit(id: string): boolean {
  return id.startsWith(PERMIT);
}

export class TrustDomain implements DomainId {
  readonly #members = new Map<string, Principal>();
  readonly name: string;
  /** The permit: a link of each of its principals. */
  readonly link: Link;
  /** The limits of what may be sent to it. */
  readonly sending: Sending;
  /** The certificates that prove its nodes, in PEM. Undefined: the system's. */
  readonly nodeTrust: string | undefined;
  /** Changes when sessions of its members must end. */
  readonly identity: string;

  constructor(
    readonly configured: ConfiguredDomain,
    readonly incarnation: number,
    readonly counts: DomainCounts,
    { usageOf, nodeTrustOf }: DomainUses,
  ) {
    this.name = configured.name;
    const id = `${PERMIT}${this.name}~${incarnation}`;
    this.link = new Link(id, configured.permit, usageOf(id));
    this.sending = new Sending(configured, usageOf(`${SENT_TO}${this.name}~${incarnation}`));
    this.nodeTrust = nodeTrustOf(this.name);
    const { enabled, groups, kind, permit, proofOfPossession } = configured;
    const limits = permit.map(({ actions, constraints }) => [
      actions,
      [...constraints].map(([name, { value }]) => [name, value]),
    ]);
    this.identity = JSON.stringify([id, enabled, groups, kind, limits, proofOfPossession]);
  }

  /** Why no caller of the domain gets in; undefined when callers may. */
  get closed(): Extract<DomainRefusal, 'disabled' | 'no-permit'> | undefined {
    if (!this.configured.enabled) return 'disabled';
    return this.configured.permit.length === 0 ? 'no-permit' : undefined;
  }

  /** Returns a member as it is called on this node. */
  spelt(name: string): string {
    return nameOfMember(name, this);
  }

  /** Returns a member as principal, without a login; the same object each time, as long as it is remembered. */
  member(name: string): Principal {
    const known = this.#members.get(name);
    if (known) return known;
    const made: Principal = { name: this.spelt(name), ...this.traits, links: [this.link] };
    if (this.#members.size >= MAX_MEMBERS) this.#members.clear();
    this.#members.set(name, made);
    return made;
  }

  /** The traits of each member: it is in the groups of the domain only. */
  get traits(): MemberTraits {
    const { groups, kind } = this.configured;
    return { groups, kind, domain: this.name };
  }
}
