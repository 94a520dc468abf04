/** The users of the network, who complain when they have no service, and sometimes about something else. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BaseStationPlan, Desk, SimulatedNetwork } from '../stage/index.js';

/** What is heard of each site when nobody is served there any more. */
const WORDS: Readonly<Record<string, string>> = {
  Northfield: 'No signal at all in Northfield, neither calls nor data.',
  Lakeside: 'My phone has been dead in Lakeside for a while, what is going on?',
};

/** Has nothing to do with the line. */
const GRUMBLE = 'The network in Southbay is slow every evening.';

export interface SubscribersOptions {
  readonly network: SimulatedNetwork;
  /** The app of customer care, which passes complaints on. */
  readonly desk: Desk;
  /** Milliseconds until one without service complains. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** Resolves when all who had reason to complain have done so. */
export async function complain({ network, desk, patience, signal }: SubscribersOptions): Promise<void> {
  const oss = await desk.colleague('oss-fault');
  await pause(patience, undefined, { signal });
  const unserved = network.plan.baseStations.filter((station) => !isServed(network, station));
  const heard = unserved.flatMap(({ site }) => WORDS[site] ?? []);
  for (const words of [...heard, GRUMBLE])
    await oss.ask({ type: 'report-complaint', objective: words }, `"${words}"`, signal);
}

function isServed(network: SimulatedNetwork, { name, router }: BaseStationPlan): boolean {
  return network.fault(name) === undefined && network.reachesCore(router);
}
