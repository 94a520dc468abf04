/** The order of ready steps: the one with the longest path behind it first. */
import type { Graph } from '../model/graph.js';
import { isStepOver } from '../model/states.js';
import type { StepRecord } from './record.js';

/** Seconds of a step that says nothing of its length. */
const USUAL = 60;

/**
 * Returns the seconds from the begin of each node to the end of the run, by the estimates.
 *
 * @param graph has no circle
 */
export function pathLengths(graph: Pick<Graph, 'nodes' | 'outOf'>): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const begin of graph.nodes.keys()) {
    const open = [begin];
    for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
      const after = graph.outOf(name).map(({ to }) => to);
      const missing = after.filter((each) => !lengths.has(each));
      if (missing.length > 0 && !lengths.has(name)) {
        open.push(...missing);
        continue;
      }
      open.pop();
      const longest = Math.max(0, ...after.map((each) => lengths.get(each) ?? 0));
      lengths.set(name, (graph.nodes.get(name)?.estimate ?? USUAL) + longest);
    }
  }
  return lengths;
}

/**
 * Returns the nodes on which the end of a run depends, in their order, and the seconds until then by the estimates. A step that is
 * executed needs what is left of its estimate, or of that of its executor.
 *
 * @param now milliseconds since 1970
 */
export function criticalPath(
  graph: Pick<Graph, 'nodes' | 'outOf'>,
  ranks: ReadonlyMap<string, number>,
  steps: ReadonlyMap<string, Pick<StepRecord, 'state' | 'since' | 'detail'>>,
  now: number,
): { readonly path: readonly string[]; readonly seconds: number } {
  const leftOf = (name: string) => {
    const step = steps.get(name);
    const rank = ranks.get(name) ?? 0;
    if (step?.state !== 'executing') return rank;
    const estimate = graph.nodes.get(name)?.estimate ?? USUAL;
    const { expected } = step.detail;
    if (expected !== undefined) return rank - estimate + Math.max(0, expected - now) / 1_000;
    return rank - Math.min(estimate, Math.max(0, (now - Date.parse(step.since)) / 1_000));
  };
  const isOpen = (name: string) => !isStepOver(steps.get(name)?.state ?? 'pending');
  const longest = (names: Iterable<string>) => {
    let found: string | undefined;
    for (const name of names) if (isOpen(name) && (found === undefined || leftOf(name) > leftOf(found))) found = name;
    return found;
  };
  const first = longest(graph.nodes.keys());
  const path: string[] = [];
  for (let name = first; name !== undefined; name = longest(graph.outOf(name).map(({ to }) => to))) path.push(name);
  return { path, seconds: first === undefined ? 0 : leftOf(first) };
}
