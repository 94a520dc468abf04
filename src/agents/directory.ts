import {
  ADMIN_GROUP,
  type AgentOwnership,
  agentOfName,
  domainOfOwner,
  mayActFor,
  ownerNamesOf,
  type Principal,
} from '../access/index.js';
import { type ForeignAgents, NO_FOREIGN_AGENTS } from './foreign.js';
import { type AgentEntry, type AgentRecord, type Foreign, packedRecord } from './record/record.js';
import { mayFind } from './visibility.js';

/** A follower that is kept in step with the directory. */
export interface DirectoryFollower {
  put(record: AgentRecord): void;
  remove(id: string): void;
}

/**
 * The agents in running configuration, indexed by identifier, name, owner and domain. Filled once at the start, then changed
 * entry by entry by the configuration hook.
 */
export class AgentDirectory implements AgentOwnership {
  readonly #agents = new Map<string, AgentRecord>();
  readonly #byName = new Map<string, Set<string>>();
  readonly #byOwner = new Map<string, Set<string>>();
  /** Number of agents of each owner by domain. */
  readonly #domains = new Map<string, Map<string, number>>();
  #foreign = NO_FOREIGN_AGENTS;
  readonly #listeners = new Set<(agent: AgentRecord) => void>();

  /**
   * @param follower called for every added, changed and removed agent
   * @param incarnations tells which events belong to an earlier agent with an identifier
   */
  constructor(
    private readonly follower?: DirectoryFollower,
    private readonly incarnations?: { began(id: string): number },
  ) {}

  /** Connects the room that knows the agents of other nodes. Called once, before requests are served. */
  connectForeign(foreign: ForeignAgents): void {
    this.#foreign = foreign;
  }

  /** The agents of other nodes. */
  get foreign(): ForeignAgents {
    return this.#foreign;
  }

