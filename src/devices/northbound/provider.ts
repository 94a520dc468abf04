import type { YangentDevicesProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Devices } from '../devices.js';
import { check, connect } from './action.js';
import { deviceHooks } from './config.js';
import { deviceState } from './state.js';

/** Implements `yangent-devices`. */
export function devicesProvider(devices: Devices): AnyProvider {
  return provide<YangentDevicesProvider>({
    module: 'yangent-devices',
    state: { '/yangent-devices:devices/device': deviceState(devices) },
    config: { '/yangent-devices:devices/device': deviceHooks(devices) },
    actions: {
      '/yangent-devices:devices/device/connect': connect(devices),
      '/yangent-devices:devices/device/check': check(devices),
    },
  });
}
