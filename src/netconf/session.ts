import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../access/index.js';
import { messageOf, parseXmlInTurns, RpcError, TimeSlice, type XmlElement } from '../data/index.js';
import { storeRefusal } from '../server/index.js';
import {
  type BaseVersion,
  buildHello,
  commonBase,
  decodeTextInTurns,
  encodeRpcErrors,
  FramingError,
  type Hello,
  MessageStream,
  type MessageText,
  type NamespaceOf,
  parseHello,
  parseRpc,
  type ReplyEnvelope,
  replyEnvelope,
} from '../wire/index.js';
import type {
  CloseReason,
  ReplyBody,
  RequestHold,
  SessionCounters,
  SessionHandler,
  SessionLimits,
  Turn,
} from './session-handler.js';

/** The connection of a session. */
export interface SessionTransport {
  /** As in ietf-netconf-monitoring: `netconf-ssh`, `netconf-tls`. */
  readonly name: string;
  readonly stream: Duplex;
  /** The client's address. */
  readonly sourceHost: string;
  /** A wait required by a layer below the stream when writing; undefined when there is none. */
  readonly congestion?: () => Promise<void> | undefined;
  /** Called before the stream is ended in good order. */
  readonly finish?: () => void;
}

export interface SessionOptions<P = Principal> {
  /** Session id: 1 to 4294967295, unique on the server. */
  readonly id: number;
  readonly principal: P;
  /** The agent whose view the session has. Default: the whole node. */
  readonly agent?: string;
  readonly transport: SessionTransport;
  readonly capabilities: readonly string[];
  readonly handler: SessionHandler<P>;
  /** Namespaces for error-path. */
  readonly namespaceOf: NamespaceOf;
  readonly limits: SessionLimits;
  /** Counter of requests. Default: they are not counted. */
  readonly hold?: RequestHold;
}

/** Milliseconds of work for one session before other work runs. */
const FAIR_SHARE = 5;
/** Milliseconds until a stream that the server has ended must be closed by the client. */
const LINGER = 5_000;
/** Maximum number of requests of a session that wait for the store together, and of their bytes. */
const TOGETHER = 64;
const BYTES_TOGETHER = 256 * 1024;

/**
 * One NETCONF session of the server, from hello to end (RFC 6241 §3, §4, §8.1). Requests are executed and answered one by
 * one, in the order of arrival; those that only wait for the store wait together (`Turn`). During a request, only a fixed amount
 * of input is read ahead.
 */
export class NetconfSession<P = Principal> {
  readonly id: number;
  readonly principal: P;
  readonly agent: string | undefined;
  readonly transport: string;
  readonly sourceHost: string;
  readonly loginTime = new Date();
  /** True while the session has subscriptions: it does not end when idle. */
  exemptFromIdleTimeout = false;

  readonly #options: SessionOptions<P>;
  readonly #messages: MessageStream;
  readonly #counters: SessionCounters = { inRpcs: 0, inBadRpcs: 0, outRpcErrors: 0, outNotifications: 0 };
  #base: BaseVersion | undefined;
  #clientCapabilities: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when all requests that have begun are answered; undefined when they are. Never rejects. */
  #answering: Promise<void> | undefined;
  /** Number of requests that have begun and are not answered, and of their bytes. */
  #begun = { requests: 0, bytes: 0 };
  #isEnding = false;
  #over: Promise<void> | undefined;

