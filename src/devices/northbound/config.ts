/** Configuration of yangent-devices: the devices, and what follows from a change of one. */
import type { Tree } from '../../data/index.js';
import type { YangentDevicesConfig } from '../../generated/providers.js';
import { type ConfigHooks, configuredEntry } from '../../server/index.js';
import type { Devices } from '../devices.js';
import type { DeviceRecord, Inventory } from '../inventory.js';

type Device = YangentDevicesConfig['/yangent-devices:devices/device'];

/** @param running gives the content of running at the moment of asking */
export function configuredDevices(running: () => Tree): Inventory {
  return {
    get: (name) => {
      const entry = configuredEntry(running(), '/yangent-devices:devices/device', name);
      return entry && recordOf(entry);
    },
  };
}

function recordOf(entry: Device['value']): DeviceRecord {
  const { name, address, port, protocol, user, credential, 'host-key': hostKey } = entry;
  return { name, address, port, protocol, user, credential, hostKey };
}

export function deviceHooks(devices: Devices): ConfigHooks<Device> {
  return { apply: async ({ keys }) => devices.forget(keys.name) };
}
