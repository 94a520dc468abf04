import type { Shapes } from '../../server/index.js';
import type { LaneNeeds } from '../executors/lanes.js';
import type { NegotiationNeeds } from '../negotiation.js';
import type { RemoteNodes } from './nodes.js';

export interface RemoteNeeds extends LaneNeeds, NegotiationNeeds {
  readonly shapes: Shapes;
  readonly remotes: RemoteNodes;
}
