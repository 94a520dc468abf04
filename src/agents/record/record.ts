/** The record of an agent: the configured entry of `/yangent-agents:agents/agent`, in a form for look-ups. */

import type { YangentAgents_ExecutionKind, YangentAgents_Visibility } from '../../generated/index.js';
import type { YangentAgentsConfig } from '../../generated/providers.js';
import { type EndpointSecurity, endpointSecurity } from './endpoint-security.js';

/** RFC 7951 value of an entry of `/yangent-agents:agents/agent`, with the defaults in use. */
export type AgentEntry = YangentAgentsConfig['/yangent-agents:agents/agent']['value'];
export type ExecutionKind = YangentAgents_ExecutionKind;
export type Visibility = YangentAgents_Visibility;
/** The policy for free text as the input of the agent. */
export type FreeTextRule = NonNullable<AgentEntry['execution']['free-text']>;

type Profile = AgentEntry['profile'];
/** `registration` of the entry: the data that an agent registers besides its profile. */
type ProfileRegistration = NonNullable<AgentEntry['registration']>;

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

export type Blocked = NonNullable<NonNullable<AgentEntry['execution']['accepts']>['blocked']>;

/** The tasks that an agent takes. Absent or empty members set no limit. */
export interface Acceptance {
  readonly minPriority?: number;
  readonly types: readonly string[];
  readonly domains: readonly string[];
  readonly maxQueuedTasks?: number;
  /** Invitations to sessions. Absent: those from this node. */
  readonly sessions?: NonNullable<AgentEntry['execution']['accepts']>['sessions'];
  /** Agents, users and domains that it does not want to hear in sessions. */
  readonly blocked?: Blocked;
}

/** The address of an agent on another yangent node, as configured in `execution`. */
export type RemoteAddress = RemotePlace & RemoteLogin;

interface RemotePlace {
  /** `https://HOST:PORT` or `netconf://HOST:PORT`. */
  readonly target: string;
  /** Its identifier there. */
  readonly agent: string;
  /** The agent there as which tasks are assigned. */
  readonly as: string;
  readonly identity?: string;
  /** `https://HOST:PORT` for bytes of data. Default: the target. */
  readonly dataTarget?: string;
  readonly dataIdentity?: string;
  /** Name of the peer whose address it is. */
  readonly peer?: string;
}

/** By what this node proves there who it is. */
type RemoteLogin =
  | {
      readonly user: string;
      /** Name of the secret that holds the password. */
      readonly credential: string;
      readonly trustDomain?: undefined;
    }
  | { readonly trustDomain: string; readonly user?: undefined; readonly credential?: undefined };

/** By what an agent of another node differs from one of this node. */
export interface Foreign {
  /** Name of the peer that speaks for it. */
  readonly peer: string;
  /** The domain by which its node knows agents of this one. */
  readonly ourDomain: string;
  /** Returns the word of its node for a skill. */
  theirs(skill: string): string;
  /** Returns the word of this node for a skill. */
  ours(skill: string): string;
}

export interface AgentRecord {
  readonly id: string;
  /** Name in the profile. */
  readonly name: string;
  readonly owners: readonly string[];
  /** The configured owner for which a hosted agent acts. */
  readonly actsFor?: string;
  /** Those of the groups `admin` and `operator` that a hosted agent has from the owner for which it acts. */
  readonly actsWithGroups: readonly string[];
  readonly domain?: string;
  readonly visibility: Visibility;
  /** True when an operator has approved it. */
  readonly approved: boolean;
  /** True when an owner permits other users to find it. */
  readonly published: boolean;
  /** Version in the profile. */
  readonly version: string;
  readonly kind: ExecutionKind;
  /** Set when the node sends the tasks of the agent over the network. */
  readonly remote?: RemoteAddress;
  /** Set for an agent of another node whose agents have names here. */
  readonly foreign?: Foreign;
  /** The room that executes the tasks of an agent inside the node which is no program. */
  readonly executedBy?: 'workflows';
  readonly maxConcurrentTasks?: number;
  readonly accepts: Acceptance;
  /** Absent: the skills of the agent decide. */
  readonly freeText?: FreeTextRule;
  /** Names of the ways to authenticate that it asks for. */
  readonly security?: readonly string[];
  /** The logins that its endpoint takes; absent: all. */
  readonly endpointSecurity?: EndpointSecurity;
  readonly skills: readonly Skill[];
  /** RFC 7951 value of `profile`, as `/irtf-agent:agent` shows it. */
  readonly profile: Profile;
  /** RFC 7951 value of `registration`. */
  readonly registration: ProfileRegistration;
}

