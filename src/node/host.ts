/** Agents that run inside this node: their entry in configuration, their skills, their loops. */
import type { AgentDirectory } from '../agents/index.js';
import { RpcError } from '../data/index.js';
import type { DeviceAccess } from '../devices/index.js';
import type { Loops } from '../loops/index.js';
import type { Sessions } from '../sessions/index.js';
import type { Tasks } from '../tasks/index.js';
import { announcedProfile } from './announced.js';
import type { AgentDefinition } from './load.js';
import type { LoadedAgent } from './load-agents.js';
import type { Actor, LocalNode } from './local.js';
import { UsageError } from './options.js';
import { publicationOf } from './published.js';
import { equipped, judgeWithDevices, type TaskAtWork } from './skills.js';

export interface HostOptions {
  readonly agents: readonly LoadedAgent[];
  readonly tasks: Tasks;
  /** Returns the devices for an agent, which may edit only those in `edits`. */
  readonly devices: (actor: Actor, edits: readonly string[], signal: AbortSignal) => DeviceAccess;
  readonly loops: Loops;
  readonly sessions: Pick<Sessions, 'members' | 'team'>;
  readonly local: LocalNode;
  readonly directory: Pick<AgentDirectory, 'get'>;
}

/** Writes each agent's profile to running (settings of operators, such as owners and limits, stay), and hosts the agent. */
export async function hostAgents({ agents, ...o }: HostOptions): Promise<void> {
  for (const { definition, place } of agents) {
    try {
      await host(definition, o);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const faults = error.all.map((each) => `  ${each.path ?? '/'}: ${each.message}`);
      throw new UsageError(`${place}: the agent cannot be hosted:\n${faults.join('\n')}`, {
        cause: error,
      });
    }
  }
}

async function host(definition: AgentDefinition, o: Omit<HostOptions, 'agents'>): Promise<void> {
  const { tasks, devices, loops, sessions } = o;
  const {
    loops: _,
    sessions: hooks,
    devices: edits = [],
    skills = {},
    feasibility,
    fulfillment,
    ...agent
  } = definition;
  const access = (signal: AbortSignal, task?: TaskAtWork) => devices({ agent: agent.id, ...task }, edits, signal);
  await configure(o, definition);
  tasks.host({
    ...agent,
    skills: equipped(skills, {
      devices: access,
      team: (task, run) => (name, order) => sessions.team(task, run, name, order),
    }),
    ...(feasibility && { feasibility: judgeWithDevices(feasibility, access) }),
    ...(fulfillment && { fulfillment: judgeWithDevices(fulfillment, access) }),
  });
  await sessions.members.host(agent.id, hooks);
  await loops.host([definition]);
}

/** Configures an agent. Its profile and the schemas of its skills are replaced by those of the definition. */
async function configure(
  { local, directory }: Pick<HostOptions, 'local' | 'directory'>,
  definition: AgentDefinition,
): Promise<void> {
  const { id } = definition;
  const profile = announcedProfile(definition);
  const { added, stale } = publicationOf(definition, directory.get(id)?.registration.skill ?? []);
  const place = `/yangent-agents:agents/agent[id=${quoted(id)}]`;
  const members = { ...(profile && { profile }), ...(added.length > 0 && { registration: { skill: added } }) };
  const entry = { 'yangent-agents:agents': { agent: [{ id, ...members, execution: { kind: 'hosted' } }] } };
  if (!profile) await local.edit(entry);
  else await local.editReplacing(`${place}/profile`, entry);
  for (const { skill, leaf } of stale)
    await local.remove(
      `${place}/registration/skill[skill-name=${quoted(skill)}]${leaf === undefined ? '' : `/${leaf}`}`,
    );
}

/** Quotes a name for an instance path; it may contain one kind of quotation marks. */
function quoted(id: string): string {
  return id.includes("'") ? `"${id}"` : `'${id}'`;
}
