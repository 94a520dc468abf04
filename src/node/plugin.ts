/** Plugins: what others add to a node without changing it. */
import type { AnyModule, AnyProvider, Face, ModuleTypes, Provider } from '../server/index.js';
import type { Tx } from '../store/index.js';
import type { Executor, Follower, TaskWork } from '../tasks/index.js';
import type { NodeApi } from './api.js';
import { loadDefault } from './load.js';
import { UsageError } from './options.js';

/** The tools by which a plugin executes and follows tasks. */
export interface TaskTools {
  readonly work: TaskWork;
  /** Runs what must be stored together or not at all; may run it again. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** The parts of a plugin besides the provider of a module. */
export interface PluginParts {
  /** Further modules to serve that need no code, for example `iana-if-type`, which only names identities. */
  readonly modules?: readonly string[];
  /** Protocols that it serves on the node's listener. */
  readonly faces?: readonly Face[];
  /** Gives executors for the tasks of agents; they are asked first. Called once, before the node begins to execute. */
  executors?(tools: TaskTools): readonly Executor[];
  /** Gives what acts in the transaction of each change of a task. Called once, before the node begins to execute. */
  follower?(tools: TaskTools): Follower;
  /** Runs when all listens; gives what to do when the node stops. */
  start?(node: NodeApi): Promise<(() => Promise<void> | void) | undefined> | Promise<void>;
}

/** With a module, what the module asks of its provider; with a generated type `M`, names and values are those of the model. */
export type Plugin<M extends ModuleTypes = AnyModule> = PluginParts & (Provider<M> | { readonly module?: undefined });

/** Only says that the argument is a plugin, for its types: those that `yangent generate types --providers` writes, or none. */
export function definePlugin<M extends ModuleTypes = AnyModule>(plugin: Plugin<M>): Plugin;
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** @throws UsageError when the file cannot be loaded or has no plugin as default export */
export async function loadPlugin(file: string | Plugin): Promise<Plugin> {
  if (typeof file !== 'string') return file;
  const value = await loadDefault(
    file,
    'write: export default definePlugin({ … }) with module (the name of a YANG module), faces, executors, follower or start',
  );
  if (isPlugin(value)) return value;
  throw new UsageError(
    `${file}: the default export is no plugin; it needs at least one of module (the name of a YANG module), faces, executors, follower and start`,
  );
}

/** Every module that the plugins have the node serve. */
export function modulesOf(plugins: readonly Plugin[]): readonly string[] {
  return plugins.flatMap(({ module, modules = [] }) => (module === undefined ? modules : [module, ...modules]));
}

/** The plugins that provide a module. */
export function providersOf(plugins: readonly Plugin[]): readonly AnyProvider[] {
  return plugins.filter((plugin): plugin is PluginParts & AnyProvider => plugin.module !== undefined);
}

function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string, kind: 'string' | 'function') => typeof Reflect.get(value, name) === kind;
  const parts = ['executors', 'follower', 'start'].some((name) => has(name, 'function'));
  return has('module', 'string') || parts || Array.isArray(Reflect.get(value, 'faces'));
}
