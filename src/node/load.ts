/** Loading users' code: plugins and agents are module files with a default export. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoopDefinition } from '../loops/index.js';
import type { Provider } from '../server/index.js';
import {
  defineAgent as defineHostedAgent,
  type Feasibility,
  type Fulfillment,
  type HostedAgent,
  type Skill,
  type SkillDefinition,
} from '../tasks/index.js';
import type { NodeApi } from './api.js';
import { UsageError } from './options.js';
import type { AgentJudge, AgentSkills } from './skills.js';

/** A plugin: a provider, and what to do when the node is up. */
export interface Plugin extends Provider {
  /** Further modules to serve that need no code, for example `iana-if-type`, which only names identities. */
  readonly modules?: readonly string[];
  /** Runs when all listens; gives what to do when the node stops. */
  start?(node: NodeApi): Promise<(() => Promise<void> | void) | undefined> | Promise<void>;
}

/** An agent that runs inside a node, with its loops; its skills and judgements may use the devices of the node. */
export interface AgentDefinition extends Omit<HostedAgent, 'skills' | 'feasibility' | 'fulfillment' | 'loops'> {
  readonly skills?: AgentSkills;
  /** Can a proposed task be done? Without it, a task is feasible when a skill fits. */
  readonly feasibility?: AgentJudge<Feasibility>;
  /** Does a proposed result fulfil the task? */
  readonly fulfillment?: AgentJudge<Fulfillment>;
  readonly loops?: readonly LoopDefinition[];
}

/**
 * Declares an agent, with types.
 * @throws TypeError when the identifier is missing, the default skill is none of its skills, or the input of a skill is no schema
 */
export function defineAgent(agent: AgentDefinition): AgentDefinition {
  const { id, defaultSkill, skills = {} } = agent;
  const run: Skill = async () => undefined;
  const named = Object.entries(skills).map(([name, skill]): [string, SkillDefinition] => [
    name,
    typeof skill === 'function' ? { run } : { ...skill, run },
  ]);
  defineHostedAgent({ id, defaultSkill, skills: Object.fromEntries(named) });
  return agent;
}

/** Every module that the plugins have the node serve. */
export function modulesOf(plugins: readonly Plugin[]): readonly string[] {
  return plugins.flatMap(({ module, modules = [] }) => [module, ...modules]);
}

/** Only says that the argument is a plugin, for its types. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** @throws UsageError when the file cannot be loaded or has no plugin as default export */
export async function loadPlugin(file: string | Plugin): Promise<Plugin> {
  if (typeof file !== 'string') return file;
  const value = await loadDefault(file);
  if (isPlugin(value)) return value;
  throw new UsageError(
    `${file}: the default export is no plugin; it needs at least { module: 'name-of-the-yang-module' }`,
  );
}

/** @throws UsageError when the file cannot be loaded or has no agent as default export */
export async function loadAgent(file: string | AgentDefinition): Promise<AgentDefinition> {
  if (typeof file !== 'string') return file;
  const value = await loadDefault(file);
  if (isAgent(value)) return value;
  throw new UsageError(`${file}: the default export is no agent; it needs an id (see defineAgent)`);
}

async function loadDefault(file: string): Promise<unknown> {
  const path = resolve(file);
  try {
    const module: unknown = await (path.endsWith('.ts') ? importTypeScript(path) : import(pathToFileURL(path).href));
    return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  } catch (error) {
    throw new UsageError(`cannot load ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** TypeScript files are run through tsx where it is installed. */
async function importTypeScript(path: string): Promise<unknown> {
  const name = 'tsx/esm/api';
  const tsx: unknown = await import(name).catch(() => undefined);
  if (typeof tsx === 'object' && tsx !== null && 'tsImport' in tsx && typeof tsx.tsImport === 'function') {
    return tsx.tsImport(pathToFileURL(path).href, import.meta.url);
  }
  throw new Error('TypeScript files need the package tsx (npm install tsx), or compile the file to JavaScript first');
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'module' in value && typeof value.module === 'string';
}

function isAgent(value: unknown): value is AgentDefinition {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
