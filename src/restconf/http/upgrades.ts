/** WebSockets (RFC 6455) on the listener. HTTP/2 has none here: a client that wants one connects with HTTP/1.1, as browsers do. */
import { type IncomingMessage, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Principal } from '../../access/index.js';
import type { Caller, FaceAnswer, Socket, View } from '../../server/index.js';
import { faceRequest, type MountPlace, toldAs } from '../mounts/index.js';
import { badRequest, overloaded, stoppingNow } from '../refusal.js';
import {
  answerFailure,
  arrivedOf,
  authenticateRequest,
  type HandlerOptions,
  mountOf,
  NOBODY,
  principalOf,
  requireOwn,
} from './handler.js';
import type { HttpRequest } from './http-request.js';
import { endsWithLogin, type Lasting } from './lasting.js';
import type { Limits } from './limits.js';
import { socketOf } from './socket.js';

export interface UpgradeOptions {
  readonly handling: HandlerOptions;
  readonly limits: Limits;
  /** What lasts on the listener: sockets count with the event streams. */
  readonly streams: Set<Lasting>;
}

/** What emits `upgrade`. */
interface Upgrading {
  on(event: 'upgrade', listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): unknown;
}

export class Upgrades {
  readonly #websockets: WebSocketServer;
  readonly #pending = new Set<Duplex>();

  constructor(
    server: Upgrading,
    private readonly o: UpgradeOptions,
  ) {
    this.#websockets = new WebSocketServer({
      noServer: true,
      maxPayload: o.limits.bodySize,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: () => false,
    });
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      // Behind an answer that is still to come, an upgrade has no place of its own on the connection.
      if (Reflect.get(socket, '_httpMessage')) socket.destroy();
      else void this.#upgrade(request, socket, head);
    });
  }

  /** Ends the upgrades that are not answered yet; the sockets end with what lasts. */
  close(): void {
    for (const socket of this.#pending) socket.destroy();
  }

  async #upgrade(raw: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const request = requestOf(raw);
    this.#pending.add(socket);
    try {
      const answer = await this.#answer(request, raw, socket, head);
      if (answer) refuse(socket, answer, this.o.limits.closeTime);
    } catch (error) {
      const { status, headers, body } = answerFailure(this.o.handling, request, error);
      refuse(socket, { status, headers, body: typeof body === 'string' ? body : undefined }, this.o.limits.closeTime);
    } finally {
      this.#pending.delete(socket);
    }
  }

  /** @returns the answer where the socket was not accepted */
  async #answer(
    request: HttpRequest,
    raw: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<FaceAnswer | undefined> {
    const { handling, streams, limits } = this.o;
    if (raw.headers.upgrade?.toLowerCase() !== 'websocket')
      throw badRequest('the only upgrade here is to websocket; send the request without Upgrade');
    requireOwn(handling, request);
    if (handling.stopping()) throw stoppingNow();
    await authenticateRequest(handling, request);
    const place = mountOf(handling, request);
    const { upgrade } = place.mount;
    if (!upgrade) throw badRequest(`/${place.mount.path} takes no WebSocket; send the request without Upgrade`);
    if (streams.size >= limits.eventStreams)
      throw overloaded(`${streams.size} event streams are open already; try again later`);
    const principal = principalOf(request);
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    const caller = callerOf(place, principal, request.ip, gone.signal);
    const asked = faceRequest(place, arrivedOf(handling, request, caller, gone.signal));
    let accepted: WebSocket | undefined;
    const accept = async (subprotocol?: string): Promise<Socket> => {
      accepted = await this.#handshake(raw, socket, head, subprotocol);
      return this.#lasting(accepted, principal ?? NOBODY, gone.signal);
    };
    try {
      const answer = await toldAs(place, asked, () => upgrade.call(place.mount, asked, accept));
      return accepted ? undefined : (answer ?? { status: 204 });
    } catch (error) {
      if (!accepted) throw error;
      // The answer has been given; what ends a socket may as well be the client's message as the face's fault.
      handling.log.warn({ err: error, protocol: place.face.protocol }, 'a WebSocket ended with an error');
      accepted.close(FAULT);
      return undefined;
    }
  }

  #handshake(raw: IncomingMessage, socket: Duplex, head: Buffer, subprotocol: string | undefined): Promise<WebSocket> {
    const { options } = this.#websockets;
    return new Promise((resolve) => {
      // Asked while the handshake is answered, in this turn.
      options.handleProtocols = () => subprotocol ?? false;
      this.#websockets.handleUpgrade(raw, socket, head, resolve);
    });
  }

  #lasting(websocket: WebSocket, principal: Principal, signal: AbortSignal): Socket {
    const { streams, limits } = this.o;
    const lasting: Lasting = {
      principal,
      abort: () => {
        websocket.close(POLICY, 'the login has ended, or the node stops');
        setTimeout(() => websocket.terminate(), limits.closeTime).unref();
      },
    };
    streams.add(lasting);
    const done = endsWithLogin(lasting);
    websocket.once('close', () => {
      streams.delete(lasting);
      done();
    });
    return socketOf(websocket, { stallTime: limits.stallTime, heartbeat: limits.heartbeat, signal });
  }
}

/** Close code: an endpoint ends the connection for reasons of its own (RFC 6455 §7.4.1). */
const POLICY = 1008;
/** Close code: the server met something that it did not expect. */
const FAULT = 1011;

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

function callerOf(
  { view, face }: { readonly view: View; readonly face: MountPlace['face'] },
  principal: Principal | undefined,
  source: string,
  signal: AbortSignal,
): Caller | undefined {
  return principal && { principal, view, session: 0, protocol: 'restconf', face: face.protocol, source, signal };
}

/** Answers instead of the upgrade, and ends the connection. */
function refuse(socket: Duplex, { status, headers = {}, body }: FaceAnswer, closeTime: number): void {
  if (!socket.writable) return;
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  setTimeout(() => socket.destroy(), closeTime).unref();
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
  const fields = { ...headers, 'content-length': String(content.length), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(content);
}
