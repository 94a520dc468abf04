import type { Call } from '../server/index.js';
import type { AgentRecord } from './record/record.js';

/** @throws RpcError access-denied when the caller may not act as the agent */
export function requireOwner(agent: Pick<AgentRecord, 'id'>, call: Call): void {
  if (call.mayActFor(agent.id)) return;
  call.fail({ tag: 'access-denied', message: `user "${call.user}" does not own agent "${agent.id}"` });
}
