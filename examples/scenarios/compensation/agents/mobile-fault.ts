/** The mobile network's fault agent: sees that a base station is silent, has it compensated, finds the cause and repairs it. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AgentDefinition,
  type AgentRun,
  type AgentSkill,
  defineAgent,
  type SkillTask,
  TaskFailure,
} from 'yangent';
import type { Desk } from '../../stage/index.js';
import { askToCompensate, tellRestored } from '../ask-to-compensate.js';
import { findRemedy } from '../remedy.js';
import { serviceLoop } from '../service-loop.js';
import { readStation, restartStation } from '../stations.js';
import { wordIn } from '../values.js';
import { listed } from '../words.js';

/** Milliseconds between two looks whether a restarted base station serves, and how often it looks. */
const LOOK_INTERVAL = 200;
const LOOKS = 25;

/** @param stations names of the base stations that it looks after */
export function mobileFault(desk: Desk, stations: readonly string[]): AgentDefinition {
  /** Input: `{ "station": "bs-1" }`. */
  const restoreService: AgentSkill = async (task, run) => {
    const station = stationIn(task);
    const compensation = await askToCompensate(desk, { task, run, station });
    await run.progress(40, compensation ? 'compensation is in force' : 'there is no compensation');
    const { kind, reason } = await run.step('remedy', () => findRemedy(desk, { task, run, station }));
    if (kind === 'escalate') {
      const kept = compensation ? `; the compensation (task ${compensation.task.id}) stays in force` : '';
      throw new TaskFailure('unreachable', `${reason}${kept}`, { recovery: ['escalate'] });
    }
    await run.progress(60, reason);
    await run.step('restarted', () => restart(run, station));
    await run.progress(80, `${station} serves again`);
    if (compensation) await tellRestored(compensation, station, run.signal);
    return `${station} serves again: ${reason}`;
  };

  async function restart(run: AgentRun, station: string): Promise<void> {
    desk.tell('does', `edit-config: switches ${station} off and on, which restarts its controller`, 'repair');
    await restartStation(run.devices, station);
    for (let look = 0; look < LOOKS; look++) {
      const { inService, served } = await readStation(run.devices, station);
      if (inService) return desk.tell('finds', `${station} is in service and has ${served} subscribers`, 'repair');
      await pause(LOOK_INTERVAL, undefined, { signal: run.signal });
    }
    throw new TaskFailure('unreachable', `${station} does not serve after its restart`, { recovery: ['escalate'] });
  }

  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-WirelessFault-0.1.0',
      alias: 'mobile network faults',
      description: 'Keeps base stations in service: finds out why one is silent, and restarts it where that helps',
      type: 'fault-management',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Wireless',
      'management-object': listed(stations),
      skills: {
        skill: [
          {
            'skill-name': 'restore-service',
            'skill-description': 'brings a silent base station back, and has it compensated meanwhile',
            'skill-tags': ['base station', 'outage', 'fault', 'repair'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
      capability: { 'push-notifications': true },
    },
    skills: { 'restore-service': restoreService },
    loops: [serviceLoop(desk, stations)],
  });
}

/** @throws TaskFailure when the task names no base station */
function stationIn({ input }: SkillTask): string {
  const station = wordIn(input, 'station');
  if (station !== undefined) return station;
  throw new TaskFailure('invalid-input', 'the task names no base station; give the input { "station": "bs-1" }', {
    recovery: ['modify'],
  });
}
