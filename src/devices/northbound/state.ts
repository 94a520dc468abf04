/** State of yangent-devices: the session to each device. */
import type { YangentDevices_Devices_Device_State, YangentDevicesProvider } from '../../generated/providers.js';
import type { ListState } from '../../server/index.js';
import type { DeviceStatus, Devices } from '../devices.js';

export function deviceState(
  devices: Devices,
): ListState<YangentDevicesProvider['state']['/yangent-devices:devices/device']> {
  return { get: async ({ name }) => stateOf(devices.status(name)) };
}

function stateOf({ state, capabilities, lastConnected, lastError }: DeviceStatus): YangentDevices_Devices_Device_State {
  return {
    state,
    capabilities: [...new Set(capabilities)],
    'last-connected': lastConnected,
    'last-error': lastError,
  };
}
