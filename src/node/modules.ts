/** Which YANG modules a node serves: its own, those of `--yang` directories, those of plugins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, directories, type FeatureSelection, parseModule, type Schema, type SourceSet } from '../yang/index.js';

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
}

/** @throws YangErrors with file, line and column of everything that does not compile */
export function compileModels({ yang, features, pluginModules }: ModelOptions): {
  nodeSchema: Schema;
  agentSchema: Schema;
} {
  const sources = nodeSources(yang);
  const users = yang.flatMap(modulesIn);
  const selected = new Map<string, readonly string[] | '*'>([['*', '*'], ...OWN_FEATURES, ...features]);
  const compileSet = (implement: readonly string[]): Schema =>
    compile({ sources, implement: [...new Set(implement)], features: selected });
  return {
    nodeSchema: compileSet([...COMMON, ...NODE_ONLY, ...users, ...pluginModules]),
    agentSchema: compileSet(COMMON),
  };
}

/** Users' directories first; but what the node itself implements comes from the shipped models, whose nodes it knows. */
function nodeSources(yang: readonly string[]): SourceSet {
  const shipped = directories(modelDirectories);
  const users = directories(yang);
  const own = new Set([...COMMON, ...NODE_ONLY]);
  return {
    find: (name, revision) =>
      (own.has(name) ? shipped.find(name, revision) : undefined) ?? users.find(name, revision) ?? shipped.find(name, revision),
  };
}

/** Names of the modules (submodules excluded) that stand directly in a directory. */
function modulesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yang'))
    .flatMap((name) => {
      const file = join(directory, name);
      const { keyword, argument } = parseModule(readFileSync(file, 'utf8'), file);
      return keyword === 'module' && argument !== undefined ? [argument] : [];
    });
}
