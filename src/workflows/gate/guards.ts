/** Guards: rules of operators about the steps of all runs. They are judged when a step begins. */
import { caseless, type Tree } from '../../data/index.js';
import type { YangentWorkflowsConfig } from '../../generated/providers.js';
import { configuredEntries, configuredEntry } from '../../server/index.js';
import { isAtLeast } from '../assurance/profile.js';
import { type DagNode, typeOf, type Unmarked } from '../model/dag.js';

export const GUARD = '/yangent-workflows:workflows/guard';

export type Guard = Unmarked<YangentWorkflowsConfig[typeof GUARD]['value']>;

/** The skills of an agent, and the domains in which it is and works. */
export interface AgentFacts {
  readonly skills: readonly string[];
  readonly domains: readonly string[];
}

/** Returns the agents that a reference may mean: by its identifier, or by the name in its profile. */
export type AgentsMeant = (reference: string) => readonly AgentFacts[];

/** The work of a step, as far as its graph and its agent tell. Undefined: it is left open. */
export interface StepFacts {
  readonly isTask: boolean;
  readonly skills: readonly string[] | undefined;
  readonly domains: readonly string[] | undefined;
  readonly risk: DagNode['risk'];
}

/** @param agent of the step, where it is known before it is looked for */
export function factsOf(node: DagNode, agent: string | undefined, meant: AgentsMeant): StepFacts {
  const { task, risk } = node;
  if (typeOf(node) !== 'task' || !task) return { isTask: false, skills: undefined, domains: undefined, risk };
  const agents = agent === undefined ? [] : meant(agent);
  // An agent has a domain in which it is and one in which it works: a query for one of them leaves the other open.
  if (agents.length === 0) return { isTask: true, skills: skillsWanted(task), domains: undefined, risk };
  const { skill, domain } = task;
  const isNamed = skill !== undefined && agents.every(({ skills }) => skills.includes(skill));
  return {
    isTask: true,
    // A task without a skill, or with one that its agent does not name, may be for anything that the agent does.
    skills: [...(skill === undefined ? [] : [skill]), ...(isNamed ? [] : agents.flatMap(({ skills }) => skills))],
    domains: [...(domain === undefined ? [] : [domain]), ...agents.flatMap((each) => each.domains)],
    risk,
  };
}

function skillsWanted({ skill, discover, agent }: NonNullable<DagNode['task']>): readonly string[] | undefined {
  if (skill === undefined || agent !== undefined) return undefined;
  // An agent that was found by something else need not have the skill.
  return !discover || discover.skill?.includes(skill) ? [skill] : undefined;
}

/** Returns the guards that concern a step. @param definitions of its run and of the runs above it */
export async function guardsFor(
  tree: Tree,
  facts: StepFacts,
  definitions: () => Promise<readonly string[]>,
): Promise<readonly Guard[]> {
  const found: Guard[] = [];
  for (const guard of configuredEntries(tree, GUARD)) {
    if (!fits(guard, facts)) continue;
    const { definition = [] } = guard;
    const isMeant = definition.length === 0 || (await definitions()).some((name) => definition.includes(name));
    if (isMeant) found.push(guard);
  }
  return found;
}

/** True when there are no guards at all. */
export function isUnguarded(tree: Tree): boolean {
  return configuredEntries(tree, GUARD).length === 0;
}

export function guardNamed(tree: Tree, name: string): Guard | undefined {
  return configuredEntry(tree, GUARD, name);
}

function fits({ skill = [], domain = [], 'min-risk': least }: Guard, facts: StepFacts): boolean {
  if (!facts.isTask && skill.length + domain.length > 0) return false;
  if (least !== undefined && !isAtLeast(facts.risk, least)) return false;
  return isAmong(skill, facts.skills) && isAmong(domain, facts.domains);
}

/** Compares names as queries for agents do. @param wanted empty: all @param given undefined: left open, which fits */
function isAmong(wanted: readonly string[], given: readonly string[] | undefined): boolean {
  if (wanted.length === 0 || given === undefined) return true;
  const names = new Set(wanted.map(caseless));
  return given.some((each) => names.has(caseless(each)));
}
