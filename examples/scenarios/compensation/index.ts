/**
 * Multi-stream collaboration (section 2.2 of the draft): a base station goes off the air; fault, optimisation and
 * energy-saving agents agree by themselves on how its subscribers are served until it is repaired.
 */
import {
  type AgentPlace,
  type Cast,
  type Entry,
  type Outcome,
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
export const STATION = 'bs-1';

/** The area with its subscribers, and those who look after it. */
export interface Area {
  readonly cast: Cast;
  readonly air: RadioNetwork;
  readonly stations: ReadonlyMap<string, BaseStation>;
}

/** @param saving what the energy-saving agent wants; asked whenever it decides */
export function areaOf(saving: () => SavingPolicy = () => SAVING): Area {
  const air = new RadioNetwork(SUBSCRIBERS, RIDGES);
  const placed = STATIONS.map((plan) => ({ plan, station: new BaseStation(plan, air) }));
  const stations = new Map(placed.map(({ plan, station }) => [plan.name, station]));
  const names = [...stations.keys()];
  const neighbours = names.filter((name) => name !== STATION);
  const devices = placed.map(({ plan, station }) => ({
    name: plan.name,
    plugins: [station.plugin()],
    configuration: deliveredAs(plan),
    yang: [yangBeside(import.meta.url)],
  }));
  const agents: readonly AgentPlace[] = [
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
  ];
  return { cast: { network: new SimulatedNetwork(NETWORK), devices, agents }, air, stations };
}

/** Resolves when the area runs and the fault agent sees all of it. */
export async function open(stage: Stage, { cast }: Area, signal: AbortSignal): Promise<void> {
  await stage.start(cast);
  await stage.account.until(({ from, about }) => from === 'mobile-fault' && about === 'ready', signal);
}

/** The controller of a base station stops; resolves when everything is as before, or the fault agent has given up. */
export async function outage({ account }: Stage, { air, stations }: Area, signal: AbortSignal): Promise<Outcome> {
  const before = total(air);
  const begun = account.entries.length;
  account.tell({ from: 'the world', act: 'does', about: 'fault', text: `the controller of ${STATION} stops` });
  stations.get(STATION)?.stopController();
  const silent = total(air);
  const isNew = (entry: Entry) => account.entries.indexOf(entry) >= begun;
  await account.until((entry) => entry.about === 'over' && isNew(entry), signal);
  const after = total(air);
  return {
    ok: after === before,
    text: `${before} subscribers had service, ${silent} without ${STATION}, ${after} after its repair`,
    times: timesOf(account.entries.slice(begun)),
  };
}

function total(air: RadioNetwork): number {
  return [...air.served().values()].reduce((sum, each) => sum + each, 0);
}

function timesOf(entries: readonly Entry[]): Readonly<Record<string, number>> {
  const last = (about: string): number => entries.findLast((entry) => entry.about === about)?.at ?? 0;
  const silent = entries[0]?.at ?? 0;
  return {
    'from fault to compensation': last('power') - silent,
    'from fault to repair': last('repair') - silent,
    'from repair to all as before': last('withdrawal') - last('repair'),
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
  play: async (stage, { signal }) => {
    const area = areaOf();
    await open(stage, area, signal);
    return outage(stage, area, signal);
  },
};
