/** The configuration of yangent-devices: the devices, and the effects of a change. */
import type { Tree } from '../../data/index.js';
import type { YangentDevicesConfig } from '../../generated/providers.js';
import { type ConfigHooks, configuredEntry } from '../../server/index.js';
import type { Devices } from '../devices.js';
import type { DeviceRecord, Inventory } from '../inventory.js';

type Device = YangentDevicesConfig['/yangent-devices:devices/device'];

/** Returns the configured devices. @param running returns the present content of running */
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
