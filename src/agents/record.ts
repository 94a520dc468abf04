/** An agent as the node knows it: the configured entry of `/yangent-agents:agents/agent`, in the form look-ups need. */
import { booleanOf, entriesOf, type Members, membersOf, numberOf, textOf, textsOf } from './members.js';

export type ExecutionKind = 'hosted' | 'attached' | 'remote';
export type Visibility = 'public' | 'domain' | 'private';

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

export interface AgentRecord {
  readonly id: string;
  /** Name in the profile. */
  readonly name: string;
  readonly owners: readonly string[];
  readonly domain?: string;
  readonly visibility: Visibility;
  /** An operator has let it in. */
  readonly approved: boolean;
  /** An owner has let others find it. */
  readonly published: boolean;
  /** Version in the profile. */
  readonly version: string;
  readonly kind: ExecutionKind;
  readonly maxConcurrentTasks?: number;
  readonly accepts: Acceptance;
  readonly skills: readonly Skill[];
  /** RFC 7951 value of `profile`: what `/irtf-agent:agent` shows. */
  readonly profile: Members;
  /** RFC 7951 value of `registration`. */
  readonly registration: Members;
}

const KINDS: readonly ExecutionKind[] = ['hosted', 'attached', 'remote'];
const VISIBILITIES: readonly Visibility[] = ['public', 'domain', 'private'];

/** The record of an entry as configured; schema defaults are filled in. */
export function agentRecord(entry: Members): AgentRecord {
  const profile = membersOf(entry, 'profile');
  const execution = membersOf(entry, 'execution');
  const accepts = membersOf(execution, 'accepts');
  const id = textOf(entry, 'id') ?? '';
  return {
    id,
    name: textOf(profile, 'name') ?? id,
    owners: textsOf(entry, 'owner'),
    domain: textOf(entry, 'domain') ?? textOf(profile, 'domain'),
    visibility: VISIBILITIES.find((each) => each === entry.visibility) ?? 'public',
    approved: booleanOf(entry, 'approved') ?? true,
    published: booleanOf(entry, 'published') ?? true,
    version: textOf(profile, 'version') ?? '',
    kind: KINDS.find((each) => each === execution.kind) ?? 'attached',
    maxConcurrentTasks: numberOf(execution, 'max-concurrent-tasks'),
    accepts: {
      minPriority: numberOf(accepts, 'min-priority'),
      types: textsOf(accepts, 'type'),
      domains: textsOf(accepts, 'domain'),
      maxQueuedTasks: numberOf(accepts, 'max-queued-tasks'),
    },
    skills: entriesOf(membersOf(profile, 'skills'), 'skill').map((skill) => ({
      name: textOf(skill, 'skill-name') ?? '',
      description: textOf(skill, 'skill-description') ?? '',
      tags: textsOf(skill, 'skill-tags'),
      inputModes: textsOf(skill, 'input-modes'),
      outputModes: textsOf(skill, 'output-modes'),
    })),
    profile,
    registration: membersOf(entry, 'registration'),
  };
}
