import type { TaskContext } from '../context.js';
import type { Interpretation } from '../interpretation/ask.js';

/** What the agents that run inside the node need besides. */
export interface HostedNeeds extends TaskContext {
  readonly interpretation: Interpretation;
  /** Runs an RPC as a hosted agent, through the door of every caller. @throws RpcError */
  readonly invokeAs: (agent: string, rpc: string, input: unknown, signal: AbortSignal) => Promise<unknown>;
}
