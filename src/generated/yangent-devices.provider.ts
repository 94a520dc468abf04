// Made from the YANG models by "npm run generate"; do not edit.
import type { YangentDevicesActions, YangentDevicesNotifications, YangentDevices_DeviceState, YangentDevices_Protocol } from './yangent-devices.js';

/** What a provider of yangent-devices is asked for and gives. */
export interface YangentDevicesProvider {
  module: 'yangent-devices';
  rpcs: {};
  /** By data path. */
  actions: {
    /** Open the session to the device, if there is none. */
    '/yangent-devices:devices/device/connect': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentDevicesActions['/yangent-devices:devices/device/connect']['output'];
    };
    /** Find out whether the device can be reached and managed. */
    '/yangent-devices:devices/device/check': {
      keys: readonly [string] & {
        readonly name: string;
      };
      input: Readonly<Record<string, never>>;
      output: YangentDevicesActions['/yangent-devices:devices/device/check']['output'];
    };
  };
  /** By data path; of a list of configuration, the state of its entries. */
  state: {
    '/yangent-devices:devices/device': {
      keys: readonly [string] & {
        readonly name: string;
      };
      entry: YangentDevices_Devices_Device_State;
    };
  };
  config: YangentDevicesConfig;
  notifications: YangentDevicesNotifications;
}

/** Configuration of the module, by data path, with the defaults in use. */
export interface YangentDevicesConfig {
  '/yangent-devices:devices': {
    keys: readonly [];
    value: YangentDevices_Devices_InUse;
  };
  '/yangent-devices:devices/device': {
    keys: readonly [string] & {
      readonly name: string;
    };
    value: YangentDevices_Devices_Device_InUse;
  };
}

/** One device. */
export type YangentDevices_Devices_Device_InUse = {
  /** Name of the device. */
  name: string;
  /** What the device is. */
  description?: string;
  /** Management domain of the device. Informs. */
  domain?: string;
  /** Where the device is reached. */
  address: string;
  /** Port of the device. Absent: 830 for NETCONF, 443 for RESTCONF. */
  port?: number;
  /**
   * Protocol of the device.
   * @default "netconf-ssh"
   */
  protocol: YangentDevices_Protocol;
  /** User name on the device. */
  user?: string;
  /**
   * Name of the secret, in the secret store of the node, with which the node logs in. Never the secret
   * itself.
   */
  credential?: string;
  /**
   * By what the device proves who it is: for SSH its public key as in a known_hosts file, or SHA256: and
   * the fingerprint in base64; for RESTCONF sha-256: and the fingerprint of its certificate in
   * hexadecimal.
   */
  'host-key'?: string;
};

/** The managed devices. */
export type YangentDevices_Devices_InUse = {
  /** One device. */
  device?: readonly YangentDevices_Devices_Device_InUse[];
};

/** One device. */
export type YangentDevices_Devices_Device_State = {
  /** Capabilities that the device announced in the last session. */
  capabilities?: readonly string[];
  /** State of the session. */
  state?: YangentDevices_DeviceState;
  /** When a session was last opened. */
  'last-connected'?: string;
  /** Why the last session failed or could not be opened. */
  'last-error'?: string;
};
