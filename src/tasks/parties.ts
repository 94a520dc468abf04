/** Finds and checks the two agents of a request: the agent as which the caller acts, and the agent to which it speaks. */
import { OPERATOR_GROUP } from '../access/index.js';
import {
  type AgentDirectory,
  type AgentRecord,
  addressed,
  mayFind,
  ownAddressed,
  requireApproved,
  shownAgent,
} from '../agents/index.js';
import type { Call } from '../server/index.js';
import type { TaskRecord } from './record/record.js';

const MOST_NAMED = 8;

/**
 * Returns the agent as which the caller speaks. Default: the only agent that the caller owns. Counts the message of a peer.
 *
 * @throws RpcError access-denied when the caller may not speak for the named agent; resource-denied for a peer that sends too fast
 */
export function sender(call: Call, directory: AgentDirectory, name: string | undefined, leaf: string): AgentRecord {
  directory.foreign.requireRate(call);
  if (name !== undefined) {
    const agent = ownAddressed(call, directory, name);
    requireApproved(agent, call);
    if (agent) return agent;
    return call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not speak as agent "${name}" (${leaf}); ${hisAgents(call, directory)}`,
    });
  }
  const agent = soleAgent(call, directory);
  requireApproved(agent, call);
  if (agent) return agent;
  return call.fail({
    tag: 'missing-element',
    info: { 'bad-element': leaf },
    message: `"${leaf}" is missing and cannot be guessed: ${hisAgents(call, directory)}`,
  });
}

/** Returns the only agent that the caller owns, or for which it may act. */
export function soleAgent(call: Call, directory: AgentDirectory): AgentRecord | undefined {
  const own = directory.ownedBy(call.user);
  const [only, ...more] = own.length > 0 ? own : directory.actableBy(call);
  return only === undefined || more.length > 0 ? undefined : directory.get(only);
}

function hisAgents(call: Call, directory: AgentDirectory): string {
  const own = directory.actableBy(call);
  if (own.length === 0) return 'no agent of this node is yours';
  return `yours ${own.length === 1 ? 'is' : 'are'} ${named(own)}`;
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => `"${id}"`);
  return `${shown.join(', ')}${ids.length > shown.length ? ` and ${ids.length - shown.length} more` : ''}`;
}

/** Returns the addressed agent. A name means an agent of the speaker's domain first. Default: the agent of the endpoint. */
export function receiver(
  call: Call,
  directory: AgentDirectory,
  name: string | undefined,
  leaf: string,
  from?: AgentRecord,
): AgentRecord {
  const reference = name ?? (call.view.kind === 'agent' ? call.view.agent : undefined);
  if (reference === undefined) {
    return call.fail({
      tag: 'missing-element',
      info: { 'bad-element': leaf },
      message: `"${leaf}" is missing: name the agent that is to execute the task; ${known(call, directory)}`,
    });
  }
  const agent = addressed(call, directory, reference, from);
  // Work that comes from a peer is done here, or passed on to another one: in its own domains the peer believes no other node.
  if (agent?.foreign && from?.foreign && !directory.reaches(call.user, agent.foreign)) {
    return call.fail({
      tag: 'invalid-value',
      message: `"${leaf}" names "${agent.id}", which is reached over the peer from which "${from.id}" speaks: nothing goes back over a link. Assign at the node of "${from.id}", or let an agent of another peer or of this node assign it`,
    });
  }
  if (agent) return agent;
  return call.fail({
    tag: 'invalid-value',
    message: `"${leaf}" names "${reference}", but there is no such agent here; ${known(call, directory)}`,
  });
}

function known(call: Call, directory: AgentDirectory): string {
  const found: string[] = [];
  for (const agent of directory.all()) {
    if (!mayFind(agent, call, directory)) continue;
    if (found.push(agent.id) > MOST_NAMED) break;
  }
  if (found.length === 0) return 'no agent is registered that you may find';
  const more = found.length > MOST_NAMED ? ', ... (yangent-agents:discover lists all)' : '';
  return `there ${found.length === 1 ? 'is' : 'are'} ${found
    .slice(0, MOST_NAMED)
    .map((id) => `"${id}"`)
    .join(', ')}${more}`;
}

/** Refuses a message on an agent's endpoint that is neither from nor to this agent. */
export function requireEndpoint(call: Call, from: string, to: string): void {
  const { view } = call;
  if (view.kind === 'node' || view.agent === from || view.agent === to) return;
  call.fail({
    tag: 'invalid-value',
    message: `this is the endpoint of agent "${view.agent}"; a message from "${from}" to "${to}" goes through the endpoint of one of them, or of the node`,
  });
}

/**
 * Refuses callers that are not on the assigner's side. For an agent that was removed or has no owner, such as the coordinator of
 * workflows, the user for whom it assigned the task is.
 */
export function requireAssigner(call: Call, task: TaskRecord, directory: AgentDirectory): void {
  if (call.mayActFor(task.from)) return;
  const owners = directory.get(task.from)?.owners ?? [];
  if (owners.length === 0 && task.owner === call.user) return;
  call.fail({
    tag: 'access-denied',
    message: `only the assigner, agent "${shownAgent(task.from)}", may do this, and user "${call.user}" does not speak for it`,
  });
}

/** Refuses callers other than the assigner and operators. Operators may stop and resume all tasks. */
export function requireAssignerOrOperator(call: Call, task: TaskRecord, directory: AgentDirectory): void {
  if (!call.groups.includes(OPERATOR_GROUP)) requireAssigner(call, task, directory);
}

export function requireExecutor(call: Call, task: TaskRecord): void {
  if (call.mayActFor(task.to)) return;
  call.fail({
    tag: 'access-denied',
    message: `only the executor, agent "${shownAgent(task.to)}", may do this, and user "${call.user}" does not speak for it`,
  });
}
