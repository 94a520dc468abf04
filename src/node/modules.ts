/** Which YANG modules a node serves: its own, those of `--yang` directories, those of plugins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  compile,
  compileCached,
  directories,
  type FeatureSelection,
  parseModule,
  type Schema,
  type SourceSet,
} from '../yang/index.js';

/** The models shipped with yangent. */
export const modelDirectories: readonly string[] = [packageDirectory('yang'), packageDirectory('yang/ietf')];

/** A directory of the package, whether this file runs from `src/` or from `dist/src/`. */
export function packageDirectory(name: string): string {
  const inDist = import.meta.url.includes('/dist/src/');
  return fileURLToPath(new URL(`${inDist ? '../../../' : '../../'}${name}`, import.meta.url));
}

/** Served at every endpoint. */
const COMMON = [
  'ietf-netconf',
  'ietf-netconf-with-defaults',
  'ietf-netconf-monitoring',
  'ietf-datastores',
  'ietf-yang-library',
  'ietf-restconf-monitoring',
  'notifications',
  'nc-notifications',
  'irtf-agent',
  'yangent-contexts',
  'yangent-tasks',
];

/** Served at the endpoint of the node only. */
const NODE_ONLY = ['ietf-netconf-notifications', 'yangent-agents', 'yangent-devices', 'yangent-loops'];

/** Of the protocol's own modules, exactly what the NETCONF face announces as capabilities. */
const OWN_FEATURES: FeatureSelection = new Map([['ietf-netconf', ['writable-running', 'rollback-on-error']]]);

export interface ModelOptions {
  readonly yang: readonly string[];
  readonly features: ReadonlyMap<string, readonly string[]>;
  readonly pluginModules: readonly string[];
  /** Where compiled schemas are kept for the next start; absent: nowhere. */
  readonly cache?: string;
  /** Told why schemas could not be kept. */
  readonly onCacheProblem?: (message: string) => void;
}

/** @throws YangErrors with file, line and column of everything that does not compile */
export function compileModels(options: ModelOptions): { nodeSchema: Schema; agentSchema: Schema } {
  const { yang, features, pluginModules } = options;
  const users = yang.flatMap(modulesIn);
  const selected = new Map<string, readonly string[] | '*'>([['*', '*'], ...OWN_FEATURES, ...features]);
  const compileSet = compiler(options, selected);
  return {
    nodeSchema: compileSet([...COMMON, ...NODE_ONLY, ...users, ...pluginModules]),
    agentSchema: compileSet(COMMON),
  };
}

/** Compiles sets of modules, whose texts are read once, or takes them from the cache. */
function compiler(
  { yang, cache, onCacheProblem }: ModelOptions,
  features: FeatureSelection,
): (modules: readonly string[]) => Schema {
  const sources = nodeSources(yang);
  if (cache === undefined) return (modules) => compile({ sources, implement: [...new Set(modules)], features });
  const common = {
    sources,
    features,
    directories: [...modelDirectories, ...yang],
    cacheDirectory: cache,
    version: packageVersion(),
    onProblem: onCacheProblem,
  };
  return (modules) => compileCached({ ...common, implement: [...new Set(modules)] });
}

function packageVersion(): string {
  const description: unknown = JSON.parse(readFileSync(packageDirectory('package.json'), 'utf8'));
  return typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : '';
}

/** Users' directories first; but what the node itself implements comes from the shipped models, whose nodes it knows. */
function nodeSources(yang: readonly string[]): SourceSet {
  const shipped = directories(modelDirectories);
  const users = directories(yang);
  const own = new Set([...COMMON, ...NODE_ONLY]);
  return {
    find: (name, revision) =>
      (own.has(name) ? shipped.find(name, revision) : undefined) ??
      users.find(name, revision) ??
      shipped.find(name, revision),
  };
}

/** Names of the modules (submodules excluded) that stand directly in a directory. */
function modulesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yang'))
    .flatMap((name) => {
      const file = join(directory, name);
      const { keyword, name: declared } = declarationOf(readFileSync(file, 'utf8'), file);
      return keyword === 'module' ? [declared] : [];
    });
}

/** How nearly every module starts: with it the rest of the text need not be read before it is known to be needed. */
const HEAD = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(module|submodule)\s+([A-Za-z_][\w.-]*)\s*\{/;

function declarationOf(text: string, file: string): { readonly keyword: string; readonly name: string } {
  const [, keyword, name] = HEAD.exec(text) ?? [];
  if (keyword !== undefined && name !== undefined) return { keyword, name };
  const statement = parseModule(text, file);
  return { keyword: statement.keyword, name: statement.argument ?? '' };
}
