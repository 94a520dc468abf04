/** The agents with which a node is started, and their files. */

import { messageOf } from '../data/index.js';
import { faultOfAgent } from './definition.js';
import { type AgentDefinition, defineAgent, loadDefault } from './load.js';
import { UsageError } from './options.js';

/** An agent, and its name in messages. */
export interface LoadedAgent {
  readonly definition: AgentDefinition;
  /** Its file, or its identifier when a program gave the definition. */
  readonly place: string;
}

const REMEDY = "write: export default defineAgent({ id: 'link-watch', … }), or a list of several";

/**
 * Loads the agents. The default export of a file is one agent, or a list of agents.
 * @throws UsageError when a file cannot be loaded or has no agent as default export, or two are the same
 */
export async function loadAgents(agents: readonly (string | AgentDefinition)[]): Promise<readonly LoadedAgent[]> {
  const loaded = (await Promise.all(agents.map(loadedFrom))).flat();
  for (const [index, { definition, place }] of loaded.entries()) {
    for (const other of loaded.slice(0, index)) requireDistinct(definition, place, other);
  }
  return loaded;
}

async function loadedFrom(agent: string | AgentDefinition): Promise<readonly LoadedAgent[]> {
  if (typeof agent !== 'string') return [loadedAgent(agent, `agent "${String(agent.id)}"`)];
  const value = await loadDefault(agent, REMEDY);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0) throw new UsageError(`${agent}: its default export has no agent; ${REMEDY}`);
  return all.map((each) => loadedAgent(each, agent));
}

function loadedAgent(value: unknown, place: string): LoadedAgent {
  if (!isAgent(value)) throw new UsageError(`${place}: ${faultOfAgent(value)}`);
  try {
    return { definition: defineAgent(value), place };
  } catch (error) {
    throw new UsageError(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

function isAgent(value: unknown): value is AgentDefinition {
  return faultOfAgent(value) === undefined;
}

function requireDistinct({ id, loops = [] }: AgentDefinition, place: string, other: LoadedAgent): void {
  const { definition } = other;
  if (definition.id === id) {
    const both =
      place === other.place
        ? `${place} is given twice, or defines the agent "${id}" twice`
        : `${other.place} and ${place} both define the agent "${id}"`;
    throw new UsageError(`${both}; each agent of a node needs an id of its own`);
  }
  const taken = loops.find(({ name }) => definition.loops?.some((each) => each.name === name));
  if (taken)
    throw new UsageError(
      `${place}: the loop "${taken.name}" has the name of a loop of ${other.place}; loops of a node need names of their own`,
    );
}
