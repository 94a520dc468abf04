/** Options that select modules, shared by the commands for models. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Option } from 'commander';
import { UsageError } from '../node/index.js';
import {
  compile,
  didYouMean,
  parseModule,
  type Schema,
  type Source,
  type Statement,
  type YangError,
  YangErrors,
} from '../yang/index.js';
import { Repository } from './repository.js';

export interface ModelFlags {
  readonly yang: readonly string[];
  readonly feature: ReadonlyMap<string, readonly string[]>;
}

export function collect(value: string, before: readonly string[] = []): string[] {
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

/** Parses `module:f1,f2`; `module:` enables no feature. */
function parseFeature(value: string, before: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
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
 * Compiles `modules`; searches them and their imports in `flags.yang`, then in the shipped models.
 * @throws YangErrors; UsageError for a module, directory or feature option that does not exist
 */
export function compileNamed(modules: readonly string[], flags: ModelFlags): Schema {
  const repository = new Repository(flags.yang);
  for (const name of modules)
    if (!repository.find(name))
      throw new Error(`module '${name}' was not found${didYouMean(name, repository.names())}`);
  return compileFrom(repository, modules, flags);
}

/**
 * Compiles YANG files; imports are also searched in their folders.
 * @throws YangErrors; UsageError for a file, directory or feature option that does not exist
 */
export function compileFiles(files: readonly string[], flags: ModelFlags): Schema {
  const given = readModules(files);
  const repository = new Repository(foldersFor(files, flags), given);
  const owners = new Set([...given].map(([name, source]) => ownerOf(name, source, repository)));
  const schema = compileFrom(repository, [...owners], flags);
  requireIncluded(given, schema);
  return schema;
}

function foldersFor(files: readonly string[], { yang }: ModelFlags): string[] {
  return [...new Set([...files.filter((file) => file !== '-').map((file) => dirname(file)), ...yang])];
}

function checkNames(modules: readonly string[], repository: Repository): void {
  for (const name of modules)
    if (!repository.find(name))
      throw new Error(`module '${name}' was not found${didYouMean(name, repository.names())}`);
}

/**
 * Compiles modules given by name or as files: an argument that ends in `.yang` or `.yin` or has a `/` is a file.
 * @throws as `compileNamed` and `compileFiles`
 */
export function compileGiven(
  given: readonly string[],
  flags: ModelFlags,
): { readonly schema: Schema; readonly modules: readonly string[] } {
  const files = given.filter((each) => /\/|\.(?:yang|yin)$/.test(each));
  const read = readModules(files);
  const nameOf = new Map([...read].map(([name, { file }]) => [file, name]));
  const repository = new Repository(foldersFor(files, flags), read);
  const modules = given.map((each) => {
    const name = nameOf.get(each) ?? each;
    const source = read.get(name);
    return source ? ownerOf(name, source, repository) : name;
  });
  checkNames(modules, repository);
  const schema = compileFrom(repository, modules, flags);
  requireIncluded(read, schema);
  return { schema, modules };
}

/**
 * Returns the module under which a text is compiled: for a submodule, the module it belongs to.
 * @throws YangErrors when that module is not found
 */
function ownerOf(name: string, { statement }: Source, repository: Repository): string {
  const belongs = belongsTo(statement);
  if (belongs?.argument === undefined) return name;
  if (repository.find(belongs.argument)) return belongs.argument;
  const message = `module '${belongs.argument}', to which submodule '${name}' belongs, was not found`;
  throw new YangErrors([{ message, location: belongs.location }]);
}

/** Refuses submodules that their module does not include: they were not checked. @throws YangErrors */
function requireIncluded(given: ReadonlyMap<string, Source>, { modules }: Schema): void {
  const errors = [...given].flatMap(([name, { statement }]): YangError[] => {
    const belongs = belongsTo(statement);
    const owner = modules.get(belongs?.argument ?? '');
    if (!belongs || !owner || owner.submodules.some((each) => each.name === name)) return [];
    return [{ message: `module '${owner.name}' does not include submodule '${name}'`, location: belongs.location }];
  });
  if (errors.length > 0) throw new YangErrors(errors);
}

function belongsTo(statement: Statement | undefined): Statement | undefined {
  return statement?.keyword === 'submodule'
    ? statement.statements.find(({ keyword }) => keyword === 'belongs-to')
    : undefined;
}

/** Returns the files by module name; reports the errors of all files together. */
function readModules(files: readonly string[]): ReadonlyMap<string, Source> {
  const given = new Map<string, Source>();
  const errors: YangError[] = [];
  for (const file of new Set(files)) {
    const text = readText(file);
    try {
      const statement = parseModule(text, file);
      given.set(statement.argument ?? '', { file, text, statement });
    } catch (error) {
      if (!(error instanceof YangErrors)) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new YangErrors(errors);
  return given;
}

function compileFrom(repository: Repository, implement: readonly string[], { feature }: ModelFlags): Schema {
  const features = feature.size > 0 ? feature : undefined;
  const schema = repository.explaining(() => compile({ sources: repository, implement, features }));
  for (const name of feature.keys()) {
    if (!schema.modules.has(name))
      throw new UsageError(`--feature names no module of these: '${name}'${didYouMean(name, schema.modules.keys())}`);
  }
  return schema;
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

/** Says why a file cannot be read. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error && REASONS.get(error.code)) || error.message;
}
