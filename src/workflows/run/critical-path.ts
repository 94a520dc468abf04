/** The order of ready steps: the one with the longest path behind it first. */
import type { Graph } from '../model/graph.js';

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
