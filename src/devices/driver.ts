/** The port for drivers of management protocols; `adapters/netconf-device` implements it for NETCONF. */
import type { Logger } from 'pino';

/** Top-level members of a device's data, with RFC 7951 names (`ietf-interfaces:interfaces`). */
export type DeviceDocument = Readonly<Record<string, unknown>>;

/** The address of a device. */
export interface DevicePlace {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** The address and login of a device, for drivers. */
export interface DeviceTarget extends DevicePlace {
  readonly user: string;
  /** Content of the secret: a private key in PEM form, or a password. */
  readonly secret: string;
  /** Known-hosts form or `SHA256:` fingerprint. A peer with another key is not this device. */
  readonly hostKey: string;
}

/** A notification of a device: its qualified name and content. */
export interface DeviceEvent {
  readonly time: string;
  readonly name: string;
  /** RFC 7951 members; undefined when the driver has no model of the notification. */
  readonly value: unknown;
}

/** An edit that is in force on the device, and is reverted unless it is confirmed. */
export interface Trial {
  /** Confirms the edit. @throws RpcError when the device has reverted it, or cannot be reached */
  confirm(): Promise<void>;
  /** Reverts the edit now. @throws RpcError when the device cannot be reached; it then reverts the edit by itself */
  cancel(): Promise<void>;
}

export interface DeviceSession {
  /** The session-id from the device, if the protocol has one. */
  readonly sessionId?: number;
  readonly capabilities: readonly string[];
  /**
   * Reads configuration and state of the named top-level nodes. Nodes that the device does not have are not in the answer.
   * Without names, sends a request with an empty answer. @throws RpcError as the device answered, or on loss of the session
   */
  get(names: readonly string[], signal?: AbortSignal): Promise<DeviceDocument>;
  /** Merges into the device's running configuration. @throws RpcError */
  edit(document: DeviceDocument, signal?: AbortSignal): Promise<void>;
  /**
   * Merges on trial: the device reverts the edit after `timeout` seconds, or when this session ends, unless it is
   * confirmed. Undefined when the device does not support this. @throws RpcError
   */
  readonly editOnTrial?: (document: DeviceDocument, timeout: number, signal?: AbortSignal) => Promise<Trial>;
  /** Returns the notifications of the device; undefined when it has none. */
  events(signal: AbortSignal): AsyncIterable<DeviceEvent> | undefined;
  /** Resolves when the session has ended, from either side. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectContext {
  /** Aborts connecting. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface DeviceDriver {
  /** Opens a session. @throws RpcError or Error with the reason why there is none */
  connect(target: DeviceTarget, context: ConnectContext): Promise<DeviceSession>;
  /**
   * Reads the host key that the peer at the address offers, in the form of the leaf host-key, without login.
   * @throws RpcError when no device answers
   */
  offeredHostKey?(place: DevicePlace, signal: AbortSignal): Promise<string>;
}
