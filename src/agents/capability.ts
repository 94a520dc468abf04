/** Capability negotiation: what of the wanted capabilities an agent has, from its profile and registration. */
import type { YangentAgentsProvider } from '../generated/providers.js';
import { commonKind, negotiations } from './negotiation-kind.js';
import type { AgentRecord } from './record/record.js';

type NegotiateCapability = YangentAgentsProvider['rpcs']['negotiate-capability'];
type Wanted = NegotiateCapability['input'];
type Agreement = NonNullable<NegotiateCapability['output']['agreement']>;

export interface CapabilityAnswer {
  readonly agreed: boolean;
  /** `leaf:value` for each capability that is wanted and lacking. */
  readonly missing: readonly string[];
  readonly agreement: Agreement;
}

const SWITCHES = ['streaming', 'push-notifications'] as const;

interface Wish {
  readonly name: Exclude<keyof Agreement, (typeof SWITCHES)[number]>;
  readonly offered: (agent: AgentRecord) => readonly string[];
  /** Where one common value suffices. */
  readonly oneIsEnough?: true;
  /** Only what the asking agent has as well is of use. */
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
 * Answers the wishes of a `negotiate-capability` input. What is not asked for is agreed on by what both sides say of
 * themselves, if the asking agent is known; without wishes and without it, all that the agent has is told.
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

/** What of the wishes the agent has; kinds of negotiation in the version that both speak. */
function commonOf({ name }: Wish, wishes: readonly string[], has: readonly string[]): readonly string[] {
  if (name !== 'negotiate') return wishes.filter((wish) => has.includes(wish));
  return distinct(wishes.flatMap((wish) => commonKind(wish, has) ?? []));
}

/** Skills and what they take and give are the asked agent's alone; ways of communicating need both, if both name theirs. */
function mutual(wish: Wish, has: readonly string[], asking: AgentRecord | undefined): readonly string[] {
  const own = asking && wish.mutual ? wish.offered(asking) : [];
  return own.length > 0 ? commonOf(wish, own, has) : has;
}

/** Two agents that both name their protocols and have none in common cannot speak. */
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
