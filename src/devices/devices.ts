/** Sessions to managed devices: one for each device, opened when it is first needed, and again after it was lost. */
import type { Logger } from 'pino';
import { messageOf, RpcError } from '../data/index.js';
import type { YangentDevices_DeviceState } from '../generated/index.js';
import type { DeviceDriver, DevicePlace, DeviceSession, DeviceTarget } from './driver.js';
import { type DeviceRecord, type Inventory, loginOf, type Protocol, unusable } from './inventory.js';
import { OneWriter } from './one-writer.js';
import type { SecretStore } from './secrets.js';

export type DeviceState = YangentDevices_DeviceState;

/** The status of a device's session. */
export interface DeviceStatus {
  readonly state: DeviceState;
  readonly capabilities: readonly string[];
  readonly lastConnected?: string;
  readonly lastError?: string;
}

export interface DevicesOptions {
  readonly inventory: Inventory;
  readonly secrets: SecretStore;
  /** The drivers of the supported management protocols. */
  readonly drivers: ReadonlyMap<string, DeviceDriver>;
  readonly log: Logger;
}

/** Default ports, as for the leaf `port`. */
const DEFAULT_PORTS: Readonly<Record<Protocol, number>> = { 'netconf-ssh': 830, restconf: 443 };
const UNKNOWN: DeviceStatus = { state: 'disconnected', capabilities: [] };

/** The session of one device and its status; replaced when its configuration changes. */
interface Link {
  status: DeviceStatus;
  session: Promise<DeviceSession> | undefined;
  /** The session that `status` describes. */
  current?: DeviceSession;
  /** Aborts connecting when the device is removed. */
  readonly abort: AbortController;
}

export class Devices {
  readonly writers = new OneWriter();
  readonly #links = new Map<string, Link>();
  #closed = false;

  constructor(private readonly options: DevicesOptions) {}

  get log(): Logger {
    return this.options.log;
  }

  status(name: string): DeviceStatus {
    return this.#links.get(name)?.status ?? UNKNOWN;
  }

  /**
   * Returns the session to a device, shared by all users.
   * @throws RpcError with the missing configuration, or the reason why the device cannot be reached
   */
  session(name: string): Promise<DeviceSession> {
    const link: Link = this.#links.get(name) ?? { status: UNKNOWN, session: undefined, abort: new AbortController() };
    if (link.session) return link.session;
    // A name that is not configured must not add an entry.
    if (this.options.inventory.get(name)) this.#links.set(name, link);
    const opening = this.open(name, link);
    link.session = opening;
    const forget = () => {
      if (link.session === opening) link.session = undefined;
    };
    opening.then((session) => session.closed.then(forget, forget), forget);
    return opening;
  }

  private async open(name: string, link: Link): Promise<DeviceSession> {
    const { log } = this.options;
    note(link, { state: 'connecting' });
    try {
      if (this.#closed) throw failed('the node is stopping');
      const { driver, target } = await this.resolve(name);
      link.abort.signal.throwIfAborted();
      const session = await driver.connect(target, { signal: link.abort.signal, log: log.child({ device: name }) });
      const { capabilities } = session;
      link.current = session;
      note(link, { state: 'connected', capabilities, lastConnected: new Date().toISOString(), lastError: undefined });
      log.info({ device: name, session: session.sessionId }, 'device connected');
      void session.closed.then(() => {
        if (link.current === session) note(link, { state: 'disconnected' });
        log.info({ device: name, session: session.sessionId }, 'session to device ended');
      });
      return session;
    } catch (error) {
      const reason = messageOf(error);
      note(link, { state: 'failed', lastError: reason });
      log.warn({ device: name, reason }, 'device cannot be reached');
      throw error instanceof RpcError ? error : failed(`device "${name}" cannot be reached: ${reason}`);
    }
  }

  /** Returns a device with its driver. @throws RpcError when there is no such device, or no driver for it */
  private placeOf(name: string): { driver: DeviceDriver; record: DeviceRecord; place: DevicePlace } {
    const { inventory, drivers } = this.options;
    const record = inventory.get(name);
    if (!record) throw unusable(`there is no device "${name}" in /yangent-devices:devices`);
    const { protocol } = record;
    const driver = drivers.get(protocol);
    if (!driver) throw unusable(`this node has no driver for ${protocol}, the protocol of device "${name}"`);
    const { address, port = DEFAULT_PORTS[protocol] } = record;
    return { driver, record, place: { name, address, port } };
  }

  /** Returns driver and login of a device. @throws RpcError with the missing configuration leaf */
  private async resolve(name: string): Promise<{ driver: DeviceDriver; target: DeviceTarget }> {
    const { secrets } = this.options;
    const { driver, record, place } = this.placeOf(name);
    const { user, hostKey, credential } = loginOf(record);
    const secret = await secrets.get(credential);
    if (secret === undefined)
      throw unusable(`the secret "${credential}" of device "${name}" is not in the secret store`);
    return { driver, target: { ...place, user, secret, hostKey } };
  }

  /** Checks that the device can be reached: opens and closes another session. @throws RpcError or Error when it cannot */
  async reach(name: string, signal: AbortSignal): Promise<void> {
    const { driver, target } = await this.resolve(name);
    const session = await driver.connect(target, { signal, log: this.options.log.child({ device: name }) });
    await session.close();
  }

  /** Drops a session over which the device no longer answers. The next use opens a new one. */
  lose(name: string, reason: string): void {
    const link = this.#links.get(name);
    const session = link?.session;
    if (!link || !session) return;
    link.session = undefined;
    link.current = undefined;
    note(link, { state: 'failed', lastError: reason });
    session.then((each) => each.close()).catch(() => undefined);
  }

  /** Returns the host key that the device offers now; undefined when its driver cannot read it. @throws RpcError */
  async offeredHostKey(name: string, signal: AbortSignal): Promise<string | undefined> {
    const { driver, place } = this.placeOf(name);
    return driver.offeredHostKey?.(place, signal);
  }

  /** Ends the session of a device whose configuration has changed; the next use opens a new one. */
  async forget(name: string): Promise<void> {
    const link = this.#links.get(name);
    this.#links.delete(name);
    link?.abort.abort(failed(`the session to device "${name}" is not wanted any more`));
    await link?.session?.then((session) => session.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#links.keys()].map((name) => this.forget(name)));
  }
}

function note(link: Link, status: Partial<DeviceStatus>): void {
  link.status = { ...link.status, ...status };
}

function failed(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'operation-failed', message });
}
