/** The configured devices, and the data for a login. */
import { RpcError } from '../data/index.js';
import type { YangentDevices_Devices_Device, YangentDevices_Protocol } from '../generated/index.js';

export type Protocol = YangentDevices_Protocol;

/** One device, as configured. */
export interface DeviceRecord {
  readonly name: string;
  readonly address: string;
  readonly port?: number;
  readonly protocol: Protocol;
  readonly user?: string;
  /** Name of the secret. */
  readonly credential?: string;
  readonly hostKey?: string;
}

export interface Inventory {
  /** Returns the present configuration of the device with this name. */
  get(name: string): DeviceRecord | undefined;
}

export type Login = Required<Pick<DeviceRecord, 'user' | 'credential' | 'hostKey'>>;

/** Names of the configuration leaves for a login. */
const LEAVES = {
  user: 'user',
  hostKey: 'host-key',
  credential: 'credential',
} as const satisfies Record<keyof Login, keyof YangentDevices_Devices_Device>;

/** Returns the login of a device. @throws RpcError operation-failed with the missing configuration leaf */
export function loginOf(record: DeviceRecord): Login {
  return { user: need(record, 'user'), hostKey: need(record, 'hostKey'), credential: need(record, 'credential') };
}

function need(record: DeviceRecord, member: keyof Login): string {
  const value = record[member];
  if (value !== undefined) return value;
  const { name } = record;
  const leaf = LEAVES[member];
  throw unusable(`device "${name}" has no ${leaf}; set /yangent-devices:devices/device[name='${name}']/${leaf}`);
}

/** Returns an error that a change of configuration can fix. */
export function unusable(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'operation-failed', origin: 'caller', message });
}
