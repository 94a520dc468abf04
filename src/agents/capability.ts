/** Capability negotiation: what of the wanted capabilities an agent has, from its profile and registration. */
import { booleanOf, type Members, membersOf, textOf, textsOf } from './members.js';
import type { AgentRecord } from './record.js';

export interface CapabilityAnswer {
  readonly agreed: boolean;
  /** `leaf:value` for each capability that is wanted and lacking. */
  readonly missing: readonly string[];
  /** RFC 7951 value of the container `agreement`. */
  readonly agreement: Members;
}

interface Wish {
  readonly name: string;
  readonly offered: (agent: AgentRecord) => readonly string[];
  /** Where one common value suffices. */
  readonly oneIsEnough?: true;
}

const communication = (agent: AgentRecord) => membersOf(agent.registration, 'communication');

const WISHES: readonly Wish[] = [
  { name: 'skill', offered: (agent) => agent.skills.map((skill) => skill.name) },
  { name: 'input-mode', offered: (agent) => distinct(agent.skills.flatMap((skill) => skill.inputModes)) },
  { name: 'output-mode', offered: (agent) => distinct(agent.skills.flatMap((skill) => skill.outputModes)) },
  { name: 'protocol', offered: (agent) => textsOf(communication(agent), 'protocol'), oneIsEnough: true },
  {
    name: 'interaction-mode',
    offered: (agent) => textsOf(communication(agent), 'interaction-mode'),
    oneIsEnough: true,
  },
  { name: 'modality', offered: (agent) => textsOf(communication(agent), 'modality') },
  { name: 'negotiate', offered: negotiations },
];

const SWITCHES = ['streaming', 'push-notifications'] as const;

/** Kinds of negotiation in the profile: a list separated by commas (seed 004 §5.1). */
function negotiations(agent: AgentRecord): readonly string[] {
  const list = textOf(membersOf(agent.profile, 'capability'), 'negotiate') ?? '';
  return distinct(
    list
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );
}

/** Answers the wishes of an `negotiate-capability` input; without wishes it tells all that the agent has. */
export function negotiateCapability(wanted: Members, agent: AgentRecord): CapabilityAnswer {
  const missing: string[] = [];
  const agreement: Record<string, unknown> = {};
  const tellAll =
    !WISHES.some(({ name }) => textsOf(wanted, name).length > 0) && !SWITCHES.some((name) => wanted[name] === true);
  for (const { name, offered, oneIsEnough } of WISHES) {
    const wishes = textsOf(wanted, name);
    const has = offered(agent);
    const common = tellAll ? has : wishes.filter((wish) => has.includes(wish));
    if (common.length > 0) agreement[name] = [...common];
    if (oneIsEnough && common.length > 0) continue;
    missing.push(...wishes.filter((wish) => !common.includes(wish)).map((wish) => `${name}:${wish}`));
  }
  for (const name of SWITCHES) {
    const has = booleanOf(membersOf(agent.profile, 'capability'), name) ?? false;
    if (has && (tellAll || wanted[name] === true)) agreement[name] = true;
    if (!has && wanted[name] === true) missing.push(`${name}:true`);
  }
  return { agreed: missing.length === 0, missing, agreement };
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
