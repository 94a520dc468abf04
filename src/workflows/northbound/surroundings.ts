/** The agents and definitions of the node, as the author of a graph may see them. */
import { CapabilityFault, capabilitiesOfModel, requireMeetable } from '../../access/index.js';
import { type Agents, mayFind } from '../../agents/index.js';
import { RpcError } from '../../data/index.js';
import { type Call, configuredEntry } from '../../server/index.js';
import type { Schema } from '../../yang/index.js';
import type { SkillTerms, Surroundings } from '../check/index.js';
import { DEFINITION } from '../engine/definitions.js';
import type { Dag } from '../model/dag.js';
import type { RunRecord } from '../run/record.js';
import type { WorkflowNeeds } from './needs.js';

/** States of agents that count: all, since a graph is written for later. */
const STATES = ['online', 'offline', 'draining'] as const;

/** True when the caller may read the configuration of a definition, whether it exists or not. */
export function readsDefinition(call: Call, name: string): boolean {
  return call.mayRead(`${DEFINITION}[name='${name}']`);
}

/** Refuses a caller who may not read the graph of a run: that of a definition is its configuration. @throws RpcError access-denied */
export function requireGraph({ definition }: Pick<RunRecord, 'definition'>, call: Call): void {
  if (definition === undefined || readsDefinition(call, definition)) return;
  const message = `the graph is that of the definition "${definition}", which user "${call.user}" may not read`;
  throw new RpcError({ type: 'application', tag: 'access-denied', message });
}

/** Returns how to find an enabled definition in running. */
export function enabledDefinitions({ running }: Pick<WorkflowNeeds, 'running'>): Surroundings['definition'] {
  return (name) => {
    const found = configuredEntry(running.tree, DEFINITION, name);
    return found?.enabled ? found : undefined;
  };
}

/**
 * Looks up what a check of these graphs asks for.
 *
 * @param definition returns the content of an enabled definition
 */
export async function surroundingsFor(
  dags: readonly Dag[],
  { agents: { directory, discovery }, schema }: Pick<WorkflowNeeds, 'agents' | 'schema'>,
  call: Call,
  definition: Surroundings['definition'],
): Promise<Surroundings> {
  const wanted = new Set(
    dags.flatMap(({ node }) =>
      node.flatMap(({ task, compensation }) =>
        task?.agent ? [] : [task?.skill ?? [], compensation?.agent ? [] : (compensation?.skill ?? [])].flat(),
      ),
    ),
  );
  const there = new Set<string>();
  for (const skill of wanted) {
    const { total } = await discovery.find({ skill: [skill], state: [...STATES] }, call, { limit: 1 });
    if (total > 0) there.add(skill);
  }
  const agents = new Map<string, ReadonlyMap<string, SkillTerms> | undefined>();
  return {
    definition: (name) => (readsDefinition(call, name) ? definition(name) : undefined),
    isForeign: (id) => directory.get(id)?.foreign !== undefined,
    isSkill: (name) => there.has(name),
    capabilityFault: (capability) => capabilityFault(schema, capability),
    skillsOf: (id) => {
      if (agents.has(id)) return agents.get(id);
      const agent = directory.get(id);
      const skills = agent && mayFind(agent, call, directory) ? skillsOf(agent) : undefined;
      agents.set(id, skills);
      return skills;
    },
  };
}

function capabilityFault(schema: Schema, capability: unknown): string | undefined {
  try {
    requireMeetable(schema, capabilitiesOfModel([capability]));
    return undefined;
  } catch (error) {
    if (error instanceof CapabilityFault) return error.message;
    throw error;
  }
}

function skillsOf({
  skills,
  registration,
}: NonNullable<ReturnType<Agents['directory']['get']>>): ReadonlyMap<string, SkillTerms> {
  const schemas = new Map(registration.skill?.map((each) => [each['skill-name'], each]));
  return new Map(
    skills.map(({ name }) => {
      const { 'input-schema': input, 'output-schema': output, checkpoint } = schemas.get(name) ?? {};
      return [name, { input: usable(input), output: usable(output), checkpoint }];
    }),
  );
}

/** Returns the text of a schema; undefined for one that is no JSON, which an earlier version of the node took. */
function usable(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
