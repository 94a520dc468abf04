import type { Duplex } from 'node:stream';
import type { Observable } from 'rxjs';
import { elementsOf, RpcError, serializeXml, textOf, type XmlElement } from '../../data/index.js';
import type { Notification } from '../../wire/index.js';
import {
  type AnnouncedModule,
  announcedModules,
  type BaseVersion,
  type Capability,
  capabilityParameters,
  capabilityUrn,
  childOf,
  hasCapability,
  trimmedText,
} from '../../wire/index.js';
import { NETCONF_BASE, NETCONF_MONITORING, NETCONF_NMDA, SUBSCRIBED_NOTIFICATIONS } from '../../wire/namespaces.js';
import type * as options from './operation-options.js';
import * as build from './operations.js';
import { toText } from './parameters.js';
import type { WaitOptions } from './pending.js';
import { ClientSession, type SessionOptions } from './session.js';
import type { EstablishedSubscription, EstablishSubscription, ModifySubscription } from './subscription-options.js';

/**
 * A NETCONF client on an open session. Requests need not wait for earlier ones. Each method rejects with an RpcError: that of
 * the server (further ones in `.others`), or one of type transport when the connection fails.
 */
export class NetconfClient {
  readonly #session: ClientSession;

  /** For `netconfOverStream` and `connectNetconf`. @param session session after the exchange of hellos */
  constructor(session: ClientSession) {
    this.#session = session;
  }

  /** Returns the server's capabilities. */
  get capabilities(): readonly string[] {
    return this.#session.server.capabilities;
  }

  get sessionId(): number {
    return this.#session.server.sessionId ?? 0;
  }

  get base(): BaseVersion {
    return this.#session.base;
  }

  /** Resolves when the session is over, whichever side ended it. */
  get closed(): Promise<void> {
    return this.#session.closed;
  }

  /** Returns the modules in the server's hello; modules of RFC 7950 may be missing there. */
  get modules(): readonly AnnouncedModule[] {
    return announcedModules(this.capabilities);
  }

  /** True when the server announced a capability, with any parameters: `supports('candidate')`. */
  supports(capability: Capability): boolean {
    return hasCapability(this.capabilities, capabilityUrn(capability));
  }

  /** Returns the parameters of a capability, e.g. `basic-mode` of `withDefaults`; undefined when the server did not announce it. */
  parametersOf(capability: Capability): URLSearchParams | undefined {
    return capabilityParameters(this.capabilities, capabilityUrn(capability));
  }

  /** Sends any operation. @returns the rpc-reply element */
  rpc(operation: options.Xml, wait?: WaitOptions): Promise<XmlElement> {
    return this.#session.request(toText(operation), wait);
  }

