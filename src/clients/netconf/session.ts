/** The client side of a NETCONF session: hello, requests with message-ids, notifications. */
import type { Duplex } from 'node:stream';
import { parseXml, type RpcError, type XmlElement } from '../../data/index.js';
import {
  announcedModules,
  type BaseVersion,
  buildHello,
  buildRpc,
  CAPABILITY,
  commonBase,
  DEFAULT_MESSAGE_LIMIT,
  decodeErrors,
  decodeText,
  type Hello,
  is,
  MessageStream,
  type ModuleOf,
  parseHello,
  parseNotification,
} from '../../wire/index.js';
import { NETCONF_BASE, NETCONF_NOTIFICATION } from '../../wire/namespaces.js';
import { NotificationHub } from './notifications.js';
import { PendingRequests, transportError, type WaitOptions } from './pending.js';
import { Reminder } from './reminder.js';

export interface SessionOptions {
  /** Capabilities of the client. Default: base:1.0 and base:1.1. */
  readonly capabilities?: readonly string[];
  /** Milliseconds to wait for the hello, and for each reply unless the request has its own; 0 is no limit. Default: 60000. */
  readonly timeout?: number;
  /** Ends the exchange of hellos. */
  readonly signal?: AbortSignal;
  /** Maximum length of a message, in bytes. Default: 16 MiB. */
  readonly messageLimit?: number;
  /** Maximum number of requests without a reply. Default: 1000. */
  readonly pendingLimit?: number;
  /** Maximum number of notifications that wait for one reader. Default: 10000. */
  readonly notificationLimit?: number;
  /** Returns the module of a namespace, for error-paths in RFC 7951 form. Default: by the server's hello. */
  readonly moduleOf?: ModuleOf;
}

export const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_PENDING = 1_000;
const DEFAULT_NOTIFICATIONS = 10_000;
/** Milliseconds until the server must have closed after close-session. */
const LINGER = 2_000;

export class ClientSession {
  readonly #messages: MessageStream;
  readonly #options: SessionOptions;
  readonly #pending: PendingRequests;
  readonly #reminder: Reminder;
  readonly #closed: Promise<void>;
  #resolveClosed: () => void = () => undefined;
  #server: Hello = { capabilities: [] };
  #base: BaseVersion = '1.0';
  #moduleOf: ModuleOf;
  #lastId = 0;
  #end: Error | undefined;
  readonly notifications: NotificationHub;

  constructor(stream: Duplex, options: SessionOptions) {
    this.#options = options;
    this.#moduleOf = options.moduleOf ?? (() => undefined);
    this.#messages = new MessageStream(stream, { messageLimit: options.messageLimit ?? DEFAULT_MESSAGE_LIMIT });
    this.#pending = new PendingRequests(options.pendingLimit ?? DEFAULT_PENDING);
    this.#reminder = new Reminder((operation) => {
      this.#messages.writer.write(buildRpc(this.#nextId(), operation)).catch(() => undefined);
    });
    this.notifications = new NotificationHub(options.notificationLimit ?? DEFAULT_NOTIFICATIONS);
    this.#closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  get server(): Hello {
    return this.#server;
  }

  get base(): BaseVersion {
    return this.#base;
  }

  /** Resolves when the session is over, whichever side ended it. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Exchanges hellos. @throws RpcError of type transport when that fails; the connection is closed then */
  async open(): Promise<void> {
    const { capabilities = [CAPABILITY.base10, CAPABILITY.base11], timeout = DEFAULT_TIMEOUT, signal } = this.#options;
    const giveUp = (why: string): void => this.#messages.destroy(transportError('operation-failed', why));
    const timer = timeout > 0 ? setTimeout(() => giveUp(`no hello came within ${timeout} ms`), timeout) : undefined;
    const onAbort = (): void => giveUp('the connection was given up');
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      signal?.throwIfAborted();
      await this.#messages.writer.write(buildHello({ capabilities }));
      const message = await this.#messages.read();
      if (!message) throw transportError('operation-failed', 'the server closed the connection before its hello');
      this.#server = parseHello(parseXml(decodeText(message)));
      this.#moduleOf = this.#options.moduleOf ?? moduleOfHello(this.#server);
      const base = commonBase(capabilities, this.#server.capabilities);
      if (!base) throw transportError('operation-failed', 'the server has no base capability of ours');
      if (this.#server.sessionId === undefined)
        throw transportError('operation-failed', 'the hello of the server has no session-id');
      this.#base = base;
      if (base === '1.1') this.#messages.switchTo('chunked');
    } catch (error) {
      const fault = this.#messages.closed.reason;
      this.#finish(fault instanceof Error && fault.name !== 'AbortError' ? fault : toError(error));
      throw this.#end ?? error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
    void this.#receive();
  }

  /**
   * Sends an operation and waits for its reply. @throws RpcError of the reply, with `.others`; of type transport when the
   * connection fails
   */
  async request(operation: string, wait: WaitOptions = {}): Promise<XmlElement> {
    if (this.#end) throw this.#end;
    const messageId = this.#nextId();
    const reply = this.#pending.add(messageId, { timeout: this.#options.timeout ?? DEFAULT_TIMEOUT, ...wait });
    this.#messages.writer
      .write(buildRpc(messageId, operation))
      .catch((error: unknown) => this.#pending.fail(messageId, this.#end ?? toError(error)));
    this.#reminder.asked();
    const element = await reply;
    const error: RpcError | undefined = decodeErrors(element, 'rpc-error', this.#moduleOf);
    if (error) throw error;
    return element;
  }

  /** Waits a short time for the server to close, then closes. */
  async hangUp(): Promise<void> {
    this.#messages.end();
    const timer = setTimeout(() => this.#messages.destroy(), LINGER);
    await this.#closed;
    clearTimeout(timer);
  }

  #nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  async #receive(): Promise<void> {
    try {
      for (let message = await this.#messages.read(); message; message = await this.#messages.read()) {
        this.#reminder.end();
        this.#dispatch(
          parseXml(decodeText(message), { maxBytes: this.#options.messageLimit ?? DEFAULT_MESSAGE_LIMIT }),
        );
      }
      this.#finish();
    } catch (error) {
      this.#finish(toError(error));
    }
  }

  /** Handles replies and notifications; ignores all other messages. */
  #dispatch(element: XmlElement): void {
    if (is(element, NETCONF_BASE, 'rpc-reply')) {
      const messageId = element.attributes.find((each) => each.name === 'message-id' && each.namespace === '')?.value;
      this.#pending.settle(messageId, element);
    } else if (is(element, NETCONF_NOTIFICATION, 'notification')) {
      this.notifications.next(parseNotification(element));
    }
  }

  #finish(fault?: Error): void {
    if (this.#end) return;
    const why = fault ? `the connection was lost: ${fault.message}` : 'the session is closed';
    this.#end = isTransportError(fault) ? fault : transportError('operation-failed', why, fault);
    this.#reminder.end();
    this.#messages.destroy();
    this.#pending.failAll(this.#end);
    this.notifications.end(fault && this.#end);
    this.#resolveClosed();
  }
}

function moduleOfHello({ capabilities }: Hello): ModuleOf {
  const names = new Map(announcedModules(capabilities).map(({ namespace, name }) => [namespace, name]));
  return (namespace) => names.get(namespace);
}

function isTransportError(error: Error | undefined): error is RpcError {
  return error?.name === 'RpcError' && 'type' in error && error.type === 'transport';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
