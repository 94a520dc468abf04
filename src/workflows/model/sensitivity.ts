/** How sensitive the nodes of a graph are (ATD-8-i): as their author says, else as what they read. */
import { SENSITIVITIES } from '../../contexts/index.js';
import type { YangentContexts_Sensitivity } from '../../generated/index.js';
import type { Graph } from './graph.js';

export type Sensitivity = YangentContexts_Sensitivity;

const USUAL = SENSITIVITIES.indexOf('internal');

/** True for a sensitivity with which the values of a run are sealed. */
export function isSealing(sensitivity: Sensitivity | undefined): boolean {
  return sensitivity !== undefined && SENSITIVITIES.indexOf(sensitivity) > USUAL;
}

/** Returns the sensitivities of nodes, without those that are usual. A node that does not say its own has the greatest of those that it reads. */
export function sensitivitiesOf(graph: Graph): ReadonlyMap<string, Sensitivity> {
  const found = new Map<string, Sensitivity>();
  for (const name of graph.order()) {
    const read = graph.into(name).flatMap(({ from, type }) => (type.endsWith(':data') ? (found.get(from) ?? []) : []));
    const sensitivity = graph.nodes.get(name)?.sensitivity ?? greatest(read);
    if (sensitivity !== undefined) found.set(name, sensitivity);
  }
  return found;
}

/** Nothing becomes public by being made of what is public. */
function greatest(read: readonly Sensitivity[]): Sensitivity | undefined {
  const rank = Math.max(...read.map((each) => SENSITIVITIES.indexOf(each)));
  return rank > USUAL ? SENSITIVITIES[rank] : undefined;
}
