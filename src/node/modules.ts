/** Which YANG modules a node serves: its own, those of `--yang` directories, those of plugins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, directories, type FeatureSelection, parseModule, type Schema } from '../yang/index.js';

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
  const sources = directories([...modelDirectories, ...yang]);
  const users = yang.flatMap(modulesIn);
  const compileSet = (implement: readonly string[]): Schema => {
    const all = compile({ sources, implement: [...new Set(implement)] });
    return features.size === 0
      ? all
      : compile({ sources, implement: [...new Set(implement)], features: selection(all, features) });
  };
  return {
    nodeSchema: compileSet([...COMMON, ...NODE_ONLY, ...users, ...pluginModules]),
    agentSchema: compileSet(COMMON),
  };
}

/** All features of every module, but of those named only the given ones. */
function selection(schema: Schema, features: ReadonlyMap<string, readonly string[]>): FeatureSelection {
  const all = [...schema.modules.keys()].map((name): [string, '*'] => [name, '*']);
  return new Map<string, readonly string[] | '*'>([...all, ...features]);
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
