/** A device's session: reading, editing and listening over one NETCONF session. */
import type { Logger } from 'pino';
import {
  CAPABILITY,
  type DeviceDocument,
  type DeviceEvent,
  type DeviceSession,
  type NetconfClient,
} from '../../src/index.js';
import { DeviceModels } from './device-models.js';
import { edit, editOnTrial, hasTrials } from './editing.js';
import { readEvents } from './notifications.js';

export interface SessionParts {
  readonly client: NetconfClient;
  /** Opens a further session to the same device. */
  readonly connect: (signal: AbortSignal) => Promise<NetconfClient>;
  readonly log: Logger;
}

export class NetconfDeviceSession implements DeviceSession {
  readonly sessionId: number;
  readonly capabilities: readonly string[];
  readonly closed: Promise<void>;
  readonly #models: DeviceModels;
  readonly #client: NetconfClient;
  readonly #end = new AbortController();
  #subscribed: Promise<NetconfClient> | undefined;

  constructor(private readonly parts: SessionParts) {
    const { client, log } = parts;
    this.#client = client;
    this.sessionId = client.sessionId;
    this.capabilities = client.capabilities;
    this.closed = client.closed.then(() => this.#end.abort());
    this.#models = new DeviceModels(client, log);
  }

  /** The module of a namespace, as far as the device has named it. */
  moduleOf(namespace: string): string | undefined {
    return this.#models.modules.knownName(namespace);
  }

  async get(names: readonly string[], signal?: AbortSignal): Promise<DeviceDocument> {
    const subtree = await this.#models.filter(names);
    if (names.length > 0 && subtree === '') return {};
    // An empty filter selects nothing (RFC 6241 §6.4.2): what remains is a sign of life.
    return this.#models.decodeData(await this.#client.get({ filter: { subtree } }, { signal }));
  }

  async edit(document: DeviceDocument, signal?: AbortSignal): Promise<void> {
    await edit(this.#client, await this.#models.encode(document), signal);
  }

  get editOnTrial(): DeviceSession['editOnTrial'] {
    if (!hasTrials(this.#client)) return undefined;
    return async (document, timeout, signal) =>
      editOnTrial(this.#client, await this.#models.encode(document), timeout, signal);
  }

  events(signal: AbortSignal): AsyncIterable<DeviceEvent> | undefined {
    if (!this.#client.supports(CAPABILITY.notification)) return undefined;
    return readEvents(() => this.subscribed(), this.#models, signal);
  }

  /** All readers share one subscription: a session can have only one. */
  private subscribed(): Promise<NetconfClient> {
    this.#subscribed ??= this.subscribe();
    return this.#subscribed;
  }

  /** Without :interleave, a session with a subscription answers nothing else (RFC 5277 §6), so it gets one of its own. */
  private async subscribe(): Promise<NetconfClient> {
    if (this.#client.supports(CAPABILITY.interleave)) {
      await this.#client.createSubscription();
      return this.#client;
    }
    const client = await this.parts.connect(this.#end.signal);
    this.#end.signal.addEventListener('abort', () => void client.close());
    await client.createSubscription();
    return client;
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.closed;
  }
}
