/** Sessions to managed devices: one a device, opened when it is first needed, opened anew when it was lost. */
import type { Logger } from 'pino';
import { messageOf, RpcError } from '../data/index.js';
import type { YangentDevices_DeviceState } from '../generated/index.js';
import type { DeviceDriver, DevicePlace, DeviceSession, DeviceTarget } from './driver.js';
import { type DeviceRecord, type Inventory, loginOf, type Protocol, unusable } from './inventory.js';
import { OneWriter } from './one-writer.js';
import type { SecretStore } from './secrets.js';

export type DeviceState = YangentDevices_DeviceState;

/** What is known of a device's session. */
export interface DeviceStatus {
  readonly state: DeviceState;
  readonly capabilities: readonly string[];
  readonly lastConnected?: string;
  readonly lastError?: string;
}

export interface DevicesOptions {
  readonly inventory: Inventory;
  readonly secrets: SecretStore;
  /** The driver of each management protocol that this node can speak. */
  readonly drivers: ReadonlyMap<string, DeviceDriver>;
  readonly log: Logger;
}

/** As the leaf port says. */
const DEFAULT_PORTS: Readonly<Record<Protocol, number>> = { 'netconf-ssh': 830, restconf: 443 };
const UNKNOWN: DeviceStatus = { state: 'disconnected', capabilities: [] };

/** One device's session, and what is known of it; made anew when its configuration changes. */
interface Link {
  status: DeviceStatus;
  session: Promise<DeviceSession> | undefined;
  /** The one that `status` speaks of. */
  current?: DeviceSession;
  /** Gives up connecting, when the device is forgotten. */
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
   * The session to a device, shared by all who use it.
   * @throws RpcError saying what is missing in the configuration, or why the device cannot be reached
   */
  session(name: string): Promise<DeviceSession> {
    const link: Link = this.#links.get(name) ?? { status: UNKNOWN, session: undefined, abort: new AbortController() };
    if (link.session) return link.session;
    // A name that is not configured must not leave an entry behind.
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

  /** @throws RpcError when there is no such device, or no driver for it */
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

  /** @throws RpcError naming the configuration leaf that is missing */
  private async resolve(name: string): Promise<{ driver: DeviceDriver; target: DeviceTarget }> {
    const { secrets } = this.options;
    const { driver, record, place } = this.placeOf(name);
    const { user, hostKey, credential } = loginOf(record);
    const secret = await secrets.get(credential);
    if (secret === undefined)
      throw unusable(`the secret "${credential}" of device "${name}" is not in the secret store`);
    return { driver, target: { ...place, user, secret, hostKey } };
  }

  /** Opens a further session and closes it: whether the device can be reached now. @throws RpcError or Error when it cannot */
  async reach(name: string, signal: AbortSignal): Promise<void> {
    const { driver, target } = await this.resolve(name);
    const session = await driver.connect(target, { signal, log: this.options.log.child({ device: name }) });
    await session.close();
  }

  /** Gives up a session over which the device does not answer any more; the next use opens a new one. */
  lose(name: string, reason: string): void {
    const link = this.#links.get(name);
    const session = link?.session;
    if (!link || !session) return;
    link.session = undefined;
    link.current = undefined;
    note(link, { state: 'failed', lastError: reason });
    session.then((each) => each.close()).catch(() => undefined);
  }

  /** The proof of identity that the device offers now; undefined when its driver cannot tell. @throws RpcError */
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
