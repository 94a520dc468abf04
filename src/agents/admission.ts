/** Checks for edits of `/yangent-agents:agents/agent` by any user. */
import { isPersonItself, KNOWN_SCHEMES, OPERATOR_GROUP } from '../access/index.js';
import { RpcError, type RpcErrorFields } from '../data/index.js';
import type { YangentAgentsConfig } from '../generated/providers.js';
import type { Call, ConfigChange } from '../server/index.js';
import { requireReadableDescription, type SkillSchemaFaults } from './descriptions.js';
import type { AgentDirectory } from './directory.js';
import type { GivenName } from './foreign.js';
import type { AgentPolicy } from './policy.js';
import { endpointSecurity } from './record/endpoint-security.js';
import { type AgentRecord, agentRecord } from './record/record.js';

type AgentChange = ConfigChange<YangentAgentsConfig['/yangent-agents:agents/agent']>;

export interface AdmissionOptions {
  readonly directory: AgentDirectory;
  readonly policy: () => AgentPolicy;
  /** True when the node makes the edit for an owner that it has checked (register, publish, withdraw). */
  readonly isForOwner: (call: Call) => boolean;
  /** Returns the owners in the configuration that a pending confirmed commit may restore; undefined: it has no such agent. */
  readonly confirmedOwners: (id: string) => readonly string[] | undefined;
  readonly states: { runs(agent: string): boolean };
  readonly schemaFaults: SkillSchemaFaults;
}

/** Checks one entry by itself. @throws RpcError too-big, access-denied, invalid-value, in-use */
export async function admit(
  change: AgentChange,
  call: Call,
  { policy, isForOwner, confirmedOwners, states, schemaFaults }: AdmissionOptions,
): Promise<void> {
  refuseTakeover(change, call);
  const { before, after, path, keys } = change;
  const { id } = keys;
  if (!after) return;
  if (!before) {
    requireReadable(id, 'the identifier', UNREADABLE_ID, path);
    if (!isForOwner(call)) requireNotOnTrial(id, call, confirmedOwners(id));
  }
  if (states.runs(id)) requireAsItRuns(change);
  const { name } = after.profile;
  if (name !== before?.profile.name) requireReadable(name, 'the name', UNREADABLE_NAME, `${path}/profile/name`);
  refuseOversize(change.set.after, path, policy());
  requireLogins(after, path);
  await requireReadableDescription({ before, after, path }, schemaFaults);
  if (policy()['owner-approval'] && !isForOwner(call)) refusePublishing(change, agentRecord(after), call);
}

/** Refuses `security` by which nobody could log in at the endpoint of the agent. @throws RpcError invalid-value */
function requireLogins(entry: NonNullable<AgentChange['after']>, path: string): void {
  const { agent, interfaces } = endpointSecurity(entry) ?? { interfaces: new Map<string, readonly unknown[]>() };
  const closed = agent?.length === 0 ? '' : [...interfaces].find(([, methods]) => methods.length === 0)?.[0];
  if (closed === undefined) return;
  throw refusal({
    tag: 'invalid-value',
    path: closed === '' ? `${path}/security` : `${path}/registration/interface`,
    message: `by the security of ${closed === '' ? 'the agent' : `its interface for ${closed}`} nobody could log in at the endpoint: name at least one of profile/authentication/authentication-methods whose scheme is one of ${KNOWN_SCHEMES}`,
  });
}

/** Refuses changes of a running hosted agent that its program would ignore. @throws RpcError in-use */
function requireAsItRuns({ before, after, path }: AgentChange): void {
  if (!before || !after) return;
  const [earlier, later] = [agentRecord(before), agentRecord(after)];
  if (earlier.kind !== 'hosted') return;
  const fault = later.kind === 'hosted' ? otherSkill(earlier.skills, later.skills) : 'is hosted';
  if (fault === undefined) return;
  const node = later.kind === 'hosted' ? 'profile/skills' : 'execution/kind';
  throw refusal({
    tag: 'in-use',
    path: `${path}/${node}`,
    message: `agent "${later.id}" runs inside this node and ${fault} while it does: change its program and start the node again; drain keeps new tasks from it`,
  });
}

/** Returns the first removed or added skill, as a phrase for the error message. */
function otherSkill(before: AgentRecord['skills'], after: AgentRecord['skills']): string | undefined {
  const named = (skills: AgentRecord['skills']) => new Set(skills.map(({ name }) => name));
  const [had, has] = [named(before), named(after)];
  for (const name of had) if (!has.has(name)) return `has the skill "${name}"`;
  for (const name of has) if (!had.has(name)) return `has no skill "${name}"`;
  return undefined;
}

/** Characters that are forbidden in identifiers: control, invisible and bidirectional characters, and line separators. */
const UNREADABLE_ID = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** The same for names, which may have the joiners that some scripts need within words. */
const UNREADABLE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Refuses text with such characters: it could look like that of another agent. @throws RpcError invalid-value */
function requireReadable(text: string, what: string, unreadable: RegExp, path: string): void {
  const found = unreadable.exec(text)?.[0];
  const fault =
    found === undefined
      ? text === text.normalize('NFC')
        ? undefined
        : 'is not in Unicode Normalization Form C: write letters with their accents as one character'
      : `holds the character U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}, which is not seen: leave it out`;
  if (fault !== undefined) throw refusal({ tag: 'invalid-value', path, message: `${what} of the agent ${fault}` });
}

