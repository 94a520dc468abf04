/** Decides whom an agent does not want to hear (`execution/accepts/blocked`). */
import type { AgentRecord } from './record/record.js';

/** An agent that speaks, and the user for whom it does. */
export interface Speaking {
  /** Absent: the user speaks itself. */
  readonly agent?: Pick<AgentRecord, 'id' | 'owners' | 'domain'> | undefined;
  readonly user: string;
}

/** True when the agent blocks the one that speaks, a user of it, or its domain. */
export function blocks({ accepts: { blocked } }: Pick<AgentRecord, 'accepts'>, { agent, user }: Speaking): boolean {
  if (!blocked) return false;
  const { agent: agents = [], user: users = [], domain: domains = [] } = blocked;
  if (users.includes(user)) return true;
  if (!agent) return false;
  const { id, owners, domain } = agent;
  if (agents.includes(id) || owners.some((owner) => users.includes(owner))) return true;
  return [domain, hostOf(id)].some((each) => each !== undefined && domains.includes(each));
}

/** Returns the domain of another node, from the name that its agent has here. */
function hostOf(id: string): string | undefined {
  const at = id.lastIndexOf('@');
  return at < 0 ? undefined : id.slice(at + 1);
}
