/** As which agent a caller acts, and to whom it speaks: agents named in a request, checked against the caller. */
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
 * The agent that the caller speaks as. Without a name it is the only agent that the caller owns.
 *
 * @throws RpcError access-denied when the caller may not speak for the agent named.
 */
export function sender(call: Call, directory: AgentDirectory, name: string | undefined, leaf: string): AgentRecord {
  if (name !== undefined) {
    const agent = ownAddressed(call, directory, name);
    requireApproved(agent, call);
    if (agent) return agent;
    return call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not speak as agent "${name}" (${leaf}); ${hisAgents(call, directory)}`,
    });
  }
  const own = directory.ownedBy(call.user);
  const [only, ...more] = own.length > 0 ? own : directory.actableBy(call);
  const agent = only === undefined || more.length > 0 ? undefined : directory.get(only);
  requireApproved(agent, call);
  if (agent) return agent;
  return call.fail({
    tag: 'missing-element',
    info: { 'bad-element': leaf },
    message: `"${leaf}" is missing and cannot be guessed: ${hisAgents(call, directory)}`,
  });
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

/** The agent that is spoken to; a name is that of one of the speaker's domain first. On an agent's endpoint it is that agent unless another is named. */
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

/** An agent's endpoint carries only what that agent says or is told. */
export function requireEndpoint(call: Call, from: string, to: string): void {
  const { view } = call;
  if (view.kind === 'node' || view.agent === from || view.agent === to) return;
  call.fail({
    tag: 'invalid-value',
    message: `this is the endpoint of agent "${view.agent}"; a message from "${from}" to "${to}" goes through the endpoint of one of them, or of the node`,
  });
}

/** The assigner's side: once the assigning agent is gone, the user who assigned is all there is of it. */
export function requireAssigner(call: Call, task: TaskRecord, directory: AgentDirectory): void {
  if (call.mayActFor(task.from)) return;
  if (directory.get(task.from) === undefined && task.owner === call.user) return;
  call.fail({
    tag: 'access-denied',
    message: `only the assigner, agent "${shownAgent(task.from)}", may do this, and user "${call.user}" does not speak for it`,
  });
}

/** The assigner, or an operator, who may stop and continue what anyone runs. */
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
