import { type Audience, OPERATOR_GROUP } from '../access/index.js';
import type { Call } from '../server/index.js';
import type { AgentDirectory } from './directory.js';
import type { AgentRecord } from './record/record.js';

/** Whether the caller finds the agent (leaf `visibility`; an agent that waits for approval, of an operator or an owner, is found by its owners only). */
export function mayFind(
  agent: AgentRecord,
  call: Pick<Call, 'user' | 'mayActFor'>,
  directory: Pick<AgentDirectory, 'ownsIn'>,
): boolean {
  const listed = agent.approved && agent.published;
  if (listed && agent.visibility === 'public') return true;
  if (call.mayActFor(agent.id)) return true;
  if (!listed || agent.visibility !== 'domain' || agent.domain === undefined) return false;
  return directory.ownsIn(call.user, agent.domain);
}

/** Which rows can concern the caller at all, in terms a database can look up. */
export interface RowScope {
  /** Only rows about this agent, whose endpoint the caller uses. */
  readonly agent?: string;
  /** Only rows about one of these agents, or of this user. */
  readonly among?: { readonly agents: readonly string[]; readonly user: string };
}

/** A user with more agents than this is served by looking at all rows, not by naming the agents to the database. */
const MOST_NAMED = 500;

/** Narrows a list before its rows are checked one by one. */
export function rowScope(call: Call, directory: AgentDirectory): RowScope {
  const agents = directory.actableBy(call);
  const narrow = !call.groups.includes(OPERATOR_GROUP) && agents.length <= MOST_NAMED;
  return {
    ...(call.view.kind === 'agent' ? { agent: call.view.agent } : {}),
    ...(narrow ? { among: { agents, user: call.user } } : {}),
  };
}

/** Whom a change of the agent concerns; undefined means everyone. Domain members read the list, they get no events. */
export function audienceOf(agent: AgentRecord): Audience | undefined {
  return agent.approved && agent.published && agent.visibility === 'public'
    ? undefined
    : { agents: [agent.id], users: [...agent.owners] };
}
