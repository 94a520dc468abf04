/** Base stations as they show themselves over NETCONF, and what that means for cars. */
import type { DeviceAccess } from 'yangent';
import { type BaseStationPlan, entriesIn, membersIn, textIn } from '../stage/index.js';
import type { Finding } from './finding.js';

/** Power with which cells send unless somebody had a reason to take some from them. */
export const NORMAL_DBM = 40;
/** Below this, cars at the edge of a cell lose it. */
const WEAK_DBM = 30;

export interface StationReading {
  readonly name: string;
  readonly enabled: boolean;
  readonly serves: boolean;
  readonly reachesCore: boolean;
  /** Cells that send too weakly, with their power in dBm. */
  readonly weak: readonly { readonly cell: string; readonly dbm: number }[];
}

/** @throws RpcError when the base station does not answer */
export async function readStation(devices: DeviceAccess, { name, cells }: BaseStationPlan): Promise<StationReading> {
  const document = await devices.get(name, ['example-radio:base-station']);
  const station = membersIn(document['example-radio:base-station']);
  const entries = entriesIn(station, 'cell');
  const weak = cells.flatMap((cell) => {
    const entry = entries.find((each) => each.name === cell);
    const dbm = Number(entry?.['transmit-power'] ?? NORMAL_DBM);
    return dbm < WEAK_DBM ? [{ cell, dbm }] : [];
  });
  return {
    name,
    enabled: station.enabled !== false,
    serves: textIn(station, 'service-state') === 'in-service',
    reachesCore: textIn(station, 'return-link') === 'up',
    weak,
  };
}

export function sayStation({ name, enabled, serves, reachesCore, weak }: StationReading): string {
  const states = [
    serves ? 'in service' : 'out of service',
    `return link ${reachesCore ? 'up' : 'down'}`,
    ...(enabled ? [] : ['locked']),
    ...(weak.length === 0 ? [] : [sayWeak(weak)]),
  ];
  return `${name}: ${states.join(', ')}`;
}

function sayWeak(weak: StationReading['weak']): string {
  const cells = weak.map(({ cell }) => cell).join(', ');
  const powers = [...new Set(weak.map(({ dbm }) => dbm))].join(' and ');
  return `${weak.length === 1 ? 'cell' : 'cells'} ${cells} at ${powers} dBm`;
}

/** The worst of what the base stations of one place show. */
export function stationFinding(readings: readonly StationReading[]): Finding {
  const shown = readings.map(sayStation).join('; ');
  for (const look of LOOKS) {
    for (const reading of readings) {
      const found = look(reading);
      if (found) return { ok: false, follows: false, shown, ...found };
    }
  }
  return { ok: true, follows: false, shown };
}

type Fault = Partial<Pick<Finding, 'follows' | 'cause' | 'remedy'>>;

/** What may be wrong with a base station, the worst first. */
const LOOKS: readonly ((reading: StationReading) => Fault | undefined)[] = [
  ({ enabled, name }) => (enabled ? undefined : { cause: `an operator has locked ${name}` }),
  ({ reachesCore }) => (reachesCore ? undefined : { follows: true, cause: 'the core does not answer' }),
  ({ serves, name }) =>
    serves ? undefined : { cause: `${name} has a fault of its own, which must be looked at there` },
  ({ name, weak }) =>
    weak.length === 0
      ? undefined
      : {
          cause: `${name} sends too weakly, ${sayWeak(weak)}`,
          remedy: { skill: 'restore-power', object: name, words: `let ${name} send with ${NORMAL_DBM} dBm again` },
        },
];
