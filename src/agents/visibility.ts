import type { Audience } from '../access/index.js';
import type { Call } from '../server/index.js';
import type { AgentDirectory } from './directory.js';
import type { AgentRecord } from './record.js';

/** Whether the caller finds the agent (leaf `visibility`; an agent that waits for approval is found by its owners only). */
export function mayFind(agent: AgentRecord, call: Call, directory: AgentDirectory): boolean {
  if (agent.approved && agent.visibility === 'public') return true;
  if (call.mayActFor(agent.id)) return true;
  if (!agent.approved || agent.visibility !== 'domain') return false;
  return directory.ownedBy(call.user).some((id) => directory.get(id)?.domain === agent.domain);
}

/** Whom a change of the agent concerns; undefined means everyone. Domain members read the list, they get no events. */
export function audienceOf(agent: AgentRecord): Audience | undefined {
  return agent.approved && agent.visibility === 'public' ? undefined : { agents: [agent.id], users: [...agent.owners] };
}
