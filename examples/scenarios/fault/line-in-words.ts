import type { LinePlan, NetworkPlan } from '../stage/index.js';

/** The first line of the network that a text names. */
export function lineIn(text: string, { lines }: NetworkPlan): LinePlan | undefined {
  return lines.find(({ name }) => text.includes(name));
}