  constructor(options: SessionOptions<P>) {
    this.#options = options;
    this.id = options.id;
    this.principal = options.principal;
    this.agent = options.agent;
    this.transport = options.transport.name;
    this.sourceHost = options.transport.sourceHost;
    this.#messages = new MessageStream(options.transport.stream, {
      messageLimit: options.limits.messageBytes,
      congestion: options.transport.congestion,
      onPending: options.hold && ((bytes) => options.hold?.pending(bytes)),
    });
    this.#messages.closed.addEventListener(
      'abort',
      () => void this.#finish({ reason: 'dropped', detail: this.#lossDetail() }),
      { once: true },
    );
  }

  /** Returns the agreed version; undefined before the hellos. */
  get base(): BaseVersion | undefined {
    return this.#base;
  }

  get clientCapabilities(): readonly string[] {
    return this.#clientCapabilities;
  }

  get counters(): Readonly<SessionCounters> {
    return this.#counters;
  }

  /** Aborted when the connection is lost: work for this session only can stop. */
  get closed(): AbortSignal {
    return this.#messages.closed;
  }

  /** Exchanges hellos and serves requests until the session is over. Never rejects. */
  async run(): Promise<void> {
    try {
      if (await this.#open()) await this.#serve();
    } catch (error) {
      if (error instanceof FramingError) await this.#endByFramingError(error);
      else this.close({ reason: 'dropped', detail: messageOf(error) });
    } finally {
      await this.#over;
    }
  }

  /**
   * Sends a notification (RFC 5277 §4) after all earlier messages. Returns undefined while the client accepts more; otherwise
   * a promise that resolves when it does. A sender that awaits it waits for slow readers. Throws or rejects when the session
   * is over; a client that reads nothing for too long loses its session.
   * @param notification the whole message of `buildNotification`; the same text can go to many sessions
   */
  notify(notification: string): Promise<void> | undefined {
    const room = this.#messages.writer.post(notification);
    this.#counters.outNotifications += 1;
    return room && this.#beforeStall(room);
  }

  async #beforeStall(room: Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      this.close({ reason: 'dropped', detail: 'the client does not read its notifications' });
    }, this.#options.limits.stallTime).unref();
    try {
      await room;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the session at once, also during a request (kill-session, shutdown). */
  close(reason: CloseReason): void {
    void this.#finish(reason);
    this.#messages.destroy();
  }

  /** Ends the session after the reply to the current request was sent: an orderly shutdown. */
  async end(reason: CloseReason): Promise<void> {
    this.#isEnding = true;
    await Promise.race([this.#answering, this.#lost()]);
    await this.#finish(reason);
    await this.#hangUp();
  }

  /** Resolves when the connection is lost. */
  #lost(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed.aborted) resolve();
      else this.closed.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Exchanges hellos; false when the session has ended instead. */
  async #open(): Promise<boolean> {
    const { capabilities, limits } = this.#options;
    this.#startTimer(limits.helloTimeout, 'no hello came in time');
    await this.#messages.writer.write(buildHello({ capabilities, sessionId: this.id }));
    const hello = await this.#readHello();
    if (!hello) return false;
    const base = commonBase(capabilities, hello.capabilities);
    if (!base) return this.#refuseHello('the hello names no base capability of ours');
    if (hello.sessionId !== undefined) return this.#refuseHello('the hello of a client must not have a session-id');
    this.#base = base;
    this.#clientCapabilities = hello.capabilities;
    if (base === '1.1') this.#messages.switchTo('chunked');
    clearTimeout(this.#timer);
    if (limits.idleTimeout > 0) this.#startTimer(limits.idleTimeout, 'the session was idle too long');
    this.#options.handler.onOpen(this);
    return true;
  }

  async #readHello(): Promise<Hello | undefined> {
    const message = await this.#messages.read();
    if (!message) {
      this.close({ reason: 'dropped', detail: 'the client left before its hello' });
      return undefined;
    }
    try {
      return parseHello(await this.#parse(message));
    } catch (error) {
      this.#refuseHello(messageOf(error));
      return undefined;
    }
  }

  /** Ends the session without an error message: no protocol version is agreed yet (RFC 6241 §8.1). */
  #refuseHello(detail: string): false {
    this.close({ reason: 'bad-hello', detail });
    return false;
  }

  async #serve(): Promise<void> {
    let sharedUntil = performance.now() + FAIR_SHARE;
    for (let message = await this.#messages.read(); message && this.#goesOn; message = await this.#messages.read()) {
      await this.#begin(message);
      if (performance.now() > sharedUntil) {
        await nextTurn();
        sharedUntil = performance.now() + FAIR_SHARE;
      }
    }
    if (this.#goesOn) {
      await this.end({ reason: 'dropped', detail: 'the client ended the stream without close-session' });
    }
  }

  get #goesOn(): boolean {
    return !this.#over && !this.#isEnding;
  }

  /** Begins a request, and resolves when the next one may begin: this one is answered, or waits for the store. */
  #begin(message: Buffer): Promise<void> {
    const begun = this.#begun;
    begun.requests += 1;
    begun.bytes += message.length;
    return new Promise((resolve) => {
      const queued = () => {
        if (begun.requests < TOGETHER && begun.bytes < BYTES_TOGETHER) resolve();
      };
      const answering = this.#answer(message, { earlier: this.#answering, queued })
        .catch((error: unknown) => this.close({ reason: 'dropped', detail: messageOf(error) }))
        .then(() => {
          begun.requests -= 1;
          begun.bytes -= message.length;
          if (begun.requests === 0) this.#answering = undefined;
          this.#timer?.refresh();
          resolve();
        });
      this.#answering = answering;
    });
  }

  async #answer(message: Buffer, turn: Turn): Promise<void> {
    let element: XmlElement;
    let over: (() => void) | undefined;
    try {
      over = this.#options.hold?.reading(message.length);
      element = await this.#parse(message);
    } catch (error) {
      over?.();
      if (turn.earlier) await turn.earlier;
      if (this.closed.aborted) return;
      return this.#answerUnreadable(error);
    }
    const envelope = replyEnvelope(element);
    const body = await this.#execute(element, turn);
    over?.();
    if (turn.earlier) await turn.earlier;
    await this.#reply(envelope, body);
  }

  /** Parses a message; a long one in slices, so that other sessions are not blocked. */
  async #parse(message: Buffer): Promise<XmlElement> {
    const { depth, messageBytes, elements } = this.#options.limits;
    const slice = new TimeSlice({ signal: this.closed });
    const text = await decodeTextInTurns(message, slice);
    return parseXmlInTurns(text, { maxDepth: depth, maxBytes: messageBytes, maxElements: elements }, slice);
  }

  async #execute(element: XmlElement, turn: Turn): Promise<ReplyBody> {
    try {
      const rpc = parseRpc(element);
      this.#counters.inRpcs += 1;
      return await this.#options.handler.onRpc(this, rpc, turn).catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#counters.inBadRpcs += 1;
      return this.#failed(error);
    }
  }

  #failed(error: unknown): ReplyBody {
    if (error instanceof RpcError) return { kind: 'errors', error };
    const full = storeRefusal(error);
    if (full) return { kind: 'errors', error: full };
    // Work that stops because the session has ended is not a failure.
    if (!this.closed.aborted || error !== this.closed.reason) this.#options.handler.onInternalError(this, error);
    return {
      kind: 'errors',
      error: new RpcError({
        type: 'application',
        tag: 'operation-failed',
        message: 'the server failed to carry out the operation',
      }),
    };
  }

  /**
   * Answers an unreadable message (RFC 6241 §3 and App. A). Only base:1.1 has malformed-message; with base:1.0 the session
   * ends.
   */
  async #answerUnreadable(error: unknown): Promise<void> {
    this.#counters.inBadRpcs += 1;
    if (this.#base === '1.1') return this.#reply(replyEnvelope(undefined), this.#failed(error));
    this.close({ reason: 'other', detail: messageOf(error) });
  }

  async #reply(envelope: ReplyEnvelope, body: ReplyBody): Promise<void> {
    const { writer } = this.#messages;
    switch (body.kind) {
      case 'errors':
        this.#counters.outRpcErrors += 1;
        return writer.write(
          `${envelope.open}${encodeRpcErrors(body.error, this.#options.namespaceOf)}${envelope.close}`,
        );
      case 'ok':
      case 'data':
        if (body.next?.kind === 'end') await this.#finish({ reason: 'closed' });
        try {
          await writer.write(wrap(envelope, body.kind === 'ok' ? envelope.ok : this.#unlessStalled(body.xml)));
        } finally {
          body.onSent?.();
        }
        if (body.next?.kind === 'run') body.next.run();
        if (body.next?.kind === 'end') await this.#hangUp();
    }
  }

  /** Ends the session when its client reads nothing of a long reply for too long. */
  #unlessStalled(text: MessageText): MessageText {
    return typeof text === 'string' ? text : this.#watched(text);
  }

  async *#watched(stretches: AsyncIterable<string>): AsyncGenerator<string> {
    const timer = setTimeout(() => {
      this.close({ reason: 'dropped', detail: 'the client does not read its reply' });
    }, this.#options.limits.stallTime).unref();
    try {
      for await (const stretch of stretches) {
        yield stretch;
        timer.refresh();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #endByFramingError(error: FramingError): Promise<void> {
    if ((error.fault === 'too-big' || error.fault === 'denied') && this.#base) {
      const said =
        error.cause instanceof RpcError
          ? error.cause
          : new RpcError({ type: 'transport', tag: 'too-big', message: error.message });
      await this.#reply(replyEnvelope(undefined), { kind: 'errors', error: said }).catch(() => undefined);
      return this.end({ reason: 'other', detail: error.message });
    }
    this.close({ reason: this.#base ? 'other' : 'bad-hello', detail: error.message });
  }

  async #hangUp(): Promise<void> {
    await this.#messages.writer.flush();
    this.#options.transport.finish?.();
    this.#messages.end();
    const lingering = setTimeout(() => this.#messages.destroy(), LINGER).unref();
    void this.#lost().then(() => clearTimeout(lingering));
  }

  /** Reports the end of the session to the handler, once. */
  #finish(reason: CloseReason): Promise<void> {
    if (this.#over) return this.#over;
    clearTimeout(this.#timer);
    const { handler } = this.#options;
    const tell = async (): Promise<void> => handler.onClose(this, reason);
    this.#over = tell().catch((error: unknown) => handler.onInternalError(this, error));
    return this.#over;
  }

  #startTimer(milliseconds: number, detail: string): void {
    this.#timer = setTimeout(() => {
      if (this.#base && (this.#answering || this.exemptFromIdleTimeout)) this.#timer?.refresh();
      else this.close({ reason: 'timeout', detail });
    }, milliseconds).unref();
  }

  #lossDetail(): string {
    const { reason } = this.#messages.closed;
    return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'the connection was lost';
  }
}

function wrap(envelope: ReplyEnvelope, content: MessageText): MessageText {
  if (typeof content === 'string') return `${envelope.open}${content}${envelope.close}`;
  return wrapStretches(envelope, content);
}

async function* wrapStretches(envelope: ReplyEnvelope, content: AsyncIterable<string>): AsyncGenerator<string> {
  yield envelope.open;
  yield* content;
  yield envelope.close;
}
