import type { Shapes } from '../../../server/index.js';
import type { NegotiationNeeds } from '../../negotiation/negotiation.js';
import type { LaneNeeds } from '../lanes.js';
import type { RemoteNodes } from './nodes.js';

export interface RemoteNeeds extends LaneNeeds, NegotiationNeeds {
  readonly shapes: Shapes;
  readonly remotes: RemoteNodes;
}
