/** Chooses the skill of a hosted agent for a task, and decides whether its text must be interpreted first. */
import type { AgentRecord } from '../../agents/index.js';
import { descriptionOf, parsePrompt } from '../record/prompt.js';
import type { TaskDescription, TaskError } from '../record/record.js';
import type { HostedAgent } from '../skill/agent.js';
import type { OfferedSkill } from '../skill/interpreter.js';
import { definitionOf, described } from '../skill/offered.js';
import { chooseSkill, skillNamed } from '../skill/skill-choice.js';
import { objectForm } from '../skill/template.js';
import { freeTextPolicy } from './free-text.js';
import { fitted } from './rules/parameters.js';

export type Choice =
  /** Structured input, or a skill that takes the text unchanged. */
  | { readonly kind: 'run'; readonly skill: string; readonly input: unknown; readonly confirm: boolean }
  /** Free text. `type`: set when the task names the skill. */
  | {
      readonly kind: 'interpret';
      readonly text: string;
      readonly type?: string;
      readonly offered: readonly OfferedSkill[];
    }
  | { readonly kind: 'refused'; readonly error: TaskError };

/** A hosted agent with its skills and its record. */
export interface Host {
  readonly agent: HostedAgent;
  /** Its skills that declare their input, by name. */
  readonly offered: ReadonlyMap<string, OfferedSkill>;
  readonly record: AgentRecord | undefined;
}

export function choiceOf(host: Host, description: TaskDescription): Choice {
  const named = skillNamed(Object.keys(host.agent.skills ?? {}), description);
  return named === undefined ? choiceByWords(host, description) : choiceByName(host, named, description);
}

function choiceByName(host: Host, name: string, description: TaskDescription): Choice {
  const skill = host.offered.get(name);
  if (!skill) return { kind: 'run', skill: name, input: description.input, confirm: false };
  if (description.input !== undefined) return checkedRun(skill, description.input);
  const object = parsePrompt(description.content ?? '')?.object;
  const inObject = object === undefined ? undefined : parametersOfObject(skill, object);
  if (inObject) return inObject;
  const text = textIn(description, name);
  if (text === '') return checkedRun(skill, {});
  const isRefused = freeTextPolicy(host.record, definitionOf(host.agent, name) ?? {}) === 'refuse';
  if (isRefused) return refused('invalid-input', `skill "${name}" takes no free text; give its input`, ['modify']);
  return { kind: 'interpret', text, type: name, offered: described([skill], host.record) };
}

function choiceByWords(host: Host, description: TaskDescription): Choice {
  const { agent, offered, record } = host;
  const choice = chooseSkill(agent, record, description);
  const skill = 'skill' in choice ? choice.skill : undefined;
  const structured = skill === undefined ? undefined : offered.get(skill);
  if (structured && description.input !== undefined) return checkedRun(structured, description.input);
  if (skill !== undefined) {
    const policy = freeTextPolicy(record, definitionOf(agent, skill) ?? {});
    if (policy === 'refuse') {
      const message = `skill "${skill}" takes no free text; name it as the type of the task, and give its input`;
      return refused('invalid-input', message, ['modify', 'reassign']);
    }
    if (!structured) return { kind: 'run', skill, input: description.input, confirm: policy === 'confirm' };
  }
  const allowed = [...offered.values()].filter(
    ({ name }) => freeTextPolicy(record, definitionOf(agent, name) ?? {}) !== 'refuse',
  );
  const text = textIn(description);
  if (allowed.length > 0 && text !== '') return { kind: 'interpret', text, offered: described(allowed, record) };
  const lacking = 'lacking' in choice ? choice.lacking : `agent "${agent.id}" is not told what to do`;
  return refused('lack-of-skills', lacking, ['reassign', 'modify']);
}

function checkedRun(skill: OfferedSkill, input: unknown): Choice {
  const result = skill.check(input);
  if ('problem' in result) return refused('invalid-input', `skill "${skill.name}": ${result.problem}`, ['modify']);
  return { kind: 'run', skill: skill.name, input: result.value, confirm: false };
}

/** Reads parameters from the target object of a prompt, when the skill declares a form for it. */
function parametersOfObject(skill: OfferedSkill, object: string): Choice | undefined {
  const accepts = (name: string, value: string) => {
    const parameter = skill.parameters.find((each) => each.name === name);
    return parameter !== undefined && fitted(parameter, value) !== undefined;
  };
  const values = skill.object === undefined ? undefined : objectForm(skill.object)(object, accepts);
  const result = values && skill.check(Object.fromEntries(values));
  return result && 'value' in result
    ? { kind: 'run', skill: skill.name, input: result.value, confirm: false }
    : undefined;
}

/** Returns all text of the assigner. */
function textIn(description: TaskDescription, skill?: string): string {
  const objective = description.objective?.trim() ?? '';
  const content = description.content ?? '';
  const { object, environment } = parsePrompt(content) ?? {};
  const said = [objective === skill ? '' : objective, descriptionOf(content), object ?? '', environment ?? ''];
  return [...new Set(said)].filter((each) => each !== '').join('\n');
}

function refused(code: TaskError['code'], message: string, recovery: TaskError['recovery']): Choice {
  return { kind: 'refused', error: { code, message, recovery } };
}
