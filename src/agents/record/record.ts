/** An agent as the node knows it: the configured entry of `/yangent-agents:agents/agent`, in the form look-ups need. */

import type { YangentAgents_ExecutionKind, YangentAgents_Visibility } from '../../generated/index.js';
import type { YangentAgentsConfig } from '../../generated/providers.js';

/** RFC 7951 value of an entry of `/yangent-agents:agents/agent`, with the defaults in use. */
export type AgentEntry = YangentAgentsConfig['/yangent-agents:agents/agent']['value'];
export type ExecutionKind = YangentAgents_ExecutionKind;
export type Visibility = YangentAgents_Visibility;
/** Whether free text may set the agent to work. */
export type FreeTextRule = NonNullable<AgentEntry['execution']['free-text']>;

type Profile = AgentEntry['profile'];
/** `registration` of the entry; what an agent registers besides its profile. */
type ProfileRegistration = NonNullable<AgentEntry['registration']>;

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

/** Which tasks an agent takes; what is absent or empty sets no limit. */
export interface Acceptance {
  readonly minPriority?: number;
  readonly types: readonly string[];
  readonly domains: readonly string[];
  readonly maxQueuedTasks?: number;
}

/** How the node reaches an agent that lives on another yangent node, as configured in `execution`. */
export interface RemoteAddress {
  /** `https://HOST:PORT` or `netconf://HOST:PORT`. */
  readonly target: string;
  /** Its identifier there. */
  readonly agent: string;
  /** In whose name tasks are assigned there. */
  readonly as: string;
  readonly user: string;
  /** Name of the secret that holds the password. */
  readonly credential: string;
  readonly identity?: string;
  /** `https://HOST:PORT` to which bytes of data go, where that is not the target. */
  readonly dataTarget?: string;
  readonly dataIdentity?: string;
}

export interface AgentRecord {
  readonly id: string;
  /** Name in the profile. */
  readonly name: string;
  readonly owners: readonly string[];
  /** The owner for whom a hosted agent acts, where configuration says it. */
  readonly actsFor?: string;
  /** The groups admin and operator, as far as a hosted agent has them of the owner it acts for. */
  readonly actsWithGroups: readonly string[];
  readonly domain?: string;
  readonly visibility: Visibility;
  /** An operator has let it in. */
  readonly approved: boolean;
  /** An owner has let others find it. */
  readonly published: boolean;
  /** Version in the profile. */
  readonly version: string;
  readonly kind: ExecutionKind;
  /** Set where the node gives the agent its tasks over the network. */
  readonly remote?: RemoteAddress;
  readonly maxConcurrentTasks?: number;
  readonly accepts: Acceptance;
  /** Absent: the agent's skills say. */
  readonly freeText?: FreeTextRule;
  readonly skills: readonly Skill[];
  /** RFC 7951 value of `profile`: what `/irtf-agent:agent` shows. */
  readonly profile: Profile;
  /** RFC 7951 value of `registration`. */
  readonly registration: ProfileRegistration;
}

/** The record of an entry as configured. */
export function agentRecord(entry: AgentEntry): AgentRecord {
  return { ...plainPart(entry), ...descriptionOf(entry.profile, entry.registration) };
}

/**
 * The same for keeping: it takes less memory, as the description is one text that is read when it is asked for. That of the
 * record asked last stays read, so that asking for one thing after another is quick.
 */
export function packedRecord(entry: AgentEntry): AgentRecord {
  return new PackedRecord(plainPart(entry), entry.profile, entry.registration);
}

/** The value whose JSON a packed record keeps. */
type Text = Pick<AgentEntry, 'profile' | 'registration'>;
type Description = Pick<AgentRecord, 'profile' | 'registration' | 'skills'>;
type PlainPart = Omit<AgentRecord, keyof Description>;

/** Most agents have none of a list: they share this. */
const NONE: readonly string[] = Object.freeze([]);

