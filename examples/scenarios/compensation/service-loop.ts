/** The fault agent's closed loop: base stations that are switched on must serve. */
import { map, merge, scan } from 'rxjs';
import { closedLoop, type Decision, type ExecutionContext, type LoopDefinition } from 'yangent';
import { type Desk, once } from '../stage/index.js';
import { readStation, STATION_NODES, type Station, stationIn } from './stations.js';
import { listed } from './words.js';

/** Milliseconds: base stations notify; this is for a notification that is lost. */
const POLL = 30_000;
/** Seconds that a restoration may take. */
const LONGEST_RESTORATION = 3_600;

interface Restoration extends Decision {
  readonly station: string;
}

export function serviceLoop(desk: Desk, stations: readonly string[]): LoopDefinition {
  const ready = once(() => desk.tell('sees', `all of ${listed(stations)} answer`, 'ready'));
  return closedLoop({
    name: 'service',
    goal: `in service, always: ${stations.join(', ')}`,
    policy: { mode: 'autonomous', 'rate-limit': 10, 'max-affected': 1 },

    // What is known of all of them: the loop takes up the latest only, and none must be missed.
    observe: ({ devices }) => {
      const each = stations.map((name) =>
        devices.watch(name, STATION_NODES, { poll: POLL }).pipe(map((document) => stationIn(name, document))),
      );
      return merge(...each).pipe(
        scan((known, station) => new Map(known).set(station.name, station), new Map<string, Station>()),
        map((known) => {
          const seen = [...known.values()];
          if (seen.length === stations.length) ready();
          return { seen, summary: seen.map(inWords).join('; ') };
        }),
      );
    },

    // What an operator switched off is to be silent.
    analyse: ({ seen }) => {
      const silent = seen.find(({ enabled, inService }) => enabled && !inService);
      return silent && { station: silent.name, summary: `${silent.name} is switched on and does not serve` };
    },

    decide: ({ station }): Restoration => {
      desk.tell('sees', `${station} is off the air`, 'fault');
      return { station, summary: `restore the service of ${station}`, affected: 1, resources: [station] };
    },

    execute: assignRestoration,

    // The same assignment again finds the task that the one before the restart made.
    recover: assignRestoration,

    verify: async (_done, { station }, { devices }) => {
      const { inService, served } = await readStation(devices, station);
      const note = `${station} is ${inService ? 'in' : 'out of'} service and has ${served} subscribers`;
      desk.tell('finds', note, 'over');
      return { ok: inService, note };
    },
  });
}

/** Gives the restoration to the agent itself, so that it shows, and goes on after a restart, as a task of its own. */
async function assignRestoration(
  { station }: Restoration,
  { agent, invoke, cycle }: ExecutionContext,
): Promise<{ readonly summary: string }> {
  const { id, state, error } = await invoke('yangent-tasks:assign', {
    from: agent,
    to: agent,
    'task-id': cycle,
    type: 'restore-service',
    objective: `restore the service of ${station}`,
    input: { station },
    initiator: 'loop service',
    async: false,
    wait: LONGEST_RESTORATION,
  });
  return { summary: `task ${id} is ${state}${error ? `: ${error.message}` : ''}` };
}

function inWords({ name, inService }: Station): string {
  return `${name} is ${inService ? 'in' : 'out of'} service`;
}
