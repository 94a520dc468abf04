/** Capability negotiation: compares wanted capabilities with the profile and registration of an agent. */
import type { YangentAgentsProvider } from '../generated/providers.js';
import { commonKind, negotiations } from './negotiation-kind.js';
import type { AgentRecord } from './record/record.js';

type NegotiateCapability = YangentAgentsProvider['rpcs']['negotiate-capability'];
type Wanted = NegotiateCapability['input'];
type Agreement = NonNullable<NegotiateCapability['output']['agreement']>;

export interface CapabilityAnswer {
  readonly agreed: boolean;
  /** `leaf:value` for each missing capability. */
  readonly missing: readonly string[];
  readonly agreement: Agreement;
}

const SWITCHES = ['streaming', 'push-notifications'] as const;

interface Wish {
  readonly name: Exclude<keyof Agreement, (typeof SWITCHES)[number]>;
  readonly offered: (agent: AgentRecord) => readonly string[];
  /** True when one common value is enough. */
  readonly oneIsEnough?: true;
  /** True when only values that the asking agent also has are useful. */
  readonly mutual?: true;
}

const communication = (agent: AgentRecord) => agent.registration.communication ?? {};

const WISHES: readonly Wish[] = [
  { name: 'skill', offered: (agent) => agent.skills.map((skill) => skill.name) },
  { name: 'input-mode', offered: (agent) => distinct(agent.skills.flatMap((skill) => skill.inputModes)) },
  { name: 'output-mode', offered: (agent) => distinct(agent.skills.flatMap((skill) => skill.outputModes)) },
  { name: 'protocol', offered: (agent) => communication(agent).protocol ?? [], oneIsEnough: true, mutual: true },
  {
    name: 'interaction-mode',
    offered: (agent) => communication(agent)['interaction-mode'] ?? [],
    oneIsEnough: true,
    mutual: true,
  },
  { name: 'modality', offered: (agent) => communication(agent).modality ?? [], mutual: true },
  { name: 'negotiate', offered: negotiations, mutual: true },
];

/**
 * Answers the wishes of a `negotiate-capability` input. Capabilities without a wish are agreed from the profiles of both sides, if
 * the asking agent is known. Without wishes and asking agent, the answer has all capabilities of the agent.
 */
export function negotiateCapability(wanted: Wanted, agent: AgentRecord, asking?: AgentRecord): CapabilityAnswer {
  const missing: string[] = [];
  const agreement: { -readonly [N in keyof Agreement]: Agreement[N] } = {};
  const silent =
    !WISHES.some(({ name }) => (wanted[name] ?? []).length > 0) && !SWITCHES.some((name) => wanted[name] === true);
  for (const wish of WISHES) {
    const { name, offered, oneIsEnough } = wish;
    const wishes = wanted[name] ?? [];
    const has = offered(agent);
    const common = wishes.length > 0 || !silent ? commonOf(wish, wishes, has) : mutual(wish, has, asking);
    if (common.length > 0) agreement[name] = [...common];
    if (oneIsEnough && common.length > 0) continue;
    missing.push(...wishes.filter((each) => commonOf(wish, [each], has).length === 0).map((each) => `${name}:${each}`));
  }
  for (const name of SWITCHES) {
    const has = can(agent, name);
    if (has && (wanted[name] === true || (silent && (!asking || can(asking, name))))) agreement[name] = true;
    if (!has && wanted[name] === true) missing.push(`${name}:true`);
  }
  if (silent && asking) missing.push(...speechless(agent, asking));
  return { agreed: missing.length === 0, missing, agreement };
}

/** Returns the wishes that the agent has; kinds of negotiation in the version that both support. */
function commonOf({ name }: Wish, wishes: readonly string[], has: readonly string[]): readonly string[] {
  if (name !== 'negotiate') return wishes.filter((wish) => has.includes(wish));
  return distinct(wishes.flatMap((wish) => commonKind(wish, has) ?? []));
}

/** Returns the usable values of the agent: for mutual wishes, such as protocols, only those that the asking agent also names. */
function mutual(wish: Wish, has: readonly string[], asking: AgentRecord | undefined): readonly string[] {
  const own = asking && wish.mutual ? wish.offered(asking) : [];
  return own.length > 0 ? commonOf(wish, own, has) : has;
}

/** Returns the missing protocols of two agents that both name protocols and have none in common. */
function speechless(agent: AgentRecord, asking: AgentRecord): readonly string[] {
  return WISHES.filter(({ oneIsEnough }) => oneIsEnough).flatMap((wish) => {
    const [own, others] = [wish.offered(asking), wish.offered(agent)];
    if (own.length === 0 || others.length === 0 || commonOf(wish, own, others).length > 0) return [];
    return own.map((each) => `${wish.name}:${each}`);
  });
}

function can(agent: AgentRecord, name: (typeof SWITCHES)[number]): boolean {
  return agent.profile.capability?.[name] ?? false;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
