/** One case: a schema, three valid documents of it, and a tape for whatever a law has to choose. */
import fc from 'fast-check';
import { decodeJson, type Tree } from '../../src/data/index.js';
import type { Schema } from '../../src/yang/index.js';
import { DocumentWriter, type JsonObject } from './documents.js';
import { compiled, modules } from './modules.js';
import { repaired } from './repair.js';
import { type Numbers, numbers, Tape } from './tape.js';

/** What fast-check makes, shrinks and prints. */
export interface Seeds {
  readonly schema: Numbers;
  readonly documents: readonly [Numbers, Numbers, Numbers];
  readonly choices: Numbers;
}

export interface Sample {
  readonly schema: Schema;
  /** As written, not yet valid. */
  readonly drafts: readonly JsonObject[];
  /** The drafts as Trees, and more of which some lack what is mandatory or have too much. */
  readonly invalid: readonly Tree[];
  readonly a: Tree;
  readonly b: Tree;
  readonly c: Tree;
  /** A tape of its own for each law, always the same. */
  readonly choices: () => Tape;
}

const document = numbers(500);

export const seeds: fc.Arbitrary<Seeds> = fc.record({
  schema: numbers(300),
  documents: fc.tuple(document, document, document),
  choices: numbers(30),
});

export const modulesOf = ({ schema }: Seeds) => modules(new Tape(schema));

/** undefined where one of the documents could not be made valid. */
export function sampleOf(seeds: Seeds): Sample | undefined {
  const schema = compiled(modulesOf(seeds));
  const written = (loose: boolean): JsonObject[] =>
    seeds.documents.map((tape) => new DocumentWriter(schema, new Tape(tape), loose).document());
  const drafts = written(false);
  const tree = (draft: JsonObject): Tree => decodeJson(schema.root, draft, { schema });
  const [a, b, c] = drafts.map((draft) => repaired(tree(draft), schema));
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const invalid = [...drafts, ...written(true)].map(tree);
  return { schema, drafts, invalid, a, b, c, choices: () => new Tape(seeds.choices) };
}
