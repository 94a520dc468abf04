/** The performance-optimisation agent: closes coverage gaps with the power of neighbour cells, and takes that back. */
import {
  type AgentDefinition,
  type AgentJudge,
  type AgentSkill,
  buildPrompt,
  defineAgent,
  type Feasibility,
  type SkillTask,
  TaskFailure,
} from 'yangent';
import { type Desk, jsonArtifact } from '../../stage/index.js';
import { raisePower, rememberPowers, withdrawPower } from '../compensation.js';
import { reachable, readCoverage, servedShare } from '../coverage.js';
import { askToGiveWay, tellNotNeeded } from '../give-way.js';
import { say, termsIn } from '../language.js';
import { numberIn, wordIn } from '../values.js';
import { listed, percent } from '../words.js';

/** Share that it does not promise, because its plan knows of no obstacles. */
const MARGIN = 0.05;

/** @param stations names of all base stations of the area, which it manages */
export function optimisation(desk: Desk, stations: readonly string[]): AgentDefinition {
  const feasibility: AgentJudge<Feasibility> = async ({ content, counter, prompt }, { devices }) => {
    const wish = termsIn(counter ?? content[0]);
    const station = stations.find((name) => name === prompt?.object);
    if (!wish || station === undefined)
      return { feasible: false, reason: `name one of ${listed(stations)} and the share of subscribers to be served` };
    const promise = Math.floor((reachable(await readCoverage(devices, station, stations)) - MARGIN) * 100) / 100;
    if (wish.served <= promise) return { feasible: true, reason: `${percent(wish.served)} can be served` };
    const helpers = stations.filter((name) => name !== station);
    const description = `Not everybody, but ${percent(promise)} of the subscribers of ${station} can be served by ${listed(helpers)}.`;
    return { feasible: false, counter: say({ object: station, description }, { served: promise }) };
  };

  /** Raises neighbours until the goal is reached, as far as energy saving gives way; waits; takes all of it back. */
  const compensate: AgentSkill = async (task, run) => {
    const { station, goal } = orderIn(task);
    const look = () => readCoverage(run.devices, station, stations);
    const before = await run.step('before', async () => rememberPowers(await look()));
    const raise = () => raisePower(desk, run.devices, look, goal);
    try {
      const concession = await askToGiveWay(desk, { task, run, station, goal, look, raise });
      await run.step('raised within limits', raise);
      const served = servedShare(await look());
      await run.progress(60, `${percent(served)} of the subscribers of ${station} are served by its neighbours`);
      const description = `${percent(served)} of the subscribers of ${station} are served by its neighbours. Is that enough?`;
      await run.propose(say({ object: station, description }, { served }));
      await run.requestInput(buildPrompt({ object: station, description: `tell me when ${station} serves again` }));
      await run.step('withdrawn', () => withdrawPower(desk, run.devices, before));
      if (concession) await tellNotNeeded(concession, run.signal);
      const note = `compensation withdrawn: ${before.map(({ name, power }) => `${name} ${power} dBm`).join(', ')}, as before`;
      return { artifacts: [jsonArtifact('compensation', { station, served, before })], note };
    } catch (error) {
      // Interrupted, it goes on later; after a failure nobody would take back what was done.
      if (!run.signal.aborted) await withdrawPower(desk, run.devices, before);
      throw error;
    }
  };

  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-WirelessOptimisation-0.1.0',
      alias: 'performance optimisation',
      description: 'Compensates coverage gaps with the power of neighbour cells',
      type: 'performance-optimisation',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Wireless',
      'management-object': listed(stations),
      skills: {
        skill: [
          {
            'skill-name': 'compensate',
            'skill-description': 'has neighbour cells serve the subscribers of a base station that is silent',
            'skill-tags': ['coverage', 'compensation', 'power', 'outage'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
      capability: {
        'push-notifications': true,
        negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
      },
    },
    skills: { compensate },
    feasibility,
  });
}

/** @throws TaskFailure when the task does not say what is to be compensated */
function orderIn({ input }: SkillTask): { readonly station: string; readonly goal: number } {
  const station = wordIn(input, 'station');
  const goal = numberIn(input, 'served');
  if (station !== undefined && goal !== undefined) return { station, goal };
  throw new TaskFailure('invalid-input', 'give the input { "station": "bs-1", "served": 0.9 }', {
    recovery: ['modify'],
  });
}
