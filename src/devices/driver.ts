/** The port behind which a management protocol stands; `adapters/netconf-device` implements it over NETCONF. */
import type { Logger } from 'pino';

/** Top-level members of a device's data, named as RFC 7951 names them (`ietf-interfaces:interfaces`). */
export type DeviceDocument = Readonly<Record<string, unknown>>;

/** Where a device is. */
export interface DevicePlace {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** What a driver needs in order to reach a device. */
export interface DeviceTarget extends DevicePlace {
  readonly user: string;
  /** Content of the secret: a private key in PEM form, or a password. */
  readonly secret: string;
  /** Known-hosts form or `SHA256:` fingerprint; a peer that shows another key is not this device. */
  readonly hostKey: string;
}

/** Something a device said by itself: the notification's qualified name and content. */
export interface DeviceEvent {
  readonly time: string;
  readonly name: string;
  /** RFC 7951 members; undefined when the driver has no model of the notification. */
  readonly value: unknown;
}

/** An edit that is in force on the device and reverts itself unless it is confirmed. */
export interface Trial {
  /** Makes it last. @throws RpcError when the device has reverted it, or cannot be asked */
  confirm(): Promise<void>;
  /** Takes it back now. @throws RpcError when the device cannot be asked; it then reverts the edit by itself */
  cancel(): Promise<void>;
}

export interface DeviceSession {
  /** The session-id that the device gave, where the protocol has one. */
  readonly sessionId?: number;
  readonly capabilities: readonly string[];
  /**
   * Configuration and state of the named top-level nodes; what the device does not have is not in the answer. With no
   * names, a request that answers nothing. @throws RpcError as the device answered, or on loss of the session
   */
  get(names: readonly string[], signal?: AbortSignal): Promise<DeviceDocument>;
  /** Merges into the device's running configuration. @throws RpcError */
  edit(document: DeviceDocument, signal?: AbortSignal): Promise<void>;
  /**
   * Merges on trial: the device takes the edit back `timeout` seconds later, or when this session ends, unless it is
   * confirmed. Undefined when the device cannot do that. @throws RpcError
   */
  readonly editOnTrial?: (document: DeviceDocument, timeout: number, signal?: AbortSignal) => Promise<Trial>;
  /** The device's notifications; undefined when it offers none. */
  events(signal: AbortSignal): AsyncIterable<DeviceEvent> | undefined;
  /** Resolves when the session has ended, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectContext {
  /** Gives up the connecting. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface DeviceDriver {
  /** @throws RpcError or Error saying why there is no session */
  connect(target: DeviceTarget, context: ConnectContext): Promise<DeviceSession>;
  /**
   * The proof of identity that whoever answers there offers, in the form of the leaf host-key, without logging in.
   * @throws RpcError when no device answers
   */
  offeredHostKey?(place: DevicePlace, signal: AbortSignal): Promise<string>;
}
