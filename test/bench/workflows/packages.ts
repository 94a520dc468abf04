/** The peers that come from npm. They are fetched when a bench needs them, and are no dependencies of this package. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VERSIONS = {
  '@dbos-inc/dbos-sdk': '5.3.0',
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint': '1.2.2',
  '@langchain/langgraph-checkpoint-postgres': '1.0.5',
  '@restatedev/restate-sdk': '1.17.2',
  '@restatedev/restate-server': '1.7.12',
  pg: '8.23.1',
  zod: '4.6.7',
} as const;

export type PeerPackage = keyof typeof VERSIONS;

/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../.peers/workflows', import.meta.url));
/** Modules are looked for from here. */
export const PEERS_MANIFEST = join(FOLDER, 'package.json');
/** Milliseconds. */
const LIMIT = 300_000;

const resolve = createRequire(PEERS_MANIFEST);

export function versionOf(name: PeerPackage): string {
  return VERSIONS[name];
}

/**
 * Loads a package that `fetchPackages` has brought. It has no types here: the caller names the part of it that it uses.
 *
 * @throws Error when it was not fetched
 */
export function loadPackage<T>(name: PeerPackage): T {
  return resolve(name);
}

/** The path of a file of a package. @throws Error when it was not fetched */
export function fileOfPackage(path: string): string {
  return resolve.resolve(path);
}

/** Installs the packages with npm, unless these versions are there. No install script of theirs is run. */
export async function fetchPackages(): Promise<void> {
  const manifest = JSON.stringify({ private: true, dependencies: VERSIONS }, undefined, 2);
  const installed = join(FOLDER, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && readFileSync(PEERS_MANIFEST, 'utf8') === manifest) return;
  mkdirSync(FOLDER, { recursive: true });
  // Written last what says that all is there; npm may be stopped halfway.
  writeFileSync(PEERS_MANIFEST, JSON.stringify({ private: true }));
  const names = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const flags = ['--silent', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER];
  await promisify(execFile)('npm', ['install', ...flags, ...names], {
    cwd: FOLDER,
    timeout: LIMIT,
    env: { ...process.env, npm_config_prefer_offline: 'true', NODE_OPTIONS: '' },
  });
  writeFileSync(PEERS_MANIFEST, manifest);
}
