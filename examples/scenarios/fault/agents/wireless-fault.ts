/** The fault agent of the mobile network: watches the base stations and tells the OSS of outages. */
import { debounceTime, map, merge, scan, tap } from 'rxjs';
import { closedLoop, defineAgent } from 'yangent';
import { type Desk, jsonArtifact, membersIn, type Stage, textsIn } from '../../stage/index.js';
import { RADIO_DATA, readStation, type StationReading, say, stationIn } from '../base-stations.js';
import { ABOUT, type Incident } from '../incident.js';

/** From this many base stations on it is a mass outage, which one base station's fault cannot explain. */
const MASS = 3;
/** Milliseconds without further news after which the picture is taken as whole. */
const SETTLED = 300;
/** Milliseconds: the longest time without a look at a base station that says nothing. */
const POLL = 15_000;

export function wirelessFault(desk: Desk, { paced }: Pick<Stage, 'paced'>, stations: readonly string[]) {
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-Wireless-0.1.0',
      alias: 'wireless network fault agent',
      description: 'Watches base stations and tells of outages',
      type: 'fault-management',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Wireless',
      'management-object': stations.join(', '),
      skills: {
        skill: [
          {
            'skill-name': 'check-base-stations',
            'skill-description': 'asks base stations whether they are in service',
            'skill-tags': ['base-station', 'service', 'check'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
    },
    skills: {
      /** Input `{ objects: [name, …] }`; without any, all base stations. */
      'check-base-stations': async (task, run) => {
        const asked = textsIn(membersIn(task.input), 'objects');
        const readings: StationReading[] = [];
        const names = asked.length > 0 ? asked : stations;
        await run.progress(10, `asking ${names.length} base stations over NETCONF`);
        for (const name of names) readings.push(await readStation(run.devices, name));
        const data = { stations: readings };
        const text = { name: 'summary', modality: 'text', value: readings.map(say).join('; ') } as const;
        return { artifacts: [text, jsonArtifact('stations', data)] };
      },
    },
    loops: [baseStationsInService(desk, paced(SETTLED), stations)],
  });
}

type Seen = { readonly stations: readonly StationReading[]; readonly summary: string };

function baseStationsInService(desk: Desk, settled: number, names: readonly string[]) {
  /** Base stations that the OSS has been told of. */
  let told: readonly string[] = [];
  return closedLoop({
    name: 'base-stations-in-service',
    goal: 'all base stations serve',
    policy: { mode: 'autonomous', 'rate-limit': 60, 'max-affected': names.length },

    observe: ({ devices }) =>
      merge(
        ...names.map((name) =>
          devices.watch(name, RADIO_DATA, { poll: POLL }).pipe(map((document) => stationIn(name, document))),
        ),
      ).pipe(
        scan((known, reading) => {
          const before = known.get(reading.name);
          if (before && before.inService !== reading.inService) hear(desk, reading);
          return new Map(known).set(reading.name, reading);
        }, new Map<string, StationReading>()),
        debounceTime(settled),
        tap((known) => {
          if (known.size === names.length) desk.seesAll();
        }),
        map((known): Seen => {
          const stations = [...known.values()];
          return { stations, summary: stations.map(say).join('; ') };
        }),
      ),

    analyse: ({ stations }) => {
      const out = stations.filter(({ inService }) => !inService);
      const outNames = out.map(({ name }) => name);
      if (outNames.some((name) => !told.includes(name))) {
        const since = out.map((each) => each.since).sort()[0] ?? '';
        const isCutOff = out.every(({ returnLink }) => returnLink === 'down');
        const summary =
          `${out.length >= MASS ? 'mass outage' : 'outage'}: ${out.length} of ${names.length} base stations are out of service` +
          (isCutOff ? ' and have lost their return link' : '');
        return { incident: incidentOf('raised', outNames, since), summary };
      }
      if (told.length === 0 || told.some((name) => outNames.includes(name))) return undefined;
      const summary = `${told.length} base stations are back in service`;
      return { incident: incidentOf('cleared', told, new Date().toISOString()), summary };
    },

    decide: ({ incident, summary }) => {
      desk.tell('finds', summary, ABOUT[incident.state]);
      return { incident, summary, affected: incident.objects.length };
    },

    execute: async ({ incident, summary }, { signal }) => {
      const oss = await desk.colleague('oss-fault');
      const order = { type: 'report-incident', objective: summary, input: { ...incident } };
      const text = `${summary} (${incident.objects.join(', ')})`;
      await oss.ask(order, { text, about: ABOUT[incident.state] }, signal);
      told = incident.state === 'raised' ? incident.objects : [];
      return { summary: `the OSS was told: ${summary}` };
    },

    verify: async (_done, { incident }) => ({
      ok: true,
      note: `the OSS took the incident of ${incident.objects.join(', ')}`,
    }),
  });
}

function incidentOf(state: Incident['state'], objects: readonly string[], since: string): Incident {
  return { kind: 'base-stations-out', state, objects, since };
}

/** Of a change that a base station told of over NETCONF. */
function hear(desk: Desk, reading: StationReading): void {
  const text = `service-state-changed: ${say(reading)}`;
  desk.relay({
    from: reading.name,
    act: 'notifies',
    to: desk.id,
    protocol: 'NETCONF',
    text,
    about: reading.inService ? 'back' : 'lost',
  });
}
