/** Checks the input of a task against the registered schema of the skill and the modes in the agent's profile. */
import type { AgentRecord, Skill } from '../../agents/index.js';
import { modalityOf } from '../../contexts/index.js';
import { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { isDeclaredSchema } from '../answers/declared-schema.js';
import { skillSchema } from '../answers/skill-schema.js';
import type { ExecutorRegistry } from '../executors/registry.js';
import type { SharingNeeds } from '../record/minimisation.js';
import type { TaskDescription } from '../record/record.js';

export interface SkillInputNeeds extends SharingNeeds {
  readonly executors: ExecutorRegistry;
}

type Fitted = { readonly description: TaskDescription } | { readonly problem: string };

/** The mode for files of any type: an agent with this mode takes all data. */
const ANY_MODE = 'file';

/** Returns why the agent does not take the input of the task; undefined when it does. */
export async function inputProblem(
  needs: SkillInputNeeds,
  tx: Tx,
  agent: AgentRecord,
  description: TaskDescription,
): Promise<string | undefined> {
  const fitted = fittedInput(needs, agent, description);
  return 'problem' in fitted ? fitted.problem : modeProblem(needs, tx, agent, description);
}

/**
 * Returns the changed description of a task with its input converted by `fittedInput`.
 *
 * @throws RpcError invalid-value for input that its agent does not take
 */
export async function takenInput(
  needs: SkillInputNeeds,
  tx: Tx,
  agent: AgentRecord,
  description: TaskDescription,
): Promise<TaskDescription> {
  const fitted = fittedInput(needs, agent, description);
  if ('problem' in fitted) throw refusal('/yangent-tasks:update/input', fitted.problem);
  await requireModes(needs, tx, agent, description, '/yangent-tasks:update/data-param');
  return fitted.description;
}

/**
 * Refuses data of the wrong kind.
 *
 * @param path path of the data, for errors.
 * @throws RpcError invalid-value for data of a kind that the agent does not take
 */
export async function requireModes(
  needs: SharingNeeds,
  tx: Tx,
  agent: AgentRecord,
  description: TaskDescription,
  path: string,
): Promise<void> {
  const problem = await modeProblem(needs, tx, agent, description);
  if (problem !== undefined) throw refusal(path, problem);
}

function refusal(path: string, message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}

/**
 * Returns the task with its input converted to the types of the skill's schema: in XML, numbers and lists arrive as text. Free
 * text is left to the executor, unless the agent takes none. A hosted program checks input by the schemas that it declares itself.
 */
export function fittedInput(
  { executors }: Pick<SkillInputNeeds, 'executors'>,
  agent: AgentRecord,
  description: TaskDescription,
): Fitted {
  const skill = agent.registration.skill?.find((each) => isNamed(description, each['skill-name']));
  const { 'skill-name': name, 'input-schema': text } = skill ?? {};
  const schema = text === undefined || isDeclaredSchema(text) ? undefined : skillSchema(text);
  if (!schema || name === undefined) return { description };
  const problem = (what: string): Fitted => ({ problem: `skill "${name}" of agent "${agent.id}": ${what}` });
  const { input } = description;
  if (input === undefined && !executors.isAttached(agent.id)) return { description };
  if (input === undefined && isSaidOtherwise(description, name))
    return agent.freeText === 'refuse' ? problem('it takes no free text; give its input') : { description };
  const given = input ?? {};
  const { length } = JSON.stringify(given);
  if (length > schema.longest)
    return problem(`its input has ${length} characters; by its schema ${schema.longest} can be checked`);
  const fault = schema.problem(given);
  if (fault === undefined) return { description };
  const read = schema.read(given);
  if (read) return { description: { ...description, input: read.value } };
  return problem(`the input is not as its schema says (registration/skill/input-schema): ${fault}`);
}

/** True when the task names the skill, by its type or its objective. */
function isNamed({ type, objective }: TaskDescription, skill: string): boolean {
  return type === skill || objective?.trim() === skill;
}

/** True when the task has free text or data besides the name of the skill. */
function isSaidOtherwise(description: TaskDescription, skill: string): boolean {
  const { content, objective } = description;
  const words = [content, objective].some((text) => text !== undefined && text.trim() !== skill);
  return words || (description['data-param'] ?? []).length > 0;
}

/** Returns why the agent does not take the data. When no skill is named, any of its skills may take them. */
async function modeProblem(
  { contexts }: SharingNeeds,
  tx: Tx,
  agent: AgentRecord,
  description: TaskDescription,
): Promise<string | undefined> {
  const params = description['data-param'] ?? [];
  if (params.length === 0) return undefined;
  const named = agent.skills.find(({ name }) => isNamed(description, name));
  const modes = modesOf(named ? [named] : agent.skills);
  if (modes === undefined || modes.has(ANY_MODE)) return undefined;
  for (const param of params) {
    const modality = await contexts.modalityOf(tx, param);
    if (modality === undefined || modes.has(modality)) continue;
    const what = named ? `skill "${named.name}" of agent "${agent.id}"` : `agent "${agent.id}"`;
    return `${what} takes ${[...modes].join(', ')} (input-modes), and the data "${param}" is ${modality}`;
  }
  return undefined;
}

/** Returns the input modes of the skills; undefined when one of them gives none. A mode may be a media type. */
function modesOf(skills: readonly Skill[]): ReadonlySet<string> | undefined {
  if (skills.length === 0 || skills.some(({ inputModes }) => inputModes.length === 0)) return undefined;
  const modes = skills.flatMap(({ inputModes }) => inputModes);
  return new Set(modes.map((mode) => (mode.includes('/') ? modalityOf(mode) : mode.trim().toLowerCase())));
}
