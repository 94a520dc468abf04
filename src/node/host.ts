/** Agents that run inside this node: their entry in configuration, their skills, their loops. */
import type { AgentDirectory } from '../agents/index.js';
import { type Devices, deviceAccess } from '../devices/index.js';
import type { Loops } from '../loops/index.js';
import type { Tasks } from '../tasks/index.js';
import type { AgentDefinition } from './load.js';
import type { LocalNode } from './local.js';
import { judgeWithDevices, withDevices } from './skills.js';

export interface HostOptions {
  readonly definitions: readonly AgentDefinition[];
  readonly tasks: Tasks;
  readonly devices: Devices;
  readonly loops: Loops;
  readonly local: LocalNode;
  readonly directory: AgentDirectory;
}

/** Puts each agent's profile into running, where what an operator added (owners, limits) stays, and takes over its work. */
export async function hostAgents({ definitions, tasks, devices, loops, local }: HostOptions): Promise<void> {
  const access = (signal: AbortSignal) => deviceAccess(devices, signal);
  for (const { loops: definedLoops = [], skills = {}, feasibility, fulfillment, ...agent } of definitions) {
    await local.edit({
      'yangent-agents:agents': {
        agent: [{ id: agent.id, ...(agent.profile && { profile: agent.profile }), execution: { kind: 'hosted' } }],
      },
    });
    tasks.host({
      ...agent,
      skills: withDevices(skills, access),
      ...(feasibility && { feasibility: judgeWithDevices(feasibility, access) }),
      ...(fulfillment && { fulfillment: judgeWithDevices(fulfillment, access) }),
    });
    await loops.host(agent.id, definedLoops);
  }
}
