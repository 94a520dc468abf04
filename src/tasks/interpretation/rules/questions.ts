/** The questions of the rules when a text is not clear enough. */
import type { OfferedSkill } from '../../skill/interpreter.js';
import type { Parameter } from '../../skill/skill-input.js';

const MOST_NAMED = 8;

export function whichSkill(skills: readonly OfferedSkill[]): string {
  const named = skills
    .slice(0, MOST_NAMED)
    .map(({ name, description }) => (description === '' ? name : `${name} (${description})`));
  return `What is to be done: ${named.join(', or ')}? Please name one.`;
}

export function whichParameters(skill: OfferedSkill, missing: readonly Parameter[]): string {
  return `To ${skill.name} it must be known: ${missing.map(describe).join('; ')}. Please say.`;
}

function describe({ name, title, description, values, examples }: Parameter): string {
  const what = description === undefined ? (title ?? name) : `${title ?? name} (${description})`;
  if (values) return `${what}, one of ${values.join(', ')}`;
  return examples.length > 0 ? `${what}, for example ${examples.slice(0, 3).join(', ')}` : what;
}
