/** Differential fuzzing of the compiler: mutated modules, our verdict against an oracle's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import {
  combineSources,
  compile,
  directories,
  parseModule,
  type SourceLocation,
  type Statement,
  sourceTexts,
  YangErrors,
} from '../../src/yang/index.js';
import { Comparison, type OurError } from './differences.js';
import { CRASH, type Oracle } from './judged.js';
import { modules } from './model/modules.js';
import { mutateSchema } from './mutate-schema.js';
import { Random } from './random.js';
import { SCHEMA_EXPLANATIONS } from './schema-explanations.js';
import { unusedDefinitions } from './unused-definitions.js';

/** Where the seeds and what they import are. */
const FOLDERS = ['seeds', '../../yang', '../../yang/ietf'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
/** Modules that libyang always has loaded: it would not judge ours. */
const BUILT_IN = /^ietf-(inet-types|yang-(types|metadata|schema-mount|structure-ext))@/;
const SEEDS = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yang') && !BUILT_IN.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8')),
);
const MUTANTS_OF_EACH = 8;

/** `count` mutants of written and of generated modules, the same ones for the same seed. */
function mutants(seed: number, count: number): readonly string[] {
  const random = new Random(seed);
  const generated = fc.sample(
    modules.map(([main]) => main?.text ?? ''),
    { seed, numRuns: Math.ceil(count / MUTANTS_OF_EACH) },
  );
  return Array.from({ length: count }, () => mutateSchema(random.pick(random.chance(0.5) ? generated : SEEDS), random));
}

/** Judges `count` mutants; those of one seed and count are always the same. */
export function compareSchemas(seed: number, count: number, oracle: Oracle): Comparison {
  const comparison = new Comparison(SCHEMA_EXPLANATIONS);
  const texts = mutants(seed, count);
  const theirs = oracle.modules(
    texts.map((text) => ({ name: nameOf(text), text })),
    FOLDERS,
  );
  texts.forEach((text, index) => {
    comparison.add(`mutant ${index} of seed ${seed}:\n${text}`, ourErrors(text), theirs[index] ?? CRASH);
  });
  return comparison;
}

const REPOSITORY = directories(FOLDERS);

/** @throws what is no proper refusal, with the module */
function ourErrors(text: string): readonly OurError[] {
  try {
    compile({
      sources: combineSources(sourceTexts([{ file: 'm.yang', text }]), REPOSITORY),
      implement: [nameOf(text)],
    });
    return [];
  } catch (error) {
    if (!(error instanceof YangErrors))
      throw new Error(`the compiler fails on this module:\n${text}`, { cause: error });
    const statement = statementOf(text);
    const idle = statement ? unusedDefinitions(statement) : new Set<Statement>();
    return error.errors.map(({ message, location }) => ({ message, within: around(statement, location, idle) }));
  }
}

/** Keywords from the outermost statement to the one that holds the place; those of definitions that nothing uses say so. */
function around(
  statement: Statement | undefined,
  place: SourceLocation,
  idle: ReadonlySet<Statement>,
): readonly string[] {
  if (statement === undefined) return [];
  const before = statement.statements.filter(
    ({ location: { line, column } }) => line < place.line || (line === place.line && column <= place.column),
  );
  const { keyword } = statement;
  return [idle.has(statement) ? `unused ${keyword}` : keyword, ...around(before.at(-1), place, idle)];
}

const nameOf = (text: string): string => statementOf(text)?.argument ?? 'm';

function statementOf(text: string): Statement | undefined {
  try {
    return parseModule(text, 'm.yang');
  } catch (error) {
    if (error instanceof YangErrors) return undefined;
    throw error;
  }
}
