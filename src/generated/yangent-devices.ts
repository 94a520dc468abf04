// Made from the YANG models by "npm run generate"; do not edit.

/** Type protocol of yangent-devices. */
export type YangentDevices_Protocol = 'netconf-ssh' | 'restconf';

/** Type device-state of yangent-devices. */
export type YangentDevices_DeviceState = 'disconnected' | 'connecting' | 'connected' | 'failed';

/**
 * The network elements which the node and its agents manage, and the sessions to them. A device is
 * reached with NETCONF over SSH or with RESTCONF. The secrets for it stand in the secret store of the
 * node; here stand their names only. A device must prove who it is by its host key; without one no
 * session is opened.
 */
export interface YangentDevices {
  /** The managed devices. */
  devices?: YangentDevices_Devices;
}

/** Top-level data of yangent-devices, as RFC 7951 names them in a document. */
export interface YangentDevicesData {
  'yangent-devices:devices'?: YangentDevices['devices'];
}

/** RPCs of the module. */
export interface YangentDevicesRpcs {}

/** Actions, by data path, of the module. */
export interface YangentDevicesActions {
  /** Open the session to the device, if there is none. */
  '/yangent-devices:devices/device/connect': {
    input: undefined;
    output: {
      /** State of the session. */
      state: YangentDevices_DeviceState;
      /** Identifier which the device gave to a NETCONF session. */
      'session-id'?: number;
      /** Capabilities that the device announced. */
      capabilities?: readonly string[];
    };
  };
  /** Find out whether the device can be reached and managed. */
  '/yangent-devices:devices/device/check': {
    input: undefined;
    output: {
      /** true: a session could be opened. */
      reachable: boolean;
      /**
       * How long a request took.
       * Unit: milliseconds.
       */
      latency?: number;
      /** The proof that the device offered, in the form of the leaf host-key. */
      'host-key'?: string;
      /** Why no session could be opened. */
      error?: string;
    };
  };
}

/** Notifications of the module. */
export interface YangentDevicesNotifications {}

/** Structures (RFC 8791) of the module. */
export interface YangentDevicesStructures {}

/** The managed devices. */
export type YangentDevices_Devices = {
  /** One device. */
  device?: readonly YangentDevices_Devices_Device[];
};

/** One device. */
export type YangentDevices_Devices_Device = {
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
  protocol?: YangentDevices_Protocol;
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
  /** Capabilities that the device announced in the last session. */
  capabilities?: readonly string[];
  /** State of the session. */
  state?: YangentDevices_DeviceState;
  /** When a session was last opened. */
  'last-connected'?: string;
  /** Why the last session failed or could not be opened. */
  'last-error'?: string;
};
