/** What the optimisation agent sees of the coverage around a silent base station, and what it expects of a change. */
import type { DeviceAccess } from 'yangent';
import { type Helper, type Plan, planCoverage } from './coverage-plan.js';
import { MOST_POWER, powerLimit } from './network/energy.js';
import { readStation, readStations, type Station } from './stations.js';

export interface Coverage {
  /** The silent one. */
  readonly station: Station;
  readonly helpers: readonly Station[];
}

export async function readCoverage(devices: DeviceAccess, station: string, all: readonly string[]): Promise<Coverage> {
  const helpers = all.filter((name) => name !== station);
  return { station: await readStation(devices, station), helpers: await readStations(devices, helpers) };
}

/** Share (0 to 1) of the subscribers of the silent base station whom the others serve in its place. */
export function servedShare({ station, helpers }: Coverage): number {
  const taken = helpers.reduce((sum, { served, planned }) => sum + served - planned, 0);
  return Math.min(1, Math.max(0, taken / station.planned));
}

/** The powers that would serve `goal`, where energy saving lets cells radiate what it lets them now. */
export function planWithin(coverage: Coverage, goal: number): Plan {
  return plan(coverage, goal, ({ cell }) => cell.limit);
}

/** The powers that would serve `goal` under a saving target (percent). */
export function planUnder(target: number, coverage: Coverage, goal: number): Plan {
  return plan(coverage, goal, () => powerLimit(target));
}

/** The greatest share (0 to 1) that could be served if nothing limited the cells. */
export function reachable(coverage: Coverage): number {
  return plan(coverage, 1, () => MOST_POWER).served;
}

function plan({ station, helpers }: Coverage, goal: number, limitOf: (helper: Station) => number): Plan {
  const cells = helpers.map((helper): Helper => {
    const { name, place, cell } = helper;
    return { name, place, power: Math.min(cell.power, cell.limit), limit: limitOf(helper) };
  });
  return planCoverage({ middle: station.place, radius: station.radius }, cells, goal);
}
