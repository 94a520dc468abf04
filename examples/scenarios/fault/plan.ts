/** The network of the scenario: one core, two aggregation routers on a line each, and base stations behind them. */
import type { NetworkPlan } from '../stage/index.js';

export const PLAN: NetworkPlan = {
  core: 'core-1',
  routers: [
    { name: 'core-1', site: 'Central' },
    { name: 'agg-north', site: 'Northfield' },
    { name: 'agg-south', site: 'Southbay' },
  ],
  lines: [
    {
      name: 'line-north',
      ends: [
        { router: 'core-1', interface: 'xe-0/0/1' },
        { router: 'agg-north', interface: 'xe-0/0/0' },
      ],
      km: 31.6,
    },
    {
      name: 'line-south',
      ends: [
        { router: 'core-1', interface: 'xe-0/0/2' },
        { router: 'agg-south', interface: 'xe-0/0/0' },
      ],
      km: 18.2,
    },
  ],
  baseStations: [
    { name: 'bs-northfield', site: 'Northfield', router: 'agg-north', cells: ['a', 'b', 'c'] },
    { name: 'bs-hillside', site: 'Hillside', router: 'agg-north', cells: ['a', 'b'] },
    { name: 'bs-lakeside', site: 'Lakeside', router: 'agg-north', cells: ['a', 'b', 'c'] },
    { name: 'bs-southbay', site: 'Southbay', router: 'agg-south', cells: ['a'] },
  ],
};

/** The site of a router or base station. */
export function siteOf(name: string): string {
  const found = [...PLAN.routers, ...PLAN.baseStations].find((each) => each.name === name);
  return found?.site ?? 'a place that is not in the inventory';
}
