/** The skills of a hosted agent that declare an input, in the form for interpreters and checks. */
import type { AgentRecord } from '../../agents/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import type { HostedAgent, SkillDefinition } from './agent.js';
import type { OfferedSkill, SkillLanguage } from './interpreter.js';
import { type SkillInput, skillInput } from './skill-input.js';
import { faultOfSlots } from './template.js';

/** A target of an interpretation: a skill, or a form that a skill wants to be filled in. */
export interface TextForm extends SkillLanguage {
  readonly description?: string;
  readonly tags?: readonly string[];
  /** JSON Schema (2020-12) of an object. */
  readonly input: Members;
}

/** Cache of compiled schemas, because a form is offered with every text. */
const compiled = new WeakMap<Members, SkillInput>();

/** Compiles a form. @throws TypeError when its schema or a template is wrong */
export function offer(owner: string, name: string, form: TextForm): OfferedSkill {
  const { description = '', tags = [], input, templates, object, examples, words, text } = form;
  const known = compiled.get(input) ?? skillInput(input, `${owner}: skill "${name}"`);
  compiled.set(input, known);
  for (const template of [...(templates ?? []), ...(object === undefined ? [] : [object])]) {
    const fault = faultOfSlots(template);
    if (fault !== undefined) throw new TypeError(`${owner}: skill "${name}": ${fault}`);
  }
  return {
    name,
    description,
    tags,
    input,
    ...{ templates, object, examples, words, text },
    ...known,
  };
}

/** Returns the skills that declare their input, by name. @throws TypeError when a schema is wrong */
export function offeredSkills({
  id,
  skills = {},
}: Pick<HostedAgent, 'id' | 'skills'>): ReadonlyMap<string, OfferedSkill> {
  const offered = new Map<string, OfferedSkill>();
  for (const [name, skill] of Object.entries(skills)) {
    if (typeof skill === 'function' || skill.input === undefined) continue;
    offered.set(name, offer(`agent "${id}"`, name, { ...skill, input: skill.input }));
  }
  return offered;
}

/** Adds the descriptions of the profile to the skills. */
export function described(
  offered: Iterable<OfferedSkill>,
  record: Pick<AgentRecord, 'skills'> | undefined,
): readonly OfferedSkill[] {
  return [...offered].map((skill) => {
    const profile = record?.skills.find(({ name }) => name === skill.name);
    if (!profile) return skill;
    return {
      ...skill,
      description: skill.description === '' ? profile.description : skill.description,
      tags: [...skill.tags, ...profile.tags],
    };
  });
}

/** Returns the definition of a skill, given as a function or as an object. */
export function definitionOf(agent: Pick<HostedAgent, 'skills'>, name: string): SkillDefinition | undefined {
  const skills = agent.skills ?? {};
  const skill = Object.hasOwn(skills, name) ? skills[name] : undefined;
  return typeof skill === 'function' ? { run: skill } : skill;
}
