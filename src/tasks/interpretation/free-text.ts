/** Whether free text may set a skill to work (`execution/free-text`, design §5). */
import type { AgentRecord } from '../../agents/index.js';
import type { FreeText, SkillDefinition } from '../skill/agent.js';

const STRICTEST_FIRST: readonly FreeText[] = ['refuse', 'confirm', 'allow'];

/** The stricter of what the operator says of the agent and the agent of its skill; a structured skill asks first where neither says anything. */
export function freeTextPolicy(
  record: Pick<AgentRecord, 'freeText'> | undefined,
  skill: Pick<SkillDefinition, 'freeText' | 'input'>,
): FreeText {
  const said = [record?.freeText, skill.freeText];
  // A skill that declares no input has the text itself for its input.
  return STRICTEST_FIRST.find((each) => said.includes(each)) ?? (skill.input === undefined ? 'allow' : 'confirm');
}