  /** Takes over all entries of `/yangent-agents:agents/agent`. */
  load(entries: Iterable<AgentEntry>): void {
    for (const id of [...this.#agents.keys()]) this.remove(id);
    for (const entry of entries) this.put(entry);
  }

  /** Adds or replaces one entry. */
  put(entry: AgentEntry): AgentRecord {
    const record = packedRecord(entry);
    this.#unlist(record.id);
    this.#agents.set(record.id, record);
    index(this.#byName, record.name, record.id);
    for (const owner of ownersIn(record)) {
      index(this.#byOwner, owner, record.id);
      this.#countDomain(owner, record.domain, 1);
    }
    this.follower?.put(record);
    for (const listener of this.#listeners) listener(record);
    return record;
  }

  /** Calls the listener with every agent that is added or changed, once that is stored. @returns the end of this */
  onPut(listener: (agent: AgentRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  remove(id: string): void {
    if (this.#unlist(id)) this.follower?.remove(id);
  }

  #unlist(id: string): boolean {
    const record = this.#agents.get(id);
    if (!record) return false;
    this.#agents.delete(id);
    unindex(this.#byName, record.name, id);
    for (const owner of ownersIn(record)) {
      unindex(this.#byOwner, owner, id);
      this.#countDomain(owner, record.domain, -1);
    }
    return true;
  }

  #countDomain(owner: string, domain: string | undefined, step: number): void {
    if (domain === undefined) return;
    const domains = this.#domains.get(owner) ?? new Map<string, number>();
    const count = (domains.get(domain) ?? 0) + step;
    if (count > 0) domains.set(domain, count);
    else domains.delete(domain);
    if (domains.size > 0) this.#domains.set(owner, domains);
    else this.#domains.delete(owner);
  }

  /** Returns the agent with this identifier: one of this node, or of another one whose agents have names here. */
  get(id: string): AgentRecord | undefined {
    return this.#agents.get(id) ?? this.#foreign.get(id);
  }

  /** Returns the agent of this node with this identifier. */
  registered(id: string): AgentRecord | undefined {
    return this.#agents.get(id);
  }

  /** Returns the identifiers of the agents whose profile has this name. */
  named(name: string): readonly string[] {
    return [...(this.#byName.get(name) ?? [])];
  }

  /** See `AgentOwnership`: undefined when there is no such agent. */
  ownersOf(id: string): readonly string[] | undefined {
    return this.get(id)?.owners;
  }

  /** See `AgentOwnership`. */
  trustDomainsOf(id: string): readonly string[] {
    const { owners = [], remote } = this.get(id) ?? {};
    const named = remote?.trustDomain;
    return [...(named === undefined ? [] : [named]), ...owners.flatMap((owner) => domainOfOwner(owner) ?? [])];
  }

  /** See `AgentOwnership`. */
  isHosted(id: string): boolean {
    return this.#agents.get(id)?.kind === 'hosted';
  }

  /** See `AgentOwnership`. */
  began(id: string): number {
    return this.incarnations?.began(id) ?? 0;
  }

  /** See `AgentOwnership`. */
  isFoundBy(id: string, principal: Principal): boolean {
    const agent = this.get(id);
    const user = { user: principal.name, mayActFor: (other: string) => mayActFor(principal, other, this) };
    return agent !== undefined && mayFind(agent, user, this);
  }

  /** True for a user as whom another node logs in. */
  isPeer(user: string): boolean {
    return this.#foreign.isPeer(user);
  }

  /** True when messages of this user go on to the peer of this agent of another node; those of users that are no peers do. */
  reaches(user: string, { peer }: Foreign): boolean {
    return !this.#foreign.isPeer(user) || this.#foreign.passesOn(user, peer);
  }

  /** Returns the identifiers of the agents of this node that this user owns. */
  ownedBy(user: string): readonly string[] {
    const itself = agentOfName(user);
    if (itself !== undefined) return this.#agents.has(itself) ? [itself] : [];
    return ownerNamesOf(user).flatMap((name) => [...(this.#byOwner.get(name) ?? [])]);
  }

  /** Returns the owner for which a hosted agent acts: the one in configuration, or the only owner. */
  actsFor(id: string): { readonly user: string; readonly withGroups: readonly string[] } | undefined {
    const agent = this.#agents.get(id);
    const [only, ...more] = agent?.owners ?? [];
    const user = agent?.actsFor ?? (more.length === 0 ? only : undefined);
    return user === undefined || !agent?.owners.includes(user) ? undefined : { user, withGroups: agent.actsWithGroups };
  }

  /** Counts the agents that this user owns. */
  countOf(user: string): number {
    return this.#byOwner.get(user)?.size ?? 0;
  }

  /** Returns the domains in which this user owns an agent. */
  domainsOf(user: string): Iterable<string> {
    return ownerNamesOf(user).flatMap((name) => [...(this.#domains.get(name)?.keys() ?? [])]);
  }

  /** True when this user owns an agent in the domain. */
  ownsIn(user: string, domain: string): boolean {
    const itself = agentOfName(user);
    if (itself !== undefined) return this.#agents.get(itself)?.domain === domain;
    return ownerNamesOf(user).some((name) => this.#domains.get(name)?.has(domain));
  }

  /** Returns the identifiers of the agents for which this user may act: its own, and for an administrator those without owner. */
  actableBy({ user, groups }: { readonly user: string; readonly groups: readonly string[] }): readonly string[] {
    return groups.includes(ADMIN_GROUP) ? [...this.ownedBy(user), ...this.ownedBy(NOBODY)] : this.ownedBy(user);
  }

  all(): Iterable<AgentRecord> {
    return this.#agents.values();
  }

  get size(): number {
    return this.#agents.size;
  }
}

/** Key for agents without owners; no user has an empty name. */
const NOBODY = '';

function ownersIn(record: AgentRecord): readonly string[] {
  return record.owners.length === 0 ? [NOBODY] : record.owners;
}

function index(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids) ids.add(id);
  else map.set(key, new Set([id]));
}

function unindex(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key);
  ids?.delete(id);
  if (ids?.size === 0) map.delete(key);
}
