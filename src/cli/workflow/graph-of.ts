import type { RestconfClient } from '../../clients/index.js';
import { type Run, readDefinition } from './records.js';
import type { Graph } from './steps.js';

/** Returns the graph of the definition of a run, unless it has become another one since the run began. */
export async function graphOf(node: RestconfClient, run: Run): Promise<Graph | undefined> {
  const definition = run.definition === undefined ? undefined : await readDefinition(node, run.definition);
  if (!definition || definition.version !== run.version) return undefined;
  const names = new Set(definition.node.map(({ name }) => name));
  return (run.step ?? []).every((step) => names.has(step.node)) ? definition : undefined;
}
