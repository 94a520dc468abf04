/** The key of a cached schema: one hash over the texts, the options, the compiler, and the engine that wrote the bytes. */
import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompileOptions } from './compile.js';

/** The options of `compile`, with the texts given by their directories. */
export interface KeyedOptions extends Pick<CompileOptions, 'implement' | 'features'> {
  readonly directories: readonly string[];
  /** Version of yangent. */
  readonly version: string;
}

/** @throws the file system's error when a directory cannot be read */
export function cacheKey({ directories, implement, features, version }: KeyedOptions): string {
  const hash = createHash('sha256');
  const wanted = implement.map((each) => (typeof each === 'string' ? { name: each } : each));
  const selection = features && [...features].map(([name, on]) => [name, typeof on === 'string' ? on : [...on].sort()]);
  hash.update(JSON.stringify([version, process.versions.v8, compilerFiles(), wanted, selection?.sort() ?? null]));
  for (const directory of directories) addTexts(hash, directory);
  return hash.digest('hex').slice(0, 40);
}

function addTexts(hash: Hash, directory: string): void {
  hash.update(`\0${directory}`);
  for (const name of readdirSync(directory).sort()) {
    if (!/\.(?:yang|yin)$/.test(name)) continue;
    const text = readFileSync(join(directory, name));
    hash.update(`\0${name}\0${text.length}\0`).update(text);
  }
}

const COMPILER = fileURLToPath(new URL('.', import.meta.url));
let files: readonly string[] | undefined;

/** Lists the files of the compiler by size and time: a version under development changes without a new number. */
function compilerFiles(): readonly string[] {
  files ??= filesBelow('')
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(COMPILER, name));
      return `${name} ${size} ${mtimeMs}`;
    });
  return files;
}

/** Lists the files below a directory; Node's own recursive reading takes ten times as long. */
function filesBelow(directory: string): string[] {
  return readdirSync(join(COMPILER, directory), { withFileTypes: true }).flatMap((entry) => {
    const name = directory === '' ? entry.name : `${directory}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}
