/** The YANG modules of a node: its own, those of `--yang` directories, and those of plugins. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compile,
  compileCached,
  directories,
  type FeatureSelection,
  modelDirectories,
  packageDirectory,
  parseModule,
  type Schema,
  type SourceSet,
} from '../yang/index.js';

/** Modules of every endpoint. */
const COMMON = [
  'ietf-netconf',
  'ietf-netconf-with-defaults',
  'ietf-netconf-monitoring',
  'ietf-netconf-nmda',
  'ietf-datastores',
  'ietf-origin',
  'ietf-yang-library',
  'ietf-restconf-monitoring',
  'ietf-yang-patch',
  'notifications',
  'nc-notifications',
  'ietf-subscribed-notifications',
  'ietf-restconf-subscribed-notifications',
  'irtf-agent',
  'yangent-contexts',
  'yangent-tasks',
  'yangent-sessions',
  'yangent-workflows',
];

/** Modules of the node endpoint only. */
const NODE_ONLY = [
  'ietf-netconf-acm',
  'ietf-netconf-notifications',
  'ietf-crypto-types',
  'ietf-keystore',
  'ietf-truststore',
  'yangent-access',
  'yangent-audit',
  'yangent-agents',
  'yangent-devices',
  'yangent-identity',
  'yangent-keys',
  'yangent-loops',
  'yangent-peers',
];

/** NETCONF features of agent endpoints, which have no configuration; their messages are edits of running. */
const AGENT_NETCONF = ['writable-running', 'rollback-on-error', 'xpath'];
const NODE_NETCONF = [...AGENT_NETCONF, 'candidate', 'confirmed-commit', 'validate', 'url'];

/** Features for dynamic subscriptions of RFC 8639. Configured subscriptions and DSCP are not supported. */
const SUBSCRIPTION_FEATURES = ['encode-json', 'encode-xml', 'replay', 'subtree', 'xpath'];

/** Features for the keys of others, which lie in bags. */
const TRUSTSTORE_FEATURES = ['central-truststore-supported', 'certificates', 'public-keys'];

/** Features for the keys of the node, which needs all of them: private keys come in clear or are made here, and are hidden. */
const KEY_FEATURES: readonly (readonly [module: string, features: readonly string[]])[] = [
  ['ietf-crypto-types', ['cleartext-private-keys', 'hidden-private-keys', 'one-asymmetric-key-format']],
  ['ietf-keystore', ['central-keystore-supported', 'asymmetric-keys']],
];

export interface ModelOptions {
  readonly yang: readonly string[];
  readonly features: ReadonlyMap<string, readonly string[]>;
  readonly pluginModules: readonly string[];
  /** True when the node has a startup datastore. */
  readonly startup?: boolean;
  /** Directory for compiled schemas. Default: they are not stored. */
  readonly cache?: string;
  /** Called with the reason when schemas could not be stored. */
  readonly onCacheProblem?: (message: string) => void;
}

/** The features by which the endpoints differ: those of ietf-netconf, and of yangent-workflows. */
interface Endpoint {
  readonly netconf: readonly string[];
  readonly workflows: readonly string[];
}

/** Compiles the models. @throws YangErrors with file, line and column of each fault */
export function compileModels(options: ModelOptions): { nodeSchema: Schema; agentSchema: Schema } {
  const { yang, pluginModules, startup } = options;
  const users = yang.flatMap(modulesIn);
  const compileSet = compiler(options);
  const netconf = startup ? [...NODE_NETCONF, 'startup'] : NODE_NETCONF;
  return {
    nodeSchema: compileSet([...COMMON, ...NODE_ONLY, ...users, ...pluginModules], {
      netconf,
      workflows: ['coordination'],
    }),
    agentSchema: compileSet(COMMON, { netconf: AGENT_NETCONF, workflows: [] }),
  };
}

/**
 * Returns the enabled features: those of ietf-netconf that the NETCONF face announces as capabilities, and those of
 * subscriptions and keys that are implemented. Users can only disable some of them.
 */
function selectionOf(features: ModelOptions['features'], { netconf, workflows }: Endpoint): FeatureSelection {
  const offered: readonly (readonly [module: string, features: readonly string[]])[] = [
    ['ietf-netconf', netconf],
    ['ietf-subscribed-notifications', SUBSCRIPTION_FEATURES],
    ['ietf-truststore', TRUSTSTORE_FEATURES],
  ];
  const served = offered.map(([module, all]): [string, readonly string[]] => {
    const wanted = features.get(module);
    return [module, wanted ? all.filter((feature) => wanted.includes(feature)) : all];
  });
  const own: readonly (readonly [module: string, features: readonly string[]])[] = [
    ...KEY_FEATURES,
    ['yangent-workflows', workflows],
  ];
  return new Map<string, readonly string[] | '*'>([['*', '*'], ...features, ...served, ...own]);
}

/** Makes a function that compiles sets of modules, or takes them from the cache. Texts are read once. */
function compiler({
  yang,
  features,
  cache,
  onCacheProblem,
}: ModelOptions): (modules: readonly string[], endpoint: Endpoint) => Schema {
  const sources = nodeSources(yang);
  const common = (modules: readonly string[], endpoint: Endpoint) => ({
    sources,
    features: selectionOf(features, endpoint),
    implement: [...new Set(modules)],
  });
  if (cache === undefined) return (modules, endpoint) => compile(common(modules, endpoint));
  const kept = {
    directories: [...modelDirectories, ...yang],
    cacheDirectory: cache,
    version: packageVersion(),
    onProblem: onCacheProblem,
  };
  return (modules, endpoint) => compileCached({ ...common(modules, endpoint), ...kept });
}

function packageVersion(): string {
  const description: unknown = JSON.parse(readFileSync(packageDirectory('package.json'), 'utf8'));
  return typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : '';
}

/** Returns the sources: users' directories first, but modules that the node itself implements only from the shipped models. */
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

/** Lists the names of modules (without submodules) directly in a directory. */
function modulesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yang'))
    .flatMap((name) => {
      const file = join(directory, name);
      const { keyword, name: declared } = declarationOf(readFileSync(file, 'utf8'), file);
      return keyword === 'module' ? [declared] : [];
    });
}

/** The beginning of nearly every module. It gives the name without parsing the rest of the text. */
const HEAD = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(module|submodule)\s+([A-Za-z_][\w.-]*)\s*\{/;

function declarationOf(text: string, file: string): { readonly keyword: string; readonly name: string } {
  const [, keyword, name] = HEAD.exec(text) ?? [];
  if (keyword !== undefined && name !== undefined) return { keyword, name };
  const statement = parseModule(text, file);
  return { keyword: statement.keyword, name: statement.argument ?? '' };
}
