/** Checks the names of an agent and its skill: they become identifiers, files, a package and a variable. */
import { UsageError } from '../../node/index.js';

const LONGEST = 64;

/** @throws UsageError with the allowed characters */
export function agentName(value: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(value) && value.length <= LONGEST) return value;
  throw new UsageError(
    `"${value}" cannot be the identifier of an agent, which stands in URLs and user names: use letters, digits, ".", "_" and "-", ` +
      `beginning and ending with a letter or digit, at most ${LONGEST} characters`,
  );
}

/** @throws UsageError with the allowed characters */
export function skillName(value: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value) && value.length <= LONGEST) return value;
  throw new UsageError(
    `"${value}" cannot be the name of a skill: use words of small letters and digits with "-" between, such as check-port`,
  );
}

/**
 * Returns `check-port` as the variable `checkPort`. A single word could be reserved in the language: it becomes e.g.
 * `deleteSkill`.
 */
export function variable(skill: string): string {
  const words = skill.includes('-') ? skill : `${skill}-skill`;
  return words.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
