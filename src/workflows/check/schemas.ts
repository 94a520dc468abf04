/** Checks the JSON Schemas of a graph. */
import { boundedSchema } from '../../tasks/index.js';
import type { Dag } from '../model/dag.js';
import { nodePath, type Report } from './finding.js';

const SCHEMAS = ['input-schema', 'output-schema'] as const;

/** Reports texts that are no JSON Schema, or none by which values are checked in bounded time. @returns those texts */
export function checkSchemas(dag: Dag, report: Report): ReadonlySet<string> {
  const bad = new Set<string>();
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
    if (text === undefined || isJson(text)) continue;
    report(
      'error',
      'dag-schema',
      nodePath(name, '/default-output'),
      'it is no JSON text; a text is written "like this"',
    );
  }
  return bad;
}

/** Texts that were found good. */
const good = new Set<string>();
const MOST_GOOD = 5_000;

function problemOf(text: string): string | undefined {
  if (good.has(text)) return undefined;
  try {
    boundedSchema(text);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  if (good.size >= MOST_GOOD) good.clear();
  good.add(text);
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
