/** The workflows and skills that a caller may use in a graph. */
import type { Agents } from '../../agents/index.js';
import { isObject, RpcError } from '../../data/index.js';
import type { Call } from '../../server/index.js';
import { offer } from '../../tasks/index.js';
import { DAG_SKILL, ROLLBACK_SKILL } from '../model/exchange.js';
import type { OfferedWork, Offers } from './planner.js';

/** A definition, as far as planners ask for it. */
export interface Template {
  readonly name: string;
  readonly description?: string | undefined;
  readonly 'input-schema'?: string | undefined;
  readonly 'output-schema'?: string | undefined;
}

export interface OfferNeeds {
  readonly discovery: Agents['discovery'];
  /** Returns the enabled definitions that the caller may read and start. */
  readonly templates: (call: Call) => readonly Template[];
}

/** Numbers of what is offered to a planner; more would help no goal. */
const MOST_WORKFLOWS = 200;
const MOST_AGENTS = 200;
const MOST_SKILLS = 200;
/** Skills by which nodes speak to coordinators and to the agents of runs: no step asks for them. */
const OF_NODES: ReadonlySet<string> = new Set([DAG_SKILL, ROLLBACK_SKILL]);
/** States of agents that count: all, since a graph may be started later. */
const STATES = ['online', 'offline', 'draining'] as const;

/**
 * Collects what is offered for a goal: of many agents those whose descriptions are nearest to it.
 *
 * @param wanted names of the only definitions that may be used
 * @throws RpcError invalid-value for one that the caller may not start
 */
export async function offersFor(
  { discovery, templates }: OfferNeeds,
  goal: string,
  wanted: readonly string[] | undefined,
  call: Call,
): Promise<Offers> {
  const known = templates(call);
  const unknown = wanted?.find((name) => !known.some((each) => each.name === name));
  if (unknown !== undefined) throw noTemplate(unknown, known);
  const workflows = known.filter(({ name }) => wanted?.includes(name) ?? true).slice(0, MOST_WORKFLOWS);
  const state = [...STATES];
  const near = await discovery.find({ text: goal, state }, call, { limit: MOST_AGENTS });
  // The one with which the goal begins may have nothing to do with its words.
  const others = await discovery.find({ state }, call, { limit: MOST_AGENTS });
  const skills = new Map<string, OfferedWork>();
  for (const { agent } of [...near.matches, ...others.matches]) {
    // Its skills start runs: the planner is offered the definitions themselves.
    if (agent.executedBy === 'workflows') continue;
    const registered = new Map(agent.registration.skill?.map((each) => [each['skill-name'], each]));
    for (const { name, description, tags } of agent.skills) {
      if (OF_NODES.has(name) || skills.has(name) || skills.size >= MOST_SKILLS) continue;
      const { 'input-schema': input, 'output-schema': output } = registered.get(name) ?? {};
      const work = offered({ name, description, tags, input, output });
      if (work) skills.set(name, work);
    }
  }
  return {
    workflows: workflows.flatMap(
      (each) =>
        offered({
          name: each.name,
          description: each.description,
          input: each['input-schema'],
          output: each['output-schema'],
        }) ?? [],
    ),
    skills: [...skills.values()],
  };
}

interface Described {
  readonly name: string;
  readonly description?: string | undefined;
  readonly tags?: readonly string[];
  /** JSON Schemas as texts. */
  readonly input?: string | undefined;
  readonly output?: string | undefined;
}

/** Returns a work with its schemas; undefined for one whose input is no object, or of no use. */
function offered({
  name,
  description = '',
  tags = [],
  input: inputText,
  output: outputText,
}: Described): OfferedWork | undefined {
  const input = inputText === undefined ? ANYTHING : schemaIn(inputText);
  if (!input) return undefined;
  const output = outputText === undefined ? undefined : schemaIn(outputText);
  try {
    return { ...offer('plan', name, { description, tags, input }), ...(output ? { output } : {}) };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const ANYTHING = { type: 'object' };

function schemaIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function noTemplate(name: string, known: readonly Template[]): RpcError {
  const names = known.map((each) => each.name).slice(0, 20);
  const choices = names.length === 0 ? 'there is none' : `there is ${names.join(', ')}`;
  return new RpcError({
    type: 'application',
    tag: 'invalid-value',
    path: '/yangent-workflows:plan/template',
    message: `there is no definition "${name}" that you may start; ${choices}`,
  });
}
