export { type DeviceAccess, type DeviceEditor, deviceAccess } from './access.js';
export { type DeviceState, type DeviceStatus, Devices, type DevicesOptions } from './devices.js';
export type {
  ConnectContext,
  DeviceDocument,
  DeviceDriver,
  DeviceEvent,
  DevicePlace,
  DeviceSession,
  DeviceTarget,
  Trial,
} from './driver.js';
export type { EditGuard, EditOptions } from './edit.js';
export type { DeviceRecord, Inventory } from './inventory.js';
export { configuredDevices } from './northbound/config.js';
export { devicesProvider } from './northbound/provider.js';
export { orAborted } from './or-aborted.js';
export { openSecrets, type SecretEntry, type SecretKeeper, type SecretOptions, type SecretStore } from './secrets.js';
export { type WatchOptions, watchDevice } from './watch.js';
