/** The network of the scenario: two management domains of one operator, each with its own routers and base stations. */
import type { NetworkPlan } from '../stage/index.js';

/** What each domain knows of the network: its own part. */
export const DOMAIN_A: NetworkPlan = {
  core: 'core-1',
  routers: [
    { name: 'core-1', site: 'Westport Central' },
    { name: 'agg-harbour', site: 'Harbour District' },
  ],
  lines: [
    {
      name: 'line-harbour',
      ends: [
        { router: 'core-1', interface: 'xe-0/0/1' },
        { router: 'agg-harbour', interface: 'xe-0/0/0' },
      ],
      km: 8.4,
    },
  ],
  baseStations: [
    { name: 'bs-harbour', site: 'Harbour District', router: 'agg-harbour', cells: ['a', 'b'] },
    { name: 'bs-airport', site: 'Airport Ring', router: 'core-1', cells: ['a'] },
  ],
};

export const DOMAIN_B: NetworkPlan = {
  core: 'gate-east',
  routers: [
    { name: 'gate-east', site: 'Eastmark Central' },
    { name: 'agg-east', site: 'Eastbridge' },
  ],
  lines: [
    {
      name: 'line-east',
      ends: [
        { router: 'gate-east', interface: 'xe-0/0/1' },
        { router: 'agg-east', interface: 'xe-0/0/0' },
      ],
      km: 22.7,
    },
  ],
  baseStations: [{ name: 'bs-eastbridge', site: 'Eastbridge', router: 'agg-east', cells: ['a', 'b', 'c'] }],
};

/** The whole network, as it is built. */
export const NETWORK: NetworkPlan = {
  core: DOMAIN_A.core,
  routers: [...DOMAIN_A.routers, ...DOMAIN_B.routers],
  lines: [
    ...DOMAIN_A.lines,
    {
      name: 'line-border',
      ends: [
        { router: 'core-1', interface: 'xe-0/0/9' },
        { router: 'gate-east', interface: 'xe-0/0/0' },
      ],
      km: 60.1,
    },
    ...DOMAIN_B.lines,
  ],
  baseStations: [...DOMAIN_A.baseStations, ...DOMAIN_B.baseStations],
};