/** Checks the entries of one edit together with the existing ones. @throws RpcError data-not-unique, resource-denied, invalid-value */
export function admitAll(changes: readonly AgentChange[], call: Call, { directory, policy }: AdmissionOptions): void {
  const changed = new Map<string, AgentRecord | undefined>();
  const paths = new Map<string, string>();
  let more = 0;
  for (const { before, after, keys, path } of changes) {
    const { id } = keys;
    changed.set(id, after && agentRecord(after));
    paths.set(id, path);
    more += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
  }
  const { 'max-agents': maxAgents } = policy();
  if (more > 0 && directory.size + more > maxAgents) {
    throw refusal({
      tag: 'resource-denied',
      message: `this node takes ${maxAgents} agents (policy/max-agents) and has ${directory.size}; ${more} more are too many`,
    });
  }
  requireOwnNames(changed, paths, directory);
  directory.foreign.requireOwnNames(call, changes.flatMap(namesGiven), new Set(changed.keys()));
}

/** Returns the identifier and name of an agent, if the edit gives it these. */
function namesGiven({ before, after, path, keys: { id } }: AgentChange): readonly GivenName[] {
  if (!after) return [];
  const { name } = after.profile;
  return [
    ...(before ? [] : [{ agent: id, name: id, path }]),
    ...(before?.profile.name === name ? [] : [{ agent: id, name, path: `${path}/profile/name` }]),
  ];
}

/**
 * Refuses a name that another agent of the domain has (see docs/decisions/agent-names.md), or that is the identifier of another
 * agent: the agent of a name must not change because another agent registers.
 */
function requireOwnNames(
  changed: ReadonlyMap<string, AgentRecord | undefined>,
  paths: ReadonlyMap<string, string>,
  directory: AgentDirectory,
): void {
  const now = (id: string) => (changed.has(id) ? changed.get(id) : directory.registered(id));
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
    if (twin !== undefined)
      throw nameTaken(path, `${shown(now(twin))} of the same domain already has the name "${name}"`);
    names.set(key, id);
    if (name !== id && now(name)) throw nameTaken(path, `"${name}" is the identifier of another agent`);
    const namesake = directory.named(id).find((other) => other !== id && now(other)?.name === id);
    if (namesake !== undefined) throw nameTaken(paths.get(id), `"${id}" is the name of ${shown(now(namesake))}`);
  }
}

/** Returns an agent as text for an error; agents that not all users may find are not named. */
function shown(agent: AgentRecord | undefined): string {
  const { approved, published, visibility, id } = agent ?? {};
  return approved && published && visibility === 'public' ? `agent "${id}"` : 'another agent';
}

function nameTaken(path: string | undefined, problem: string): RpcError {
  return refusal({
    tag: 'invalid-value',
    appTag: 'data-not-unique',
    path,
    message: `${problem}; a name in a profile is unique in its domain, and no other agent's identifier`,
  });
}

function refuseOversize(entry: unknown, path: string, policy: AgentPolicy): void {
  const size = Buffer.byteLength(JSON.stringify(entry));
  const most = policy['max-description-size'];
  if (size <= most) return;
  throw refusal({
    tag: 'too-big',
    path,
    message: `the description of the agent has ${size} octets of JSON; this node takes ${most} (policy/max-description-size)`,
  });
}

/** Refuses publication by others than an owner of an agent who is a person. Discovery privacy: seed 002, security considerations. */
function refusePublishing({ before, path }: AgentChange, agent: AgentRecord, call: Call): void {
  if (agent.owners.length === 0 || !isShownMore(before && agentRecord(before), agent)) return;
  if (agent.owners.includes(call.user) && isPersonItself(call.principal)) return;
  throw refusal({
    tag: 'access-denied',
    path: `${path}/published`,
    message: `only an owner of agent "${agent.id}" who is a person lets others find it: enter it with published false, and an owner publishes it with the action publish`,
  });
}

/** True when more callers find the agent than before. */
export function isShownMore(
  before: Pick<AgentRecord, 'published' | 'visibility'> | undefined,
  after: Pick<AgentRecord, 'published' | 'visibility'>,
): boolean {
  return after.published && !(before?.published && reach(before) >= reach(after));
}

const REACH = { private: 0, domain: 1, public: 2 } as const;

function reach({ visibility }: Pick<AgentRecord, 'visibility'>): number {
  return REACH[visibility];
}

/**
 * Refuses a change of owners, or the removal, by users other than its owners and operators: permission to write configuration
 * must not give access to the agents and tasks of other users.
 */
function refuseTakeover({ before, after, path }: AgentChange, call: Call): void {
  if (!before || call.groups.includes(OPERATOR_GROUP)) return;
  const { id, owner: owners = [] } = before;
  if (owners.length === 0 || owners.includes(call.user)) return;
  const later = after?.owner ?? [];
  if (later.length > 0 && !later.includes(call.user)) return;
  const what = after ? `give it to user "${call.user}", or to nobody` : 'remove it';
  throw refusal({
    tag: 'access-denied',
    path: after ? `${path}/owner` : path,
    message: `agent "${id}" belongs to ${owners.map((owner) => `"${owner}"`).join(', ')}; only its owners and operators can ${what}`,
  });
}

/**
 * Refuses to create an agent again that only a pending confirmed commit has removed, except for its owners and operators: the
 * agent may come back, and its data belong to its owners.
 *
 * @param owners owners in the configuration that may be restored; undefined: it has no such agent
 */
export function requireNotOnTrial(id: string, call: Call, owners: readonly string[] | undefined): void {
  if (owners === undefined || owners.includes(call.user) || call.groups.includes(OPERATOR_GROUP)) return;
  throw refusal({
    tag: 'in-use',
    message: `agent "${id}" was removed by a commit that is not confirmed yet, and comes back if it is not: wait for the end of the confirmed commit, or choose another identifier`,
  });
}

function refusal(error: Omit<RpcErrorFields, 'type'>): RpcError {
  return new RpcError({ type: 'application', ...error });
}
