import type { YangentAgents_AgentState } from '../../generated/index.js';
import type { Colour } from '../terminal/index.js';

const COLOURS: Readonly<Record<YangentAgents_AgentState, Colour>> = {
  online: 'green',
  offline: 'red',
  draining: 'yellow',
};

const COLOUR_OF: ReadonlyMap<string, Colour> = new Map(Object.entries(COLOURS));

export function colourOf(state: string): Colour | undefined {
  return COLOUR_OF.get(state);
}
