/** Lines as the routers at their ends show them, read over NETCONF. */
import type { DeviceAccess, DeviceDocument } from 'yangent';
import { entriesIn, type LineEnd, type LinePlan, membersIn, textIn } from '../stage/index.js';
import type { EndReading } from './diagnosis.js';

/** The data of a router that are about lines. */
export const LINE_DATA = ['ietf-interfaces:interfaces', 'example-line:terminations'];

/** One end of a line in a router's data. */
export function endIn(document: DeviceDocument, end: LineEnd): EndReading {
  const entry = entriesIn(membersIn(document['ietf-interfaces:interfaces']), 'interface').find(
    ({ name }) => name === end.interface,
  );
  const optics = entriesIn(membersIn(document['example-line:terminations']), 'termination').find(
    (each) => each.interface === end.interface,
  );
  return {
    ...end,
    enabled: entry?.enabled !== false,
    up: entry?.['oper-status'] === 'up',
    since: textIn(entry ?? {}, 'last-change') ?? new Date().toISOString(),
    ...measured('sends', optics?.['tx-power']),
    ...measured('receives', optics?.['rx-power']),
    ...measured('reflection', optics?.['reflection-distance']),
  };
}

/** decimal64 is a text in RFC 7951. */
function measured(name: 'sends' | 'receives' | 'reflection', value: unknown): Partial<EndReading> {
  return value === undefined ? {} : { [name]: Number(value) };
}

/** Both ends of a line, as their routers answer now. @throws RpcError when one of them does not */
export async function readEnds(devices: DeviceAccess, { ends: [a, b] }: LinePlan): Promise<[EndReading, EndReading]> {
  const read = async (end: LineEnd) => endIn(await devices.get(end.router, LINE_DATA), end);
  return [await read(a), await read(b)];
}

/** Switches the interfaces of a line on that are switched off. */
export async function switchOn(devices: DeviceAccess, ends: readonly EndReading[]): Promise<void> {
  for (const { router, interface: name, enabled } of ends) {
    if (enabled) continue;
    await devices.edit(router, { 'ietf-interfaces:interfaces': { interface: [{ name, enabled: true }] } });
  }
}