/** Returns the record of a configured entry. */
export function agentRecord(entry: AgentEntry): AgentRecord {
  return { ...plainPart(entry), ...descriptionOf(entry.profile, entry.registration) };
}

/**
 * Returns a record for storage in memory: its description is one JSON text that is parsed when it is read. 100,000 agents with
 * four skills each take 144 MB in this form, and 278 MB as objects. The last parsed description stays in a cache, so that reading
 * several members is fast.
 */
export function packedRecord(entry: AgentEntry): AgentRecord {
  return new PackedRecord(plainPart(entry), entry.profile, entry.registration);
}

/** The value that a packed record stores as JSON. */
type Text = Pick<AgentEntry, 'profile' | 'registration'>;
type Description = Pick<AgentRecord, 'profile' | 'registration' | 'skills'>;
type PlainPart = Omit<AgentRecord, keyof Description>;

/** The shared empty list: most agents have empty lists. */
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
    executedBy: execution.kind === 'hosted' ? roomOf(execution.target) : undefined,
    maxConcurrentTasks: execution['max-concurrent-tasks'],
    accepts: acceptanceOf(execution.accepts),
    freeText: execution['free-text'],
    security: entry.security,
    endpointSecurity: endpointSecurity({ ...entry, profile }),
  };
}

/** Rooms of the node that execute tasks of agents which are no programs. */
const ROOMS = ['workflows'] as const;

function roomOf(target: string | undefined): AgentRecord['executedBy'] {
  return ROOMS.find((room) => room === target);
}

function remoteAddress(id: string, { kind, target, remote }: AgentEntry['execution']): RemoteAddress | undefined {
  if (kind !== 'remote' || !target || !remote) return undefined;
  const { agent = id, as, identity } = remote;
  const { 'data-target': dataTarget, 'data-identity': dataIdentity } = remote;
  return {
    ...{ target, agent, as },
    ...loginIn(remote),
    ...(identity === undefined ? {} : { identity }),
    ...(dataTarget === undefined ? {} : { dataTarget }),
    ...(dataIdentity === undefined ? {} : { dataIdentity }),
  };
}

function loginIn(remote: NonNullable<AgentEntry['execution']['remote']>): RemoteLogin {
  const { user, credential, 'trust-domain': trustDomain } = remote;
  return trustDomain === undefined ? { user, credential } : { trustDomain };
}

/** The shared value for agents that accept everything, as most do. */
const EVERYTHING: Acceptance = Object.freeze({ types: [], domains: [] });

function acceptanceOf(accepts: AgentEntry['execution']['accepts']): Acceptance {
  if (!accepts || Object.keys(accepts).length === 0) return EVERYTHING;
  return {
    minPriority: accepts['min-priority'],
    types: accepts.type ?? NONE,
    domains: accepts.domain ?? NONE,
    maxQueuedTasks: accepts['max-queued-tasks'],
    sessions: accepts.sessions,
    blocked: accepts.blocked,
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
  readonly executedBy: AgentRecord['executedBy'];
  readonly maxConcurrentTasks: number | undefined;
  readonly accepts: Acceptance;
  readonly freeText: FreeTextRule | undefined;
  readonly security: readonly string[] | undefined;
  readonly endpointSecurity: EndpointSecurity | undefined;
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
    this.executedBy = plain.executedBy;
    this.maxConcurrentTasks = plain.maxConcurrentTasks;
    this.accepts = plain.accepts;
    this.freeText = plain.freeText;
    this.security = plain.security;
    this.endpointSecurity = plain.endpointSecurity;
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