  /** @returns the data element */
  async get(o: options.GetOptions = {}, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGet(o), wait), NETCONF_BASE, 'data');
  }

  /** @returns the data element */
  async getConfig(source: options.Datastore, o: options.GetOptions = {}, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGetConfig(source, o), wait), NETCONF_BASE, 'data');
  }

  /** RFC 8526. @returns the data element */
  async getData(o: options.GetData, wait?: WaitOptions): Promise<XmlElement> {
    return member(await this.rpc(build.buildGetData(o), wait), NETCONF_NMDA, 'data');
  }

  /** RFC 6022. @returns the text of the schema */
  async getSchema(o: options.GetSchema, wait?: WaitOptions): Promise<string> {
    const data = member(await this.rpc(build.buildGetSchema(o), wait), NETCONF_MONITORING, 'data');
    // The server sends a schema that is XML (YIN) as an element.
    const [document] = elementsOf(data);
    return document ? serializeXml(document) : textOf(data);
  }

  /** Invokes an action. @param path the elements from the top to the action, with its input. @returns the rpc-reply element */
  action(path: options.Xml, wait?: WaitOptions): Promise<XmlElement> {
    return this.rpc(build.buildAction(path), wait);
  }

  async editConfig(o: options.EditConfig, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEditConfig(o), wait);
  }

  /** RFC 8526. */
  async editData(o: options.EditData, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEditData(o), wait);
  }

  /** @param o `withDefaults`: how default values are copied (RFC 6243 §4.5.1) */
  async copyConfig(
    target: options.Datastore,
    source: options.Datastore | options.InlineConfig,
    o: Pick<options.GetOptions, 'withDefaults'> & WaitOptions = {},
  ): Promise<void> {
    await this.rpc(build.buildCopyConfig(target, source, o.withDefaults), o);
  }

  async deleteConfig(target: options.Datastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildDeleteConfig(target), wait);
  }

  async lock(target: options.Datastore | options.NmdaDatastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildLock(target), wait);
  }

  async unlock(target: options.Datastore | options.NmdaDatastore, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildUnlock(target), wait);
  }

  /** Runs `work` under a lock and always releases it. @throws RpcError lock-denied, with the owner's `session-id` in its info */
  async locked<T>(target: options.Datastore | options.NmdaDatastore, work: () => Promise<T>): Promise<T> {
    await this.lock(target);
    try {
      return await work();
    } finally {
      // The lock ends with the session too.
      await this.unlock(target).catch((error: unknown) => {
        if (!(error instanceof RpcError && error.type === 'transport')) throw error;
      });
    }
  }

  /** Copies the candidate to running; several parameters need :confirmed-commit. */
  async commit(o: options.CommitOptions = {}, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCommit(o), wait);
  }

  async cancelCommit(persistId?: string, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCancelCommit(persistId), wait);
  }

  async discardChanges(wait?: WaitOptions): Promise<void> {
    await this.rpc('<discard-changes/>', wait);
  }

  async validate(
    source: options.Datastore | options.NmdaDatastore | options.InlineConfig,
    wait?: WaitOptions,
  ): Promise<void> {
    await this.rpc(build.buildValidate(source), wait);
  }

  /** RFC 5277. Read the notifications with `notifications` or `observable`. */
  async createSubscription(o: options.CreateSubscription = {}, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildCreateSubscription(o), wait);
  }

  /** RFC 8639. Read the notifications of all subscriptions of the session with `notifications` or `observable`. */
  async establishSubscription(
    o: EstablishSubscription<options.Xml> = {},
    wait?: WaitOptions,
  ): Promise<EstablishedSubscription> {
    const reply = await this.rpc(build.buildEstablishSubscription(o), wait);
    const id = Number(trimmedText(member(reply, SUBSCRIBED_NOTIFICATIONS, 'id')));
    const revision = childOf(reply, SUBSCRIBED_NOTIFICATIONS, 'replay-start-time-revision');
    return revision ? { id, replayStartTimeRevision: trimmedText(revision) } : { id };
  }

  /** Changes the filter or stop time of a subscription of this session. */
  async modifySubscription(id: number, o: ModifySubscription<options.Xml>, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildModifySubscription(id, o), wait);
  }

  /** Ends a subscription of this session. */
  async deleteSubscription(id: number, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEndSubscription('delete-subscription', id), wait);
  }

  /** Ends any subscription, for administrators. */
  async killSubscription(id: number, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildEndSubscription('kill-subscription', id), wait);
  }

  async killSession(sessionId: number, wait?: WaitOptions): Promise<void> {
    await this.rpc(build.buildKillSession(sessionId), wait);
  }

  async closeSession(wait?: WaitOptions): Promise<void> {
    await this.rpc('<close-session/>', wait);
  }

  /**
   * Yields notifications in order; the first reader also gets the earlier ones. Ends with the session. Throws when the
   * connection breaks, or when the reader is more than `notificationLimit` behind.
   */
  notifications(): AsyncIterable<Notification> {
    return this.#session.notifications.iterate();
  }

  /** Returns the same notifications as an Observable, without a buffer for each subscriber. */
  get observable(): Observable<Notification> {
    return this.#session.notifications.observable;
  }

  /** Ends the session in good order when the server still answers, else at once. Never rejects. */
  async close(): Promise<void> {
    // The reply does not matter any more.
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
