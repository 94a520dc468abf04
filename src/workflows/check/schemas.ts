/** Checks the JSON Schemas of a graph. */
import { boundedJson, boundedSchema } from '../../tasks/index.js';
import { Kept } from '../expression/index.js';
import type { Dag } from '../model/dag.js';
import { nodePath, type Report } from './finding.js';

const SCHEMAS = ['input-schema', 'output-schema'] as const;
/** Characters of the different schemas of one graph: all of them are compiled at once. */
const MOST_TEXT = 512 * 1024;

/** Reports texts that are no JSON Schema, or none by which values are checked in bounded time. @returns those texts */
export function checkSchemas(dag: Dag, report: Report): ReadonlySet<string> {
  const bad = new Set<string>();
  const texts = new Set([dag, ...dag.node].flatMap((each) => SCHEMAS.flatMap((leaf) => each[leaf] ?? [])));
  const length = [...texts].reduce((sum, text) => sum + text.length, 0);
  if (length > MOST_TEXT) {
    const right = `at most ${MOST_TEXT} are taken; give nodes the same schema, or put some into workflows of their own`;
    report('error', 'dag-bounds', 'node', `the different schemas have ${length} characters together; ${right}`);
    return texts;
  }
  for (const leaf of SCHEMAS) {
    for (const { text, path } of [
      { text: dag[leaf], path: leaf },
      ...dag.node.map((node) => ({ text: node[leaf], path: nodePath(node.name, `/${leaf}`) })),
    ]) {
      const problem = text === undefined ? undefined : problemOf(text);
      if (text === undefined || problem === undefined) continue;
      bad.add(text);
      report('error', 'dag-schema', path, `it is no JSON Schema that can be used: ${problem}`);
    }
  }
  for (const { name, 'default-output': text } of dag.node) {
    const problem = text === undefined ? undefined : replacementProblem(text);
    if (problem !== undefined) report('error', 'dag-schema', nodePath(name, '/default-output'), problem);
  }
  return bad;
}

/** Texts that were found good: as many as have this many characters. */
const good = new Kept<true>(8 * 1024 * 1024);

function problemOf(text: string): string | undefined {
  if (good.get(text)) return undefined;
  const problem = problemIn(() => boundedSchema(text));
  if (problem === undefined) good.set(text, true, text.length);
  return problem;
}

function replacementProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return 'it is no JSON text; a text is written "like this"';
  }
  return problemIn(() => boundedJson(text));
}

/** Returns what is wrong with a text that is read. */
function problemIn(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
