/** The files of a conformance run: one case per line, and the YANG texts that cases refer to by key. */

import { dirname, join } from 'node:path';
import { messageOf } from '../../data/index.js';
import { UsageError } from '../../node/index.js';
import type { Source } from '../../yang/index.js';
import type { InstanceFormat } from '../instance.js';
import { readText } from '../models.js';

export type Verdict = 'valid' | 'invalid';

interface CaseBase {
  readonly id: string;
  /** Keys of YANG texts. */
  readonly modules: readonly string[];
  readonly verdict: Verdict;
}

/** A case that checks if a module compiles. */
export interface SchemaCase extends CaseBase {
  /** Index in `modules` of the module under test; it may import the others. */
  readonly main: number;
  /** Features enabled in it; null: none. */
  readonly features: readonly string[] | null;
  /** Modules loaded before it: `impl` 1 means implemented, `feat` its features. */
  readonly context: readonly LoadedModule[];
}

export interface LoadedModule {
  readonly name: string;
  readonly rev: string | null;
  readonly impl: number;
  readonly feat: readonly string[];
}

/** A case that checks if a document is valid against modules. */
export interface DataCase extends CaseBase {
  /** Implemented modules, each with its enabled features. */
  readonly implement: readonly (readonly [string, readonly string[]])[];
  readonly format: InstanceFormat;
  readonly op: Op;
  readonly data: string;
  /** `STRICT`: unknown data are refused instead of ignored, and keys must come first and in order. */
  readonly parse: readonly string[];
  /** `PRESENT`: missing nodes of modules without data in the document are no error. */
  readonly validate: readonly string[];
}

/** Kinds of documents; `nc-rpc` and `rc-notif` have the envelope of their protocol. */
const OPS = ['data', 'rpc', 'reply', 'notif', 'nc-rpc', 'rc-notif'] as const;
export type Op = (typeof OPS)[number];

export type ConformanceCase = SchemaCase | DataCase;

/** YANG texts by key. */
export type ModuleTexts = ReadonlyMap<string, Source>;

export interface CaseFile {
  readonly cases: readonly ConformanceCase[];
  readonly texts: ModuleTexts;
}

/**
 * Reads cases and the `modules.json` in the same folder.
 * @throws UsageError for an unreadable file or a line that is not a case
 */
export function readCases(file: string): CaseFile {
  const lines = readText(file).split('\n');
  const texts = readTexts(join(dirname(file), 'modules.json'));
  const cases = lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseCase(line, index + 1, texts)]));
  return { cases, texts };
}

function readTexts(file: string): ModuleTexts {
  const value = parse(readText(file), file);
  const entries = Object.entries(isRecord(value) ? value : {});
  return new Map(
    entries.map(([key, one]) => {
      if (!isRecord(one) || typeof one.file !== 'string' || typeof one.text !== 'string')
        throw new UsageError(`${file}: "${key}" needs "file" and "text"`);
      return [key, { file: one.file, text: one.text }];
    }),
  );
}

function parseCase(line: string, number: number, texts: ModuleTexts): ConformanceCase {
  const value = parse(line, `line ${number}`);
  if (!isSchemaCase(value) && !isDataCase(value))
    throw new UsageError(
      `line ${number} is no case: it needs id, modules, verdict, and main, features and context, or implement, format, op, data, parse and validate`,
    );
  const unknown = value.modules.find((key) => !texts.has(key));
  if (unknown !== undefined) throw new UsageError(`line ${number}: modules.json has no "${unknown}"`);
  return value;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where} is not JSON: ${messageOf(error)}`);
  }
}

export const isDataCase = (value: unknown): value is DataCase =>
  isCase(value) &&
  Array.isArray(value.implement) &&
  value.implement.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isStrings(one[1])) &&
  (value.format === 'json' || value.format === 'xml') &&
  OPS.some((op) => op === value.op) &&
  typeof value.data === 'string' &&
  isStrings(value.parse) &&
  isStrings(value.validate);

const isSchemaCase = (value: unknown): value is SchemaCase =>
  isCase(value) &&
  typeof value.main === 'number' &&
  (value.features === null || isStrings(value.features)) &&
  Array.isArray(value.context) &&
  value.context.every(isLoadedModule);

const isLoadedModule = (value: unknown): value is LoadedModule =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  (value.rev === null || typeof value.rev === 'string') &&
  typeof value.impl === 'number' &&
  isStrings(value.feat);

const isCase = (value: unknown): value is Record<string, unknown> & CaseBase =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  isStrings(value.modules) &&
  (value.verdict === 'valid' || value.verdict === 'invalid');

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
