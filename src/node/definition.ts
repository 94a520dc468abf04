/** Finds faults in the definition of an agent, for its author: the place, and the correct form. */
import { isObject } from '../data/index.js';
import { entriesOf, type Members, membersOf, textOf } from '../data/rfc7951/members.js';
import { didYouMean } from '../yang/index.js';

type Is = (value: unknown) => boolean;

interface Member {
  readonly is: Is;
  /** Continues "must be". */
  readonly wanted: string;
}

const isFunction: Is = (value) => typeof value === 'function';
const isText: Is = (value) => typeof value === 'string';
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);
const FUNCTION: Member = { is: isFunction, wanted: 'a function' };
const OBJECT: Member = { is: isObject, wanted: 'an object' };
const LIST: Member = { is: Array.isArray, wanted: 'a list' };
const TEXT: Member = { is: isText, wanted: 'a text' };
const TEXTS: Member = { is: isTexts, wanted: 'a list of texts' };

const AGENT: Readonly<Record<string, Member>> = {
  id: TEXT,
  profile: OBJECT,
  skills: OBJECT,
  defaultSkill: TEXT,
  feasibility: FUNCTION,
  fulfillment: FUNCTION,
  rollback: FUNCTION,
  loops: LIST,
  sessions: OBJECT,
  devices: TEXTS,
};

const SKILL: Readonly<Record<string, Member>> = {
  run: FUNCTION,
  description: TEXT,
  tags: TEXTS,
  input: { is: isObject, wanted: 'a JSON Schema, which is an object' },
  output: { is: isObject, wanted: 'a JSON Schema, which is an object' },
  freeText: {
    is: (value) => value === 'refuse' || value === 'confirm' || value === 'allow',
    wanted: "'refuse', 'confirm' or 'allow'",
  },
  templates: TEXTS,
  object: TEXT,
  examples: LIST,
  words: OBJECT,
  text: TEXT,
};

const SESSIONS: Readonly<Record<string, Member>> = {
  invited: FUNCTION,
  message: FUNCTION,
  turn: FUNCTION,
  coordinate: FUNCTION,
  conclude: FUNCTION,
};

/** Pattern of identifiers, which are used in URIs and user names (yangent-agents:agent-id). */
const ID = /^[^\s/?#%\\]*[^\s/?#%\\.][^\s/?#%\\]*$/;

/** Returns the first fault; undefined when there is none. `defineAgent` checks the schemas of skills. */
export function faultOfAgent(value: unknown): string | undefined {
  if (!isObject(value)) return `an agent must be an object (see defineAgent), not ${said(value)}`;
  if (value.id === undefined)
    return 'the agent has no "id", by which others address it: add id: \'link-watch\', or the like';
  const fault = faultOfMembers(value, AGENT, 'an agent', '');
  if (fault !== undefined) return fault;
  const id = textOf(value, 'id') ?? '';
  if (!ID.test(id) || id.length > 128)
    return `id: "${id}" must be 1 to 128 characters without white space and / ? # % \\, as it stands in URLs and user names`;
  return (
    faultOfSkills(value) ??
    faultOfLoops(value) ??
    faultOfMembers(membersOf(value, 'sessions'), SESSIONS, 'sessions of an agent', 'sessions.')
  );
}

function faultOfSkills(agent: Members): string | undefined {
  const skills = Object.entries(membersOf(agent, 'skills'));
  for (const [name, skill] of skills) {
    const fault = faultOfSkill(name, skill);
    if (fault !== undefined) return fault;
  }
  const names = skills.map(([name]) => name);
  const fallback = textOf(agent, 'defaultSkill');
  if (fallback !== undefined && !names.includes(fallback))
    return `defaultSkill: "${fallback}" is none of its skills${didYouMean(fallback, names)}: ${list(names)}`;
  return faultOfProfile(agent, names);
}

function faultOfSkill(name: string, skill: unknown): string | undefined {
  if (typeof skill === 'function') return undefined;
  const where = `skills.${name}`;
  if (!isObject(skill)) return `${where} must be a function, or an object with a function "run", not ${said(skill)}`;
  if (skill.run === undefined) return `${where} has no function "run", which does the work`;
  return faultOfMembers(skill, SKILL, 'a skill', `${where}.`);
}

/**
 * Returns a fault when the profile lists a skill that does not exist, or does not list a skill without a description of its own.
 */
function faultOfProfile(agent: Members, names: readonly string[]): string | undefined {
  const skills = membersOf(membersOf(agent, 'profile'), 'skills');
  const listed = entriesOf(skills, 'skill').flatMap((skill) => textOf(skill, 'skill-name') ?? []);
  const idle = listed.find((name) => !names.includes(name));
  if (idle !== undefined)
    return `profile.skills.skill: "${idle}" is a skill that nothing in "skills" does${didYouMean(idle, names)}; add skills: { '${idle}': async (task, run) => … }, or take it out of the profile`;
  if (listed.length === 0) return undefined;
  const own = membersOf(agent, 'skills');
  const unlisted = names.find((name) => !listed.includes(name) && !isDescribed(own[name]));
  if (unlisted === undefined) return undefined;
  return `skills.${unlisted} is not in the profile${didYouMean(unlisted, listed)}, so nobody would find it; add { 'skill-name': '${unlisted}' } to profile.skills.skill, or give the skill a description`;
}

/** True for a skill with its own description. */
function isDescribed(skill: unknown): boolean {
  return isObject(skill) && textOf(skill, 'description') !== undefined;
}

const LOOP = ['name', 'observe', 'plan', 'action'];

function faultOfLoops({ loops }: Members): string | undefined {
  const names = new Set<string>();
  for (const [index, loop] of (Array.isArray(loops) ? loops : []).entries()) {
    if (!isObject(loop) || LOOP.some((member) => loop[member] === undefined))
      return `loops[${index}] must be what closedLoop({ … }) gives, not ${said(loop)}`;
    const name = String(loop.name);
    if (names.has(name)) return `loops[${index}]: "${name}" is the name of another loop of this agent; give it its own`;
    names.add(name);
  }
  return undefined;
}

function faultOfMembers(
  value: Members,
  known: Readonly<Record<string, Member>>,
  what: string,
  prefix: string,
): string | undefined {
  for (const [name, member] of Object.entries(value)) {
    const wanted = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!wanted) {
      const names = Object.keys(known);
      return `${prefix}${name}: ${what} has no such member${didYouMean(name, names)}; it has ${list(names)}`;
    }
    if (member !== undefined && !wanted.is(member))
      return `${prefix}${name} must be ${wanted.wanted}, not ${said(member)}`;
  }
  return undefined;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

const LONGEST = 60;

/** Returns a value as text for a message. */
function said(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (isObject(value)) return `an object with ${list(Object.keys(value)).slice(0, LONGEST)}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
