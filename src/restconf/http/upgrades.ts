/** WebSockets (RFC 6455) on the listener. HTTP/2 has none here: a client that wants one connects with HTTP/1.1, as browsers do. */
import type { IncomingMessage } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import type { Caller, FaceAnswer, Socket } from '../../server/index.js';
import { checkedAnswer, faceRequest, isStreamed, type MountPlace, named, toldAs } from '../mounts/index.js';
import { badRequest, stoppingNow } from '../refusal.js';
import { answerFields, nonceFieldOf } from './answer-fields.js';
import {
  answerFailure,
  arrivedOf,
  authenticateRequest,
  type HandlerOptions,
  mountOf,
  principalOf,
  requireOwn,
} from './handler.js';
import { Handshake } from './handshake.js';
import type { HttpRequest } from './http-request.js';
import type { LastingAnswers } from './lasting.js';
import type { Limits } from './limits.js';
import { NOBODY, payerOf } from './nobody.js';
import { Opening } from './opening.js';

export interface UpgradeOptions {
  readonly handling: HandlerOptions;
  readonly limits: Limits;
  /** WebSockets count with the event streams, from the moment that a face is asked. */
  readonly lasting: LastingAnswers;
  /** Told of each answer to a request for an upgrade. */
  readonly answered: (status: number) => void;
}

/** An HTTP server, with or without TLS. */
interface Upgrading {
  on(event: 'upgrade', listener: (request: IncomingMessage, socket: NetSocket, head: Buffer) => void): unknown;
  emit(event: string, socket: NetSocket): boolean;
}

const SWITCHING = 101;
/** Close code: the server met a condition that it did not expect. */
const FAULT = 1011;

export class Upgrades {
  readonly #subprotocols = new WeakMap<IncomingMessage, string>();
  readonly #websockets: WebSocketServer;
  readonly #pending = new Set<Handshake>();
  /** Connections that asked for an upgrade before. */
  readonly #known = new WeakSet<NetSocket>();

  constructor(
    server: Upgrading,
    private readonly o: UpgradeOptions,
  ) {
    this.#websockets = new WebSocketServer({
      noServer: true,
      maxPayload: o.limits.bodySize,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (_offered, request) => this.#subprotocols.get(request) ?? false,
    });
    this.#websockets.on('headers', (lines, request) => {
      for (const [name, value] of Object.entries(nonceFieldOf(request))) lines.push(`${name}: ${value}`);
    });
    server.on('upgrade', (request, socket, head) => {
      if (!this.#known.has(socket)) socket.on('error', destroy);
      this.#known.add(socket);
      // Behind an answer that is still to come, an upgrade has no place of its own on the connection.
      if (Reflect.get(socket, '_httpMessage')) socket.destroy();
      else if (request.headers.upgrade?.toLowerCase() !== 'websocket') handBack(server, request, socket, head);
      else void this.#upgrade(new Handshake(request, socket, head), socket);
    });
  }

  /** Ends the upgrades that are not answered yet; the WebSockets end with what lasts. */
  close(): void {
    for (const handshake of this.#pending) handshake.end();
  }

  async #upgrade(handshake: Handshake, connection: NetSocket): Promise<void> {
    const request = requestOf(handshake.raw);
    this.#pending.add(handshake);
    try {
      const answer = await this.#ask(request, handshake, connection);
      if (answer) this.#refuse(request, handshake, answer);
    } catch (error) {
      this.#fail(request, handshake, error);
    } finally {
      this.#pending.delete(handshake);
    }
  }

  #fail(request: HttpRequest, handshake: Handshake, error: unknown): void {
    if (handshake.signal.aborted) return;
    try {
      const { status, headers, body } = answerFailure(this.o.handling, request, error);
      this.#refuse(request, handshake, { status, headers, body: typeof body === 'string' ? body : undefined });
    } catch (fault) {
      this.o.handling.log.error({ err: fault }, 'a refusal could not be written');
      handshake.end();
    }
  }

  #refuse(request: HttpRequest, handshake: Handshake, { status, headers, body }: FaceAnswer): void {
    this.o.answered(status);
    handshake.refuse({ status, headers: { ...answerFields(request), ...headers }, body }, this.o.limits.closeTime);
  }

  /** @returns the answer where the face took no WebSocket */
  async #ask(request: HttpRequest, handshake: Handshake, connection: NetSocket): Promise<FaceAnswer | undefined> {
    const { handling, lasting } = this.o;
    requireOwn(handling, request);
    const offered = handshake.offered();
    if (handling.stopping()) throw stoppingNow();
    await authenticateRequest(handling, request);
    const place = mountOf(handling, request);
    const { upgrade } = place.mount;
    if (!upgrade) throw badRequest(`/${place.mount.path} takes no WebSocket; send the request without Upgrade`);
    const principal = principalOf(request) ?? NOBODY;
    const { signal } = handshake;
    if (signal.aborted) throw new Error('the client is gone');
    const opening = new Opening(principal, handshake);
    const ends = [lasting.begin(opening)];
    onceGone(signal, ends);
    try {
      const { protocol } = place.face;
      if (handling.faceSockets) ends.push(handling.faceSockets.begin(protocol));
      const held = handling.server.bytesUnderWay.open(payerOf(request, principal));
      ends.push(() => held.close());
      const accept = async (subprotocol?: string): Promise<Socket> => {
        this.#requireOffered(handshake, subprotocol, offered);
        const socket = opening.accept(this.#websockets, { connection, limits: this.o.limits, held, signal });
        this.o.answered(SWITCHING);
        return socket;
      };
      const asked = faceRequest(place, arrivedOf(handling, request, callerOf(place, request, signal), signal));
      const failed = this.#failing(opening, signal, protocol);
      const served = () => begun(() => upgrade.call(place.mount, asked, accept));
      const answer = await toldAs(place, asked, () => named(place, () => opening.answer(served(), failed)));
      return opening.isAccepted ? undefined : wholeAnswer(protocol, answer);
    } finally {
      if (!opening.isAccepted) for (const end of ends) end();
    }
  }

  /** Returns what a fault is told to once the WebSocket is accepted: no answer can tell of it, so that the socket is closed. */
  #failing(opening: Opening, signal: AbortSignal, protocol: string): (error: unknown) => void {
    return (error) => {
      // The client's message may be the cause as well as a fault of the face.
      if (!signal.aborted) this.o.handling.log.warn({ err: error, protocol }, 'a WebSocket ended with an error');
      opening.end(FAULT, 'the service met an error');
    };
  }

  #requireOffered(handshake: Handshake, subprotocol: string | undefined, offered: readonly string[]): void {
    if (subprotocol === undefined) return;
    if (!offered.includes(subprotocol))
      throw new Error(
        `the client does not offer the subprotocol "${subprotocol}"; it offers: ${offered.join(', ') || 'none'}`,
      );
    this.#subprotocols.set(handshake.raw, subprotocol);
  }
}

