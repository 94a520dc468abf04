/** Interfaces of a device as ietf-interfaces shows them, before and after NMDA (RFC 7223, RFC 8343). */
import type { DeviceAccess, DeviceDocument } from 'yangent';
import type { Link } from './intent.js';

/** The second is where devices without NMDA show state. */
export const INTERFACES = ['ietf-interfaces:interfaces', 'ietf-interfaces:interfaces-state'];

export type Condition = 'up' | 'absent' | 'administratively-down' | 'operationally-down';

/** What a device's data say of one of its interfaces. Without any state, an enabled interface counts as up. */
export function conditionOf(document: DeviceDocument, name: string): Condition {
  const configured = entry(document['ietf-interfaces:interfaces'], name);
  const state = entry(document['ietf-interfaces:interfaces-state'], name) ?? configured;
  if (!configured && !state) return 'absent';
  if (configured?.enabled === false || state?.['admin-status'] === 'down') return 'administratively-down';
  const oper = state?.['oper-status'];
  return oper === undefined || oper === 'up' ? 'up' : 'operationally-down';
}

export async function readCondition(devices: DeviceAccess, { device, interface: name }: Link): Promise<Condition> {
  return conditionOf(await devices.get(device, INTERFACES), name);
}

export async function enable(devices: DeviceAccess, { device, interface: name }: Link): Promise<void> {
  await devices.edit(device, { 'ietf-interfaces:interfaces': { interface: [{ name, enabled: true }] } });
}

function entry(container: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const list = isObject(container) ? container.interface : undefined;
  return Array.isArray(list) ? list.filter(isObject).find((each) => each.name === name) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
