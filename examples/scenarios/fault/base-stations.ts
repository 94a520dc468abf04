/** Base stations as they show themselves, read over NETCONF. */
import type { DeviceAccess, DeviceDocument } from 'yangent';
import { membersIn, textIn } from '../stage/index.js';

export const RADIO_DATA = ['example-radio:base-station'];

export interface StationReading {
  readonly name: string;
  readonly site: string;
  readonly inService: boolean;
  readonly returnLink: 'up' | 'down';
  /** RFC 3339. */
  readonly since: string;
}

export function stationIn(name: string, document: DeviceDocument): StationReading {
  const station = membersIn(document['example-radio:base-station']);
  return {
    name,
    site: textIn(station, 'site') ?? '',
    inService: station['service-state'] === 'in-service',
    returnLink: station['return-link'] === 'up' ? 'up' : 'down',
    since: textIn(station, 'last-change') ?? new Date().toISOString(),
  };
}

/** @throws RpcError when the base station does not answer */
export async function readStation(devices: DeviceAccess, name: string): Promise<StationReading> {
  return stationIn(name, await devices.get(name, RADIO_DATA));
}

export function say({ name, inService, returnLink }: StationReading): string {
  return inService ? `${name} is in service` : `${name} is out of service, its return link is ${returnLink}`;
}
