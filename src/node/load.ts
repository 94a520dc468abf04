/** Loads users' code: plugins and agents are module files with a default export. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LoopDefinition } from '../loops/index.js';
import type { SessionHooks } from '../sessions/index.js';
import {
  defineAgent as defineHostedAgent,
  type Feasibility,
  type Fulfillment,
  type HostedAgent,
  type Skill,
  type SkillDefinition,
} from '../tasks/index.js';
import { ROLLBACK_SKILL } from '../workflows/index.js';
import { faultOfAgent } from './definition.js';
import { UsageError } from './options.js';
import type { AgentJudge, AgentSkill, AgentSkills } from './skills.js';

/** An agent that runs inside a node, with its loops; its skills and judgements may use the devices of the node. */
export interface AgentDefinition extends Omit<HostedAgent, 'skills' | 'feasibility' | 'fulfillment' | 'loops'> {
  readonly skills?: AgentSkills;
  /** Judges whether a proposed task can be done. Default: a task is feasible when a skill fits. */
  readonly feasibility?: AgentJudge<Feasibility>;
  /** Judges whether a proposed result fulfils the task. */
  readonly fulfillment?: AgentJudge<Fulfillment>;
  readonly loops?: readonly LoopDefinition[];
  /** Its part in sessions: what it does with messages, and when it has the floor of a team. */
  readonly sessions?: SessionHooks;
  /**
   * Cleans up when a run of a workflow goes back: the input has `run`, `node`, `item`, `generation`, `task` (the tasks of the
   * step), `checkpoint` and `reason`. It becomes the skill `agent-task-dag-rollback`. Its result may have `note`, and `released`, a
   * list of texts.
   */
  readonly rollback?: AgentSkill;
  /** Names of the devices that its skills, judgements and loops may edit, `*` for all. It may read all devices. Default: none. */
  readonly devices?: readonly string[];
}

/**
 * Declares an agent, with types.
 * @throws TypeError with the fault, its place, and the correct form
 */
export function defineAgent(given: AgentDefinition): AgentDefinition {
  const fault = faultOfAgent(given);
  if (fault !== undefined) throw new TypeError(fault);
  const agent = withRollback(given);
  const { id, defaultSkill, skills = {} } = agent;
  const run: Skill = async () => undefined;
  const named = Object.entries(skills).map(([name, skill]): [string, SkillDefinition] => [
    name,
    typeof skill === 'function' ? { run } : { ...skill, run },
  ]);
  defineHostedAgent({ id, defaultSkill, skills: Object.fromEntries(named) });
  return agent;
}

/** Returns an agent whose function to clean up is one of its skills. */
function withRollback({ rollback, ...agent }: AgentDefinition): AgentDefinition {
  if (!rollback) return agent;
  const description = 'Cleans up what a step of a workflow did, when its run goes back to a checkpoint.';
  return { ...agent, skills: { ...agent.skills, [ROLLBACK_SKILL]: { description, run: rollback } } };
}

/**
 * Returns the default export of a module file.
 * @param remedy the code to write when there is none
 * @throws UsageError with the place of the fault in the file
 */
export async function loadDefault(file: string, remedy: string): Promise<unknown> {
  return loadExport(file, 'default', remedy);
}

/** Like `loadDefault`, for an export with another name. */
export async function loadExport(file: string, name: string, remedy: string): Promise<unknown> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`${file}: there is no such file`);
  const module = await imported(path).catch((error: unknown) => {
    throw new UsageError(`cannot load ${file}: ${loadFault(error, path)}`, { cause: error });
  });
  if (isObject(module) && name in module) return Reflect.get(module, name);
  const names = isObject(module) ? Object.keys(module) : [];
  const others = names.length === 0 ? '' : `, only ${names.join(', ')}`;
  throw new UsageError(
    `${file}: it has no ${name === 'default' ? 'default export' : `export ${name}`}${others}; ${remedy}`,
  );
}

function imported(path: string): Promise<unknown> {
  return path.endsWith('.ts') || path.endsWith('.mts') ? importTypeScript(path) : import(pathToFileURL(path).href);
}

/** Returns the message with the place in the author's files, from the stack. */
function loadFault(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  const own = pathToFileURL(`${dirname(path)}/`).href;
  const places = [...(error.stack ?? '').matchAll(/(file:\/\/[^\s?()]+?)(?:\?[^\s:()]*)?:(\d+)/g)];
  const [, url, line] = places.find(([, each]) => each?.startsWith(own) && !each.includes('/node_modules/')) ?? [];
  if (url === undefined) return error instanceof SyntaxError ? syntaxFault(path, error) : error.message;
  return error.message.includes(fileURLToPath(url))
    ? error.message
    : `${error.message} (${fileURLToPath(url)}:${line})`;
}

/** Returns the message of a syntax error with its line, which Node.js prints only on the standard error of another process. */
function syntaxFault(path: string, { message }: SyntaxError): string {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: CHECK_TIME });
  const line = (stderr ?? '').split('\n')[0]?.match(/:(\d+)$/)?.[1];
  return line === undefined ? message : `${message} (${path}:${line})`;
}

const CHECK_TIME = 10_000;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const TSX = 'tsx/esm/api';

/** Imports a TypeScript file with tsx: that of the file's own package, else that of this one. */
async function importTypeScript(path: string): Promise<unknown> {
  const tsx: unknown = await import(tsxOf(path) ?? TSX).catch(() => undefined);
  if (typeof tsx === 'object' && tsx !== null && 'tsImport' in tsx && typeof tsx.tsImport === 'function') {
    return tsx.tsImport(pathToFileURL(path).href, import.meta.url);
  }
  throw new Error('TypeScript files need the package tsx (npm install tsx), or compile the file to JavaScript first');
}

/** Returns the ES module of tsx next to the CommonJS one, which `require.resolve` finds; undefined when there is none. */
function tsxOf(file: string): string | undefined {
  try {
    return pathToFileURL(
      createRequire(file)
        .resolve(TSX)
        .replace(/\.cjs$/, '.mjs'),
    ).href;
  } catch {
    return undefined;
  }
}
