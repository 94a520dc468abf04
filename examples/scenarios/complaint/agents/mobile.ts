/** The agent of a mobile network: asks the base stations of a place what is wrong, and restores power that was taken from them. */
import { type AgentRun, defineAgent, TaskFailure } from 'yangent';
import { type BaseStationPlan, type Desk, jsonArtifact, type NetworkPlan } from '../../stage/index.js';
import { sayFinding } from '../finding.js';
import type { Domain } from '../places.js';
import { NORMAL_DBM, readStation, type StationReading, sayStation, stationFinding } from '../stations.js';
import { OBJECT_INPUT, PLACE_INPUT, skill, subTicketIn } from './sub-ticket.js';

export function mobile(desk: Desk, domain: Domain, plan: NetworkPlan) {
  const read = async (station: BaseStationPlan, ticket: string, run: AgentRun): Promise<StationReading> => {
    const reading = await readStation(run.devices, station);
    desk.relay({
      from: desk.id,
      act: 'reads',
      to: station.name,
      protocol: 'NETCONF',
      about: `${ticket} reading`,
      text: sayStation(reading),
    });
    return reading;
  };
  return defineAgent({
    id: desk.id,
    profile: {
      name: `IRTF-yangent-Wireless-${domain}-0.1.0`,
      alias: 'mobile network agent',
      description: 'Examines base stations and restores their cells',
      type: 'assurance',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Wireless',
      'management-object': plan.baseStations.map(({ name }) => name).join(', '),
      skills: {
        skill: [
          skill('examine-coverage', 'says whether the base stations of a place serve, and how strongly', ['coverage']),
          skill('restore-power', 'lets the cells of a base station send as strongly as they should', [
            'power',
            'repair',
          ]),
        ],
      },
    },
    skills: {
      'examine-coverage': {
        input: PLACE_INPUT,
        run: async (task, run) => {
          const { ticket, object: place } = subTicketIn(task.input);
          const stations = plan.baseStations.filter(({ site }) => site === place);
          if (stations.length === 0)
            throw new TaskFailure('invalid-input', `no base station of this network stands at ${place}`);
          const readings: StationReading[] = [];
          for (const station of stations) readings.push(await read(station, ticket, run));
          const finding = stationFinding(readings);
          return {
            artifacts: [
              { name: 'summary', modality: 'text', value: sayFinding(finding) },
              jsonArtifact('finding', finding),
            ],
          };
        },
      },
      'restore-power': {
        input: OBJECT_INPUT,
        freeText: 'refuse',
        run: async (task, run) => {
          const { ticket, object } = subTicketIn(task.input);
          const station = plan.baseStations.find(({ name }) => name === object);
          if (!station) throw new TaskFailure('invalid-input', `this network has no base station ${object}`);
          const cell = station.cells.map((name) => ({ name, 'transmit-power': NORMAL_DBM, 'energy-saving': false }));
          await run.devices.edit(station.name, { 'example-radio:base-station': { cell } });
          desk.relay({
            from: desk.id,
            act: 'requests',
            to: station.name,
            protocol: 'NETCONF',
            about: `${ticket} repair`,
            text: `edit-config: cells ${station.cells.join(', ')} send with ${NORMAL_DBM} dBm`,
          });
          return sayStation(await read(station, ticket, run));
        },
      },
    },
  });
}
