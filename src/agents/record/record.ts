/** An agent as the node knows it: the configured entry of `/yangent-agents:agents/agent`, in the form look-ups need. */
import {
  booleanOf,
  entriesOf,
  isMembers,
  type Members,
  membersOf,
  numberOf,
  textOf,
  textsOf,
} from '../../data/rfc7951/members.js';

export type ExecutionKind = 'hosted' | 'attached' | 'remote';
export type Visibility = 'public' | 'domain' | 'private';
/** Whether free text may set the agent to work. */
export type FreeTextRule = 'refuse' | 'confirm' | 'allow';

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
  readonly profile: Members;
  /** RFC 7951 value of `registration`. */
  readonly registration: Members;
}

const KINDS: readonly ExecutionKind[] = ['hosted', 'attached', 'remote'];
const FREE_TEXT_RULES: readonly FreeTextRule[] = ['refuse', 'confirm', 'allow'];
const VISIBILITIES: readonly Visibility[] = ['public', 'domain', 'private'];

/** The record of an entry as configured; schema defaults are filled in. */
export function agentRecord(entry: Members): AgentRecord {
  const description = descriptionOf(membersOf(entry, 'profile'), membersOf(entry, 'registration'));
  return { ...plainPart(entry), ...description };
}

/**
 * The same for keeping: it takes less memory, as the description is one text that is read when it is asked for. That of the
 * record asked last stays read, so that asking for one thing after another is quick.
 */
export function packedRecord(entry: Members): AgentRecord {
  return new PackedRecord(plainPart(entry), membersOf(entry, 'profile'), membersOf(entry, 'registration'));
}

type Description = Pick<AgentRecord, 'profile' | 'registration' | 'skills'>;
type PlainPart = Omit<AgentRecord, keyof Description>;

/** Most agents have none of them: they share this. */
const NO_GROUPS: readonly string[] = Object.freeze([]);

function plainPart(entry: Members): PlainPart {
  const profile = membersOf(entry, 'profile');
  const execution = membersOf(entry, 'execution');
  const id = textOf(entry, 'id') ?? '';
  return {
    id,
    name: textOf(profile, 'name') ?? id,
    owners: textsOf(entry, 'owner'),
    actsFor: textOf(entry, 'acts-for'),
    actsWithGroups: entry['acts-with-group'] === undefined ? NO_GROUPS : textsOf(entry, 'acts-with-group'),
    domain: textOf(entry, 'domain') ?? textOf(profile, 'domain'),
    visibility: VISIBILITIES.find((each) => each === entry.visibility) ?? 'public',
    approved: booleanOf(entry, 'approved') ?? true,
    published: booleanOf(entry, 'published') ?? true,
    version: textOf(profile, 'version') ?? '',
    kind: KINDS.find((each) => each === execution.kind) ?? 'attached',
    remote: remoteAddress(id, execution),
    maxConcurrentTasks: numberOf(execution, 'max-concurrent-tasks'),
    accepts: acceptanceOf(membersOf(execution, 'accepts')),
    freeText: FREE_TEXT_RULES.find((each) => each === execution['free-text']),
  };
}

function remoteAddress(id: string, execution: Members): RemoteAddress | undefined {
  const remote = membersOf(execution, 'remote');
  const [target, as, user] = [textOf(execution, 'target'), textOf(remote, 'as'), textOf(remote, 'user')];
  const credential = textOf(remote, 'credential');
  if (execution.kind !== 'remote' || !target || !as || !user || !credential) return undefined;
  const identity = textOf(remote, 'identity');
  const dataTarget = textOf(remote, 'data-target');
  const dataIdentity = textOf(remote, 'data-identity');
  return {
    ...{ target, agent: textOf(remote, 'agent') ?? id, as, user, credential },
    ...(identity === undefined ? {} : { identity }),
    ...(dataTarget === undefined ? {} : { dataTarget }),
    ...(dataIdentity === undefined ? {} : { dataIdentity }),
  };
}

/** Most agents accept everything: they share this. */
const EVERYTHING: Acceptance = Object.freeze({ types: [], domains: [] });

function acceptanceOf(accepts: Members): Acceptance {
  if (Object.keys(accepts).length === 0) return EVERYTHING;
  return {
    minPriority: numberOf(accepts, 'min-priority'),
    types: textsOf(accepts, 'type'),
    domains: textsOf(accepts, 'domain'),
    maxQueuedTasks: numberOf(accepts, 'max-queued-tasks'),
  };
}

function descriptionOf(profile: Members, registration: Members): Description {
  const skills = entriesOf(membersOf(profile, 'skills'), 'skill').map((skill) => ({
    name: textOf(skill, 'skill-name') ?? '',
    description: textOf(skill, 'skill-description') ?? '',
    tags: textsOf(skill, 'skill-tags'),
    inputModes: textsOf(skill, 'input-modes'),
    outputModes: textsOf(skill, 'output-modes'),
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

  constructor(plain: PlainPart, profile: Members, registration: Members) {
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
    this.#text = JSON.stringify([profile, registration]);
    lastRead = { record: this, description: descriptionOf(profile, registration) };
  }

  get profile(): Members {
    return this.#description().profile;
  }

  get registration(): Members {
    return this.#description().registration;
  }

  get skills(): readonly Skill[] {
    return this.#description().skills;
  }

  #description(): Description {
    if (lastRead?.record === this) return lastRead.description;
    const read: unknown = JSON.parse(this.#text);
    const [profile, registration]: readonly unknown[] = Array.isArray(read) ? read : [];
    const description = descriptionOf(membersIn(profile), membersIn(registration));
    lastRead = { record: this, description };
    return description;
  }
}

function membersIn(value: unknown): Members {
  return isMembers(value) ? value : {};
}
