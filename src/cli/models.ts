/** The options that choose modules, shared by the commands that work on models. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Option } from 'commander';
import { modelDirectories, UsageError } from '../node/index.js';
import {
  compile,
  didYouMean,
  directories,
  parseModule,
  type Schema,
  type SourceSet,
  type YangError,
  YangErrors,
} from '../yang/index.js';

export interface ModelFlags {
  readonly yang: readonly string[];
  readonly feature: ReadonlyMap<string, readonly string[]>;
}

export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export function yangOption(): Option {
  return new Option('--yang <dir>', 'search modules here too (repeat as needed)')
    .argParser(collect)
    .default([], 'the shipped models');
}

export function featureOption(): Option {
  return new Option('--feature <module:feature,...>', 'enable only these features of the module (repeat as needed)')
    .argParser(parseFeature)
    .default(new Map(), 'all features');
}

/** `module:f1,f2`; `module:` enables none. */
export function parseFeature(
  value: string,
  before: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const colon = value.indexOf(':');
  const module = colon < 0 ? value : value.slice(0, colon);
  const names =
    colon < 0
      ? []
      : value
          .slice(colon + 1)
          .split(',')
          .filter(Boolean);
  return new Map(before).set(module, [...(before.get(module) ?? []), ...names]);
}

/**
 * Compiles `modules`, looking for them and their imports in `flags.yang`, then among the shipped models.
 * @throws YangErrors, also for modules that are not there
 */
export function compileNamed(modules: readonly string[], flags: ModelFlags): Schema {
  const searched = [...flags.yang, ...modelDirectories];
  const sources = directories(searched);
  const missing = modules.filter((name) => !sources.find(name));
  if (missing.length > 0) throw new YangErrors(missing.map((name) => missingModule(name, searched)));
  return compile({
    sources,
    implement: modules,
    features: flags.feature.size > 0 ? flags.feature : undefined,
  });
}

function missingModule(name: string, searched: readonly string[]): YangError {
  const known = searched
    .flatMap((directory) => readdirSync(directory))
    .map((file) => file.replace(/(?:@.*)?\.(?:yang|yin)$/, ''));
  return {
    message: `module '${name}' was not found${didYouMean(name, known)}`,
    location: { file: name, line: 1, column: 1 },
  };
}

/** Compiles YANG files; their imports are found beside them too. */
export function compileFiles(files: readonly string[], flags: ModelFlags): Schema {
  const given = new Map<string, { file: string; text: string }>();
  for (const file of files) {
    const text = readText(file);
    given.set(parseModule(text, file).argument ?? '', { file, text });
  }
  const others = directories([...files.map((file) => dirname(file)), ...flags.yang, ...modelDirectories]);
  const sources: SourceSet = {
    find: (name, revision) => (revision === undefined ? given.get(name) : undefined) ?? others.find(name, revision),
  };
  return compile({
    sources,
    implement: [...given.keys()],
    features: flags.feature.size > 0 ? flags.feature : undefined,
  });
}

/** @throws UsageError when the file cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'this user may not read it'],
  ['EISDIR', 'it is a directory'],
]);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error && REASONS.get(error.code)) || error.message;
}
