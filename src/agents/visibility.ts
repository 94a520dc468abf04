import { type Audience, OPERATOR_GROUP } from '../access/index.js';
import type { Call } from '../server/index.js';
import type { AgentDirectory } from './directory.js';
import type { AgentRecord } from './record/record.js';

/**
 * True when the caller may find the agent (leaf `visibility`). An agent that waits for approval by an operator or an owner is
 * visible to its owners only. An agent of another node is not found by peers, unless this node passes on what they send.
 */
export function mayFind(
  agent: AgentRecord,
  call: Pick<Call, 'user' | 'mayActFor'>,
  directory: Pick<AgentDirectory, 'ownsIn' | 'reaches'>,
): boolean {
  const listed = agent.approved && agent.published && (!agent.foreign || directory.reaches(call.user, agent.foreign));
  if (listed && agent.visibility === 'public') return true;
  if (call.mayActFor(agent.id)) return true;
  if (!listed || agent.visibility !== 'domain' || agent.domain === undefined) return false;
  return directory.ownsIn(call.user, agent.domain);
}

/** The rows that can concern the caller, in a form for a database query. */
export interface RowScope {
  /** Only rows about this agent, whose endpoint the caller uses. */
  readonly agent?: string;
  /** Only rows about one of these agents, or of this user. */
  readonly among?: { readonly agents: readonly string[]; readonly user: string };
}

/** Maximum number of agents in a query; for a user with more agents, all rows are read. */
const MOST_NAMED = 500;

/** Returns a scope that narrows a list before its rows are checked one by one. */
export function rowScope(call: Call, directory: AgentDirectory): RowScope {
  const agents = directory.actableBy(call);
  const narrow = !call.groups.includes(OPERATOR_GROUP) && agents.length <= MOST_NAMED;
  return {
    ...(call.view.kind === 'agent' ? { agent: call.view.agent } : {}),
    ...(narrow ? { among: { agents, user: call.user } } : {}),
  };
}

/** Returns the audience of changes of the agent; undefined: all users. Members of its domain can read it, but get no events. */
export function audienceOf(agent: AgentRecord): Audience | undefined {
  return agent.approved && agent.published && agent.visibility === 'public'
    ? undefined
    : { agents: [agent.id], users: [...agent.owners] };
}
