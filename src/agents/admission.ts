/** What an edit of `/yangent-agents:agents/agent` must not do, whoever makes it. */
import { OPERATOR_GROUP } from '../access/index.js';
import { RpcError, type RpcErrorFields } from '../data/index.js';
import type { Call, ConfigChange } from '../server/index.js';
import type { AgentDirectory } from './directory.js';
import { isMembers, type Members } from './members.js';
import type { AgentPolicy } from './policy.js';
import { type AgentRecord, agentRecord } from './record.js';

export interface AdmissionOptions {
  readonly directory: AgentDirectory;
  readonly policy: () => AgentPolicy;
  /** The edit is made by the node for an owner whom it has checked (register, publish, withdraw). */
  readonly isForOwner: (call: Call) => boolean;
}

/** Checks one entry by itself. @throws RpcError too-big, access-denied */
export function admit(change: ConfigChange, call: Call, { policy, isForOwner }: AdmissionOptions): void {
  refuseTakeover(change, call);
  if (!isMembers(change.after)) return;
  refuseOversize(change.after, change.path, policy());
  const agent = agentRecord(change.after);
  if (policy().ownerApproval && !isForOwner(call)) refusePublishing(change, agent, call);
}

/** Checks the entries of one edit with those there are. @throws RpcError data-not-unique, resource-denied */
export function admitAll(changes: readonly ConfigChange[], { directory, policy }: AdmissionOptions): void {
  const changed = new Map<string, AgentRecord | undefined>();
  const paths = new Map<string, string>();
  let more = 0;
  for (const { before, after, keys, path } of changes) {
    const id = String(keys[0] ?? '');
    changed.set(id, isMembers(after) ? agentRecord(after) : undefined);
    paths.set(id, path);
    more += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
  }
  const { maxAgents } = policy();
  if (more > 0 && directory.size + more > maxAgents) {
    throw refusal({
      tag: 'resource-denied',
      message: `this node takes ${maxAgents} agents (policy/max-agents) and has ${directory.size}; ${more} more are too many`,
    });
  }
  requireOwnNames(changed, paths, directory);
}

/**
 * A name belongs to one agent of a domain (see docs/decisions/agent-names.md), and what is one agent's identifier is no
 * other agent's name: who is spoken to by name must not change because somebody else registers.
 */
function requireOwnNames(
  changed: ReadonlyMap<string, AgentRecord | undefined>,
  paths: ReadonlyMap<string, string>,
  directory: AgentDirectory,
): void {
  const now = (id: string) => (changed.has(id) ? changed.get(id) : directory.get(id));
  const names = new Map<string, string>();
  for (const [id, agent] of changed) {
    if (!agent) continue;
    const { name } = agent;
    const path = `${paths.get(id)}/profile/name`;
    const key = JSON.stringify([name, agent.domain]);
    const twin =
      names.get(key) ??
      directory
        .named(name)
        .find((other) => other !== id && now(other)?.name === name && now(other)?.domain === agent.domain);
    if (twin !== undefined) throw nameTaken(path, `agent "${twin}" of the same domain already has the name "${name}"`);
    names.set(key, id);
    if (name !== id && now(name)) throw nameTaken(path, `"${name}" is the identifier of another agent`);
    const namesake = directory.named(id).find((other) => other !== id && now(other)?.name === id);
    if (namesake !== undefined) throw nameTaken(paths.get(id), `"${id}" is the name of agent "${namesake}"`);
  }
}

function nameTaken(path: string | undefined, problem: string): RpcError {
  return refusal({
    tag: 'invalid-value',
    appTag: 'data-not-unique',
    path,
    message: `${problem}; a name in a profile is unique in its domain, and no other agent's identifier`,
  });
}

function refuseOversize(entry: Members, path: string, { maxDescriptionSize }: AgentPolicy): void {
  const size = Buffer.byteLength(JSON.stringify(entry));
  if (size <= maxDescriptionSize) return;
  throw refusal({
    tag: 'too-big',
    path,
    message: `the description of the agent has ${size} octets of JSON; this node takes ${maxDescriptionSize} (policy/max-description-size)`,
  });
}

/** Discovery privacy (seed 002, security considerations): an agent is made public by its owner, not by who enters it. */
function refusePublishing({ before, path }: ConfigChange, agent: AgentRecord, call: Call): void {
  if (!agent.published || agent.owners.length === 0 || agent.owners.includes(call.user)) return;
  const earlier = isMembers(before) ? agentRecord(before) : undefined;
  if (earlier?.published && reach(earlier) >= reach(agent)) return;
  throw refusal({
    tag: 'access-denied',
    path: `${path}/published`,
    message: `only an owner of agent "${agent.id}" lets others find it: enter it with published false, and an owner publishes it with the action publish`,
  });
}

const REACH = { private: 0, domain: 1, public: 2 } as const;

function reach({ visibility }: AgentRecord): number {
  return REACH[visibility];
}

/**
 * Who may write configuration does not thereby get to speak for somebody's agent, nor to read its tasks by making it anew:
 * only its owners and operators hand it on or remove it.
 */
function refuseTakeover({ before, after, path }: ConfigChange, call: Call): void {
  if (!isMembers(before) || call.groups.includes(OPERATOR_GROUP)) return;
  const { id, owners } = agentRecord(before);
  if (owners.length === 0 || owners.includes(call.user)) return;
  const later = isMembers(after) ? agentRecord(after).owners : [];
  if (later.length > 0 && !later.includes(call.user)) return;
  const what = isMembers(after) ? `give it to user "${call.user}", or to nobody` : 'remove it';
  throw refusal({
    tag: 'access-denied',
    path: isMembers(after) ? `${path}/owner` : path,
    message: `agent "${id}" belongs to ${owners.map((owner) => `"${owner}"`).join(', ')}; only its owners and operators can ${what}`,
  });
}

function refusal(error: Omit<RpcErrorFields, 'type'>): RpcError {
  return new RpcError({ type: 'application', ...error });
}
