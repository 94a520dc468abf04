import type { Call } from '../server/index.js';
import type { AgentRecord } from './record/record.js';

/** Refuses callers that may not act as the agent. @throws RpcError access-denied */
export function requireOwner(agent: Pick<AgentRecord, 'id'>, call: Call): void {
  if (call.mayActFor(agent.id)) return;
  call.fail({ tag: 'access-denied', message: `user "${call.user}" does not own agent "${agent.id}"` });
}
