import type { Duplex } from 'node:stream';
import type { Observable } from 'rxjs';
import { RpcError, textOf, type XmlElement } from '../../data/index.js';
import { type BaseVersion, hasCapability } from '../capabilities.js';
import type { Notification } from '../messages/index.js';
import { NETCONF_BASE, NETCONF_MONITORING, NETCONF_NMDA } from '../namespaces.js';
import { childOf } from '../xml.js';
import * as build from './operations.js';
import type { WaitOptions } from './pending.js';
import { ClientSession, type SessionOptions } from './session.js';

/**
 * A NETCONF client on an open session. Requests may be made without waiting for earlier ones. Every method rejects with an
 * RpcError: the server's (further ones in `.others`), or one of type transport when the connection fails.
 */
export class NetconfClient {
  readonly #session: ClientSession;

  /** For `netconfOverStream` and `connectNetconf`. @param session hellos exchanged */
  constructor(session: ClientSession) {
    this.#session = session;
  }

  /** The server's capabilities. */
  get capabilities(): readonly string[] {
    return this.#session.server.capabilities;
  }

  get sessionId(): number {
    return this.#session.server.sessionId ?? 0;
  }

  get base(): BaseVersion {
    return this.#session.base;
  }

  /** Resolves when the session is over, whoever ended it. */
  get closed(): Promise<void> {
    return this.#session.closed;
  }

  /** Whether the server announced a capability, whatever its parameters (see CAPABILITY). */
  supports(capability: string): boolean {
    return hasCapability(this.capabilities, capability);
  }

  /** Sends any operation. @returns the rpc-reply element */
  rpc(operation: build.Xml, wait?: WaitOptions): Promise<XmlElement> {
    return this.#session.request(build.toText(operation), wait);
  }

  /** @returns the data element */
  async get(o: build.GetOptions = {}, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGet(o), wait), NETCONF_BASE, 'data');
  }

  /** @returns the data element */
  async getConfig(source: build.Datastore, o: build.GetOptions = {}, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGetConfig(source, o), wait), NETCONF_BASE, 'data');
  }

  /** RFC 8526. @returns the data element */
  async getData(o: build.GetData, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGetData(o), wait), NETCONF_NMDA, 'data');
  }

  /** RFC 6022. @returns the text of the schema */
  async getSchema(o: build.GetSchema, wait?: WaitOptions): Promise<string> {
    return textOf(member(await this.rpc(build.buildGetSchema(o), wait), NETCONF_MONITORING, 'data'));
  }

  async editConfig(o: build.EditConfig, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEditConfig(o), wait);
  }

  /** RFC 8526. */
  async editData(o: Parameters<typeof build.buildEditData>[0], wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEditData(o), wait);
  }

  async copyConfig(target: build.Datastore, source: build.Datastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCopyConfig(target, source), wait);
  }

  async deleteConfig(target: build.Datastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildDeleteConfig(target), wait);
  }

  async lock(target: build.Datastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildLock(target), wait);
  }

  async unlock(target: build.Datastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildUnlock(target), wait);
  }

  async commit(o: build.CommitOptions = {}, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCommit(o), wait);
  }

  async cancelCommit(persistId?: string, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCancelCommit(persistId), wait);
  }

  async discardChanges(wait?: WaitOptions): Promise<void> {
    await this.rpc('<discard-changes/>', wait);
  }

  async validate(source: build.Datastore | { readonly config: build.Xml }, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildValidate(source), wait);
  }

  /** RFC 5277. The notifications come through `notifications` or `observable`. */
  async createSubscription(o: build.CreateSubscription = {}, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCreateSubscription(o), wait);
  }

  async killSession(sessionId: number, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildKillSession(sessionId), wait);
  }

  async closeSession(wait?: WaitOptions): Promise<void> {
    await this.rpc('<close-session/>', wait);
  }

  /**
   * Notifications in order; the first reader also gets those that came before it. Ends with the session. Throws when the
   * connection breaks, or when the reader falls behind by more than `notificationLimit`.
   */
  notifications(): AsyncIterable<Notification> {
    return this.#session.notifications.iterate();
  }

  /** The same as an Observable, without a buffer: a subscriber gets each as it comes. */
  get observable(): Observable<Notification> {
    return this.#session.notifications.observable;
  }

  /** Ends the session in good order where the server still answers, else at once. Never rejects. */
  async close(): Promise<void> {
    // Whether the server says ok does not matter any more.
    await this.closeSession({ timeout: CLOSE_TIMEOUT }).catch(() => undefined);
    await this.#session.hangUp();
  }
}

const CLOSE_TIMEOUT = 2_000;

/** Opens a NETCONF session over any byte stream. @throws RpcError of type transport when the hellos cannot be exchanged */
export async function netconfOverStream(stream: Duplex, options: SessionOptions = {}): Promise<NetconfClient> {
  const session = new ClientSession(stream, options);
  await session.open();
  return new NetconfClient(session);
}

function member(reply: XmlElement, namespace: string, name: string): XmlElement {
  const found = childOf(reply, namespace, name);
  if (found) return found;
  throw new RpcError({
    type: 'protocol',
    tag: 'missing-element',
    message: `the reply has no ${name} element in namespace ${namespace}`,
    info: { 'bad-element': name },
  });
}
