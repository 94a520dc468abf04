import type { Shapes } from '../../server/index.js';
import type { TaskSettings } from '../context.js';
import type { LaneNeeds } from '../executors/lanes.js';
import type { Interpretation } from '../interpretation/ask.js';
import type { TaskLimits } from '../limits.js';
import type { NegotiationNeeds } from '../negotiation.js';

export interface HostedNeeds extends LaneNeeds, NegotiationNeeds {
  readonly shapes: Shapes;
  readonly settings: Pick<TaskSettings, 'concurrency'>;
  readonly limits: Pick<TaskLimits, 'skillTime'>;
  readonly interpretation: Interpretation;
  /** Runs an RPC as a hosted agent, through the door of every caller. @throws RpcError */
  readonly invokeAs: (agent: string, rpc: string, input: unknown, signal: AbortSignal) => Promise<unknown>;
}
