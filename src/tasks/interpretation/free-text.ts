/** The policy for free text as the input of a skill (`execution/free-text`, design §5). */
import type { AgentRecord } from '../../agents/index.js';
import type { FreeText, SkillDefinition } from '../skill/agent.js';

const STRICTEST_FIRST: readonly FreeText[] = ['refuse', 'confirm', 'allow'];

/** Returns the stricter policy of the operator's for the agent and the skill's own. Default: `confirm` for a structured skill. */
export function freeTextPolicy(
  record: Pick<AgentRecord, 'freeText'> | undefined,
  skill: Pick<SkillDefinition, 'freeText' | 'input'>,
): FreeText {
  const said = [record?.freeText, skill.freeText];
  // A skill without a declared input takes the text itself as input.
  return STRICTEST_FIRST.find((each) => said.includes(each)) ?? (skill.input === undefined ? 'allow' : 'confirm');
}
