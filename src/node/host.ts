/** Agents that run inside this node: their entry in configuration, their skills, their loops. */
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
}

/** Puts the agents' profiles into running, where what an operator added (owners, limits) stays, and takes over their work. */
export async function hostAgents({ definitions, tasks, devices, loops, local }: HostOptions): Promise<void> {
  if (definitions.length === 0) return;
  const agent = definitions.map(({ id, profile }) => ({
    id,
    ...(profile && { profile }),
    execution: { kind: 'hosted' },
  }));
  await local.edit({ 'yangent-agents:agents': { agent } });
  const access = (signal: AbortSignal) => deviceAccess(devices, signal);
  for (const { loops: _, skills = {}, feasibility, fulfillment, ...definition } of definitions) {
    tasks.host({
      ...definition,
      skills: withDevices(skills, access),
      ...(feasibility && { feasibility: judgeWithDevices(feasibility, access) }),
      ...(fulfillment && { fulfillment: judgeWithDevices(fulfillment, access) }),
    });
  }
  await loops.host(definitions);
}