function plainPart({ id, profile, execution, ...entry }: AgentEntry): PlainPart {
  return {
    id,
    name: profile.name,
    owners: entry.owner ?? NONE,
    actsFor: entry['acts-for'],
    actsWithGroups: entry['acts-with-group'] ?? NONE,
    domain: entry.domain ?? profile.domain,
    visibility: entry.visibility,
    approved: entry.approved,
    published: entry.published,
    version: profile.version,
    kind: execution.kind,
    remote: remoteAddress(id, execution),
    maxConcurrentTasks: execution['max-concurrent-tasks'],
    accepts: acceptanceOf(execution.accepts),
    freeText: execution['free-text'],
  };
}

function remoteAddress(id: string, { kind, target, remote }: AgentEntry['execution']): RemoteAddress | undefined {
  if (kind !== 'remote' || !target || !remote) return undefined;
  const { agent = id, as, user, credential, identity } = remote;
  const { 'data-target': dataTarget, 'data-identity': dataIdentity } = remote;
  return {
    ...{ target, agent, as, user, credential },
    ...(identity === undefined ? {} : { identity }),
    ...(dataTarget === undefined ? {} : { dataTarget }),
    ...(dataIdentity === undefined ? {} : { dataIdentity }),
  };
}

/** Most agents accept everything: they share this. */
const EVERYTHING: Acceptance = Object.freeze({ types: [], domains: [] });

function acceptanceOf(accepts: AgentEntry['execution']['accepts']): Acceptance {
  if (!accepts || Object.keys(accepts).length === 0) return EVERYTHING;
  return {
    minPriority: accepts['min-priority'],
    types: accepts.type ?? NONE,
    domains: accepts.domain ?? NONE,
    maxQueuedTasks: accepts['max-queued-tasks'],
  };
}

function descriptionOf(profile: Profile, registration: ProfileRegistration = {}): Description {
  const skills = (profile.skills?.skill ?? []).map((skill) => ({
    name: skill['skill-name'],
    description: skill['skill-description'] ?? '',
    tags: skill['skill-tags'] ?? NONE,
    inputModes: skill['input-modes'] ?? NONE,
    outputModes: skill['output-modes'] ?? NONE,
  }));
  return { profile, registration, skills };
}

let lastRead: { readonly record: PackedRecord; readonly description: Description } | undefined;

class PackedRecord implements AgentRecord {
  readonly id: string;
  readonly name: string;
  readonly owners: readonly string[];
  readonly actsFor: string | undefined;
  readonly actsWithGroups: readonly string[];
  readonly domain: string | undefined;
  readonly visibility: Visibility;
  readonly approved: boolean;
  readonly published: boolean;
  readonly version: string;
  readonly kind: ExecutionKind;
  readonly remote: RemoteAddress | undefined;
  readonly maxConcurrentTasks: number | undefined;
  readonly accepts: Acceptance;
  readonly freeText: FreeTextRule | undefined;
  readonly #text: string;

  constructor(plain: PlainPart, profile: Profile, registration: ProfileRegistration | undefined) {
    this.id = plain.id;
    this.name = plain.name;
    this.owners = plain.owners;
    this.actsFor = plain.actsFor;
    this.actsWithGroups = plain.actsWithGroups;
    this.domain = plain.domain;
    this.visibility = plain.visibility;
    this.approved = plain.approved;
    this.published = plain.published;
    this.version = plain.version;
    this.kind = plain.kind;
    this.remote = plain.remote;
    this.maxConcurrentTasks = plain.maxConcurrentTasks;
    this.accepts = plain.accepts;
    this.freeText = plain.freeText;
    this.#text = JSON.stringify({ profile, registration } satisfies Text);
    lastRead = { record: this, description: descriptionOf(profile, registration) };
  }

  get profile(): Profile {
    return this.#description().profile;
  }

  get registration(): ProfileRegistration {
    return this.#description().registration;
  }

  get skills(): readonly Skill[] {
    return this.#description().skills;
  }

  #description(): Description {
    if (lastRead?.record === this) return lastRead.description;
    const { profile, registration }: Text = JSON.parse(this.#text);
    const description = descriptionOf(profile, registration);
    lastRead = { record: this, description };
    return description;
  }
}
