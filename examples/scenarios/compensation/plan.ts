/** The area of the scenario: four base stations, and the line over which they reach the core. */
import type { NetworkPlan } from '../stage/index.js';
import type { ReturnLink } from './agents/ip-fault.js';
import type { BaseStationPlan } from './network/base-station.js';
import { type Place, type Ridge, scattered } from './network/propagation.js';
import type { SavingPolicy } from './saving-utility.js';

/** What the energy-saving agent wants: see SavingPolicy. */
export const SAVING: SavingPolicy = { target: 44, floor: 0, weight: 3, hope: 0.05 };

/** Metres to the farthest subscribers of a base station, by the plan and in truth. */
const PLANNED_RADIUS = 450;
const RADIUS = 420;

export const STATIONS: readonly BaseStationPlan[] = [
  station('bs-1', 'Middle Street', { x: 0, y: 0 }, 240, 39),
  station('bs-2', 'East Gate', { x: 1000, y: 0 }, 180, 38),
  station('bs-3', 'North Hill', { x: -500, y: 866 }, 160, 39),
  station('bs-4', 'South Docks', { x: -500, y: -866 }, 150, 38),
];

/** What no plan knows of: it shades the south-west of Middle Street from South Docks. */
export const RIDGES: readonly Ridge[] = [{ from: { x: -150, y: -500 }, to: { x: -480, y: -250 }, loss: 3 }];

export const SUBSCRIBERS: readonly Place[] = STATIONS.flatMap(({ place, subscribers }) =>
  scattered(subscribers, place, RADIUS),
);

export const NETWORK: NetworkPlan = {
  core: 'core-1',
  routers: [{ name: 'edge-1', site: 'Middle Street' }],
  lines: [
    {
      name: 'line-middle',
      ends: [
        { router: 'edge-1', interface: 'uplink' },
        { router: 'core-1', interface: 'edge-1' },
      ],
      km: 12,
    },
  ],
  baseStations: [],
};

/** All base stations of the area reach the core over the same router. */
export const RETURN_LINKS: Readonly<Record<string, ReturnLink>> = Object.fromEntries(
  STATIONS.map(({ name }) => [name, { router: 'edge-1', interface: 'uplink' }]),
);

function station(
  name: string,
  site: string,
  place: Place,
  subscribers: number,
  transmitPower: number,
): BaseStationPlan {
  return { name, site, place, radius: PLANNED_RADIUS, subscribers, transmitPower, savingTarget: SAVING.target };
}