/** Calls these functions once the connection is over. They may be more by then. */
function onceGone(signal: AbortSignal, ends: readonly (() => void)[]): void {
  const over = () => {
    for (const end of ends) end();
  };
  signal.addEventListener('abort', over, { once: true });
}

/** Begins the work; a fault at once is a rejection too. */
async function begun<T>(work: () => Promise<T>): Promise<T> {
  return work();
}

/** Listener of all connections. */
function destroy(this: NetSocket): void {
  this.destroy();
}

/** Header fields that ask for an upgrade. */
const UPGRADING: ReadonlySet<string> = new Set(['upgrade', 'http2-settings', 'connection']);

/**
 * Gives a request for another upgrade back to the server, without the fields that ask for it: such a request may be answered as any
 * (RFC 9110 §7.8). Once anything listens for upgrades, Node.js leaves all of them to it.
 */
function handBack(server: Upgrading, request: IncomingMessage, socket: NetSocket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const closes = /\bclose\b/i.test(request.headers.connection ?? '');
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!UPGRADING.has(rawHeaders[at]?.toLowerCase() ?? '')) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  if (closes) text += 'Connection: close\r\n';
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function requestOf(raw: IncomingMessage): HttpRequest {
  return {
    method: raw.method ?? 'GET',
    originalUrl: raw.url ?? '/',
    headers: raw.headers,
    body: undefined,
    protocol: raw.socket instanceof TLSSocket ? 'https' : 'http',
    ip: raw.socket.remoteAddress ?? '',
    raw,
  };
}

function callerOf({ view, face }: MountPlace, request: HttpRequest, signal: AbortSignal): Caller | undefined {
  const principal = principalOf(request);
  const { ip: source } = request;
  return principal && { principal, view, session: 0, protocol: 'restconf', face: face.protocol, source, signal };
}

/** @throws Error for an answer that cannot be sent instead of an upgrade */
function wholeAnswer(protocol: string, given: FaceAnswer | undefined): FaceAnswer {
  const answer = checkedAnswer(protocol, given);
  if (!isStreamed(answer.body)) return answer;
  throw new Error(`face "${protocol}": an upgrade is refused with a whole body; give a text or bytes`);
}
