/** Base stations as the agents read and edit them, over NETCONF. */
import type { DeviceAccess } from 'yangent';
import type { Place } from './network/propagation.js';

const BASE_STATION = 'example-radio:base-station';

/** One base station, from its configuration and state. */
export interface Station {
  readonly name: string;
  readonly inService: boolean;
  /** As the base station sees it. */
  readonly returnLink: string;
  readonly enabled: boolean;
  readonly place: Place;
  /** Metres. */
  readonly radius: number;
  /** Subscribers that it was planned for, and that it serves now. */
  readonly planned: number;
  readonly served: number;
  readonly cell: Cell;
}

export interface Cell {
  readonly name: string;
  /** dBm: configured, allowed by energy saving, and radiated; the last undefined while it is silent. */
  readonly power: number;
  readonly limit: number;
  readonly radiated?: number;
  readonly savesEnergy: boolean;
  /** Percent. */
  readonly target: number;
  /** Watts. */
  readonly consumption: number;
}

/** The part of a cell's configuration that agents edit. */
export type CellEdit = Partial<Pick<Cell, 'power' | 'savesEnergy' | 'target'>>;

export async function readStation(devices: DeviceAccess, name: string): Promise<Station> {
  return stationIn(name, await devices.get(name, [BASE_STATION]));
}

export async function readStations(devices: DeviceAccess, names: readonly string[]): Promise<readonly Station[]> {
  return Promise.all(names.map((name) => readStation(devices, name)));
}

/** Nodes to watch for `stationIn`. */
export const STATION_NODES = [BASE_STATION];

/** @throws Error naming what the device does not say */
export function stationIn(name: string, document: Readonly<Record<string, unknown>>): Station {
  const station = membersOf(document[BASE_STATION]);
  const planned = membersOf(station['example-coverage:planned']);
  const [first] = Array.isArray(station.cell) ? station.cell : [];
  const cell = membersOf(first);
  const number = (members: Members, leaf: string): number => {
    const value = members[leaf];
    if (typeof value === 'number') return value;
    throw new Error(`base station ${name} does not say its ${leaf}`);
  };
  const { 'example-coverage:radiated-power': radiated } = cell;
  return {
    name,
    inService: station['service-state'] === 'in-service',
    returnLink: String(station['return-link']),
    enabled: station.enabled !== false,
    place: { x: number(planned, 'east'), y: number(planned, 'north') },
    radius: number(planned, 'radius'),
    planned: number(planned, 'subscribers'),
    served: number(station, 'example-coverage:subscribers'),
    cell: {
      name: String(cell.name),
      power: number(cell, 'transmit-power'),
      limit: number(cell, 'example-coverage:power-limit'),
      ...(typeof radiated === 'number' && { radiated }),
      savesEnergy: cell['energy-saving'] === true,
      target: typeof cell['example-coverage:saving-target'] === 'number' ? cell['example-coverage:saving-target'] : 0,
      consumption: number(cell, 'example-coverage:consumption'),
    },
  };
}

/** Edits the cell of a base station. */
export async function editCell(devices: DeviceAccess, { name, cell }: Station, edit: CellEdit): Promise<void> {
  const { power, savesEnergy, target } = edit;
  const changed = {
    name: cell.name,
    ...(power !== undefined && { 'transmit-power': power }),
    ...(savesEnergy !== undefined && { 'energy-saving': savesEnergy }),
    ...(target !== undefined && { 'example-coverage:saving-target': target }),
  };
  await devices.edit(name, { [BASE_STATION]: { cell: [changed] } });
}

/** Switches a base station off and on again, which restarts its controller. */
export async function restartStation(devices: DeviceAccess, name: string): Promise<void> {
  await devices.edit(name, { [BASE_STATION]: { enabled: false } });
  await devices.edit(name, { [BASE_STATION]: { enabled: true } });
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
