/** The index of discovery: agents in slots, inverted indexes by value, columns of numbers, words. */
import { ADMIN_GROUP, ownerNamesOf } from '../../access/index.js';
import type { AgentRecord } from '../record/record.js';
import { parseVersion, type Version } from '../version.js';
import { Columns, type LiveStatus } from './columns.js';
import { FACETS, type Facet, indexedValues } from './facets.js';
import type { Point } from './geodesic.js';
import { Postings } from './postings.js';
import { Bits, SlotSet } from './slot-set.js';
import { WordIndex } from './word-index.js';

/** The caller of a discovery. */
export interface Finder {
  readonly user: string;
  readonly groups: readonly string[];
}

/** Key for agents without owners; no user has an empty name. */
const NOBODY = '';

const NONE_VERIFIED: readonly string[] = [];

export class AgentIndex {
  readonly columns = new Columns();
  readonly words = new WordIndex();
  readonly #records: (AgentRecord | undefined)[] = [];
  /** Identifiers by slot, to compare equally good agents without reading their records. */
  readonly #ids: (string | undefined)[] = [];
  /** By slot, the types of verified credentials with which the agent is indexed. */
  readonly #verified: (readonly string[])[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #facets = new Map<Facet, Postings<string>>(FACETS.map((facet) => [facet, new Postings()]));
  readonly #versions = new Postings<string>();
  readonly #parsed = new Map<string, Version | undefined>();
  readonly #levels = new Postings<string>();
  readonly #public = new SlotSet();
  readonly #byOwner = new Postings<string>();
  readonly #domains = new Postings<string>();

  /**
   * @param live returns the present status of a running agent
   * @param verified returns the types of its verified credentials. Default: none
   */
  constructor(
    private readonly live: (agent: AgentRecord) => LiveStatus,
    private readonly verified: (agent: AgentRecord) => readonly string[] = () => NONE_VERIFIED,
  ) {}

  get size(): number {
    return this.#slots.size;
  }

  /** Number of slots that are or were in use. */
  get capacity(): number {
    return this.#records.length;
  }

  put(agent: AgentRecord): number {
    this.remove(agent.id);
    const slot = this.#free.pop() ?? this.#records.length;
    this.#records[slot] = agent;
    this.#ids[slot] = agent.id;
    this.#slots.set(agent.id, slot);
    const verified = this.verified(agent);
    this.#verified[slot] = verified;
    for (const [facet, postings] of this.#facets) postings.add(indexedValues(facet, agent, verified), slot);
    const { version } = agent;
    if (!this.#parsed.has(version)) this.#parsed.set(version, parseVersion(version));
    this.#versions.add([version], slot);
    this.#levels.add(levelOf(agent), slot);
    this.#byOwner.add(ownersOf(agent), slot);
    if (isPublic(agent)) this.#public.add(slot);
    this.#domains.add(domainFinding(agent), slot);
    this.words.add(agent, slot);
    this.columns.describe(slot, locationOf(agent));
    this.columns.live(slot, this.live(agent));
    return slot;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    const agent = slot === undefined ? undefined : this.#records[slot];
    if (slot === undefined || !agent) return;
    const verified = this.#verified[slot] ?? NONE_VERIFIED;
    this.#slots.delete(id);
    this.#records[slot] = undefined;
    this.#ids[slot] = undefined;
    this.#free.push(slot);
    for (const [facet, postings] of this.#facets) postings.remove(indexedValues(facet, agent, verified), slot);
    this.#versions.remove([agent.version], slot);
    if (this.#versions.get(agent.version) === undefined) this.#parsed.delete(agent.version);
    this.#levels.remove(levelOf(agent), slot);
    this.#byOwner.remove(ownersOf(agent), slot);
    if (isPublic(agent)) this.#public.remove(slot);
    this.#domains.remove(domainFinding(agent), slot);
    this.words.remove(agent, slot);
    this.columns.clear(slot);
  }

  /** Follows the present status of the agent, and its verified credentials. */
  refresh(id: string): void {
    const slot = this.#slots.get(id);
    const agent = slot === undefined ? undefined : this.#records[slot];
    if (slot === undefined || !agent) return;
    this.columns.live(slot, this.live(agent));
    const [before, now] = [this.#verified[slot] ?? NONE_VERIFIED, this.verified(agent)];
    if (before.length === 0 && now.length === 0) return;
    this.#verified[slot] = now;
    for (const [facet, postings] of this.#facets) {
      if (facet.name !== 'security/credential') continue;
      postings.remove(indexedValues(facet, agent, before), slot);
      postings.add(indexedValues(facet, agent, now), slot);
    }
  }

  at(slot: number): AgentRecord | undefined {
    return this.#records[slot];
  }

  idAt(slot: number): string | undefined {
    return this.#ids[slot];
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** Returns the agents that have the value of the facet, in its indexed form. */
  having(facet: Facet, value: string): SlotSet | undefined {
    return this.#facets.get(facet)?.get(value);
  }

  /** Returns the agents with an accepted version. */
  withVersion(accepts: (version: Version) => boolean): Bits {
    const bits = new Bits(this.capacity);
    for (const [text, slots] of this.#versions.entries()) {
      const version = this.#parsed.get(text);
      if (version && accepts(version)) slots.addTo(bits);
    }
    return bits;
  }

  /** Returns the agents with an accepted security level. */
  withLevel(accepts: (level: string) => boolean): Bits {
    const bits = new Bits(this.capacity);
    for (const [level, slots] of this.#levels.entries()) if (accepts(level)) slots.addTo(bits);
    return bits;
  }

  /**
   * Returns the agents that a caller may find, by the same rule as `mayFind`: public agents, agents for which the caller may act,
   * and agents that are visible in a domain in which the caller owns an agent.
   */
  foundBy({ user, groups }: Finder, domains: Iterable<string>): Bits {
    const bits = new Bits(this.capacity);
    this.#public.addTo(bits);
    for (const name of ownerNamesOf(user)) this.#byOwner.get(name)?.addTo(bits);
    if (groups.includes(ADMIN_GROUP)) this.#byOwner.get(NOBODY)?.addTo(bits);
    for (const domain of domains) this.#domains.get(domain)?.addTo(bits);
    return bits;
  }
}

function ownersOf({ owners }: AgentRecord): ReadonlySet<string> {
  return new Set(owners.length === 0 ? [NOBODY] : owners);
}

function isPublic({ approved, published, visibility }: AgentRecord): boolean {
  return approved && published && visibility === 'public';
}

function domainFinding({ approved, published, visibility, domain }: AgentRecord): readonly string[] {
  return approved && published && visibility === 'domain' && domain !== undefined ? [domain] : [];
}

function levelOf({ registration }: AgentRecord): readonly string[] {
  const level = registration.security?.level;
  return level === undefined ? [] : [level];
}

/** Returns the registered location of the agent. */
export function locationOf({ registration: { location } }: AgentRecord): Point | undefined {
  if (!location) return undefined;
  return { latitude: Number(location.latitude), longitude: Number(location.longitude) };
}
