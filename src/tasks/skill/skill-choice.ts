/** Chooses the skill of a hosted agent for a task. */
import { type AgentRecord, overlap, wordsOf } from '../../agents/index.js';
import { caseless } from '../../data/index.js';
import { descriptionOf } from '../record/prompt.js';
import type { TaskDescription } from '../record/record.js';
import type { HostedAgent } from './agent.js';

export type SkillChoice = { readonly skill: string } | { readonly lacking: string };

/**
 * Returns the skill that the type or the objective names; else the one whose name, tags and description share most words with
 * the task description; else the default, or the only one.
 */
export function chooseSkill(
  agent: HostedAgent,
  record: AgentRecord | undefined,
  description: TaskDescription,
): SkillChoice {
  const names = Object.keys(agent.skills ?? {});
  const { type, objective, content } = description;
  const named = skillNamed(names, description);
  if (named !== undefined) return { skill: named };

  const words = wordsOf(
    [type, objective, content === undefined ? undefined : descriptionOf(content)]
      .filter((text) => text !== undefined)
      .join(' '),
  );
  let best: { readonly skill: string; readonly score: number } | undefined;
  for (const skill of names) {
    const score = overlap(words, wordsOfSkill(skill, record));
    if (score > (best?.score ?? 0)) best = { skill, score };
  }
  if (best) return { skill: best.skill };
  const [only, ...more] = names;
  const fallback = agent.defaultSkill ?? (more.length === 0 ? only : undefined);
  if (fallback !== undefined) return { skill: fallback };
  return {
    lacking:
      names.length === 0
        ? `agent "${agent.id}" executes no tasks`
        : `agent "${agent.id}" has no skill that fits the task; it has ${names.join(', ')}; name one as the type of the task`,
  };
}

/**
 * Returns the skill that the type names, else the one that the objective names. An agent is found by the type whatever its case, so
 * the type means that skill then.
 */
export function skillNamed(
  names: readonly string[],
  { type, objective }: Pick<TaskDescription, 'type' | 'objective'>,
): string | undefined {
  if (type !== undefined) {
    const ofType = names.find((name) => name === type) ?? names.find((name) => caseless(name) === caseless(type));
    if (ofType !== undefined) return ofType;
  }
  return names.find((name) => name === objective?.trim());
}

function wordsOfSkill(name: string, record: AgentRecord | undefined): ReadonlySet<string> {
  const skill = record?.skills.find((each) => each.name === name);
  return wordsOf(
    [name.replace(/([a-z])([A-Z])/g, '$1 $2'), ...(skill?.tags ?? []), skill?.description ?? ''].join(' '),
  );
}
