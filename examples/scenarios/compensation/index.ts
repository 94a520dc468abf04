/**
 * Multi-stream collaboration (section 2.2 of the draft): a base station goes off the air; fault, optimisation and
 * energy-saving agents agree by themselves on how its subscribers are served until it is repaired.
 */
import {
  type Outcome,
  type PlayOptions,
  type Scenario,
  SimulatedNetwork,
  type Stage,
  yangBeside,
} from '../stage/index.js';
import { energySaving } from './agents/energy-saving.js';
import { ipFault } from './agents/ip-fault.js';
import { mobileFault } from './agents/mobile-fault.js';
import { optimisation } from './agents/optimisation.js';
import { BaseStation, deliveredAs } from './network/base-station.js';
import { RadioNetwork } from './network/radio-network.js';
import { NETWORK, RETURN_LINKS, RIDGES, SAVING, STATIONS, SUBSCRIBERS } from './plan.js';
import type { SavingPolicy } from './saving-utility.js';
import { STEPS } from './steps.js';

/** The one that goes off the air. */
const STATION = 'bs-1';

/** What may go otherwise than in the story. */
export interface Variant {
  /** What the energy-saving agent wants. */
  readonly saving?: SavingPolicy;
}

export async function playCompensation(
  stage: Stage,
  { signal }: PlayOptions,
  { saving = SAVING }: Variant = {},
): Promise<Outcome> {
  const { account } = stage;
  const air = new RadioNetwork(SUBSCRIBERS, RIDGES);
  const stations = STATIONS.map((plan) => ({ plan, simulated: new BaseStation(plan, air) }));
  const names = STATIONS.map(({ name }) => name);
  const neighbours = names.filter((name) => name !== STATION);
  await stage.start({
    network: new SimulatedNetwork(NETWORK),
    devices: stations.map(({ plan, simulated }) => ({
      name: plan.name,
      plugins: [simulated.plugin()],
      configuration: deliveredAs(plan),
      yang: [yangBeside(import.meta.url)],
    })),
    agents: [
      {
        id: 'mobile-fault',
        peers: { optimisation: 'RESTCONF', 'ip-fault': 'NETCONF' },
        devices: names,
        agent: (desk) => mobileFault(desk, names),
      },
      {
        id: 'optimisation',
        peers: { 'energy-saving': 'NETCONF' },
        devices: names,
        agent: (desk) => optimisation(desk, names),
      },
      { id: 'energy-saving', peers: {}, devices: neighbours, agent: (desk) => energySaving(desk, neighbours, saving) },
      { id: 'ip-fault', peers: {}, devices: ['edge-1'], agent: (desk) => ipFault(desk, RETURN_LINKS) },
    ],
  });
  await account.until(({ from, about }) => from === 'mobile-fault' && about === 'ready', signal);

  const total = () => [...air.served().values()].reduce((sum, each) => sum + each, 0);
  const before = total();
  account.tell({ from: 'the world', act: 'does', about: 'fault', text: `the controller of ${STATION} stops` });
  for (const { plan, simulated } of stations) if (plan.name === STATION) simulated.stopController();
  const silent = total();

  await account.until(({ from, about }) => from === 'mobile-fault' && about === 'over', signal);
  const after = total();
  return {
    ok: after === before,
    text: `${before} subscribers had service, ${silent} without ${STATION}, ${after} after its repair`,
  };
}

export const scenario: Scenario = {
  name: 'compensation',
  title: 'Multi-stream collaboration: fault, optimisation and energy saving',
  story:
    'A base station goes off the air. The fault agent has its neighbours serve its subscribers, which they cannot while they ' +
    'save energy: the optimisation agent and the energy-saving agent negotiate. Then the fault is found and repaired, and ' +
    'everything is taken back.',
  steps: STEPS,
  play: (stage, options) => playCompensation(stage, options),
};
