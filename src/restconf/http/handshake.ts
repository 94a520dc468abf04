/** One opening handshake of a WebSocket (RFC 6455 §4.2), from the request until it is answered. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import type { FaceAnswer } from '../../server/index.js';
import { badRequest, methodNotAllowed, upgradeRequired } from '../refusal.js';

const KEY = /^[A-Za-z0-9+/]{22}==$/;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VERSIONS = ['13', '8'];

export class Handshake {
  readonly #gone = new AbortController();
  #answered = false;

  constructor(
    readonly raw: IncomingMessage,
    private readonly socket: NetSocket,
    private readonly head: Buffer,
  ) {
    abortAtClose(socket, this.#gone);
    // Nothing may follow the request before it is answered (RFC 6455 §4.1), its end neither.
    socket.on('data', this.#leave).once('end', this.#leave);
  }

  /** Aborted when the connection is over. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Ends the connection of a client that is gone, or sends too early. */
  readonly #leave = () => this.end();

  /** Ends the connection. */
  end(): void {
    this.socket.destroy();
  }

  /**
   * Returns the subprotocols that the client offers.
   *
   * @throws Refusal 400, 405 or 426 where this is no handshake
   */
  offered(): readonly string[] {
    const { method = '', headers } = this.raw;
    const { 'sec-websocket-key': key, 'sec-websocket-version': version = '' } = headers;
    if (this.raw.httpVersion !== '1.1') throw badRequest('a WebSocket needs HTTP/1.1');
    if (method !== 'GET') throw methodNotAllowed(method, 'a WebSocket', 'GET');
    if (!VERSIONS.includes(version)) throw upgradeRequired(VERSIONS);
    if (typeof key !== 'string' || !KEY.test(key))
      throw badRequest('Sec-WebSocket-Key is missing, or no 16 bytes in base64 (RFC 6455 §4.1)');
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
    if (hasBody || this.head.length > 0)
      throw badRequest('a client sends nothing before its handshake is answered (RFC 6455 §4.1)');
    const list = headers['sec-websocket-protocol'];
    const offered = list === undefined ? [] : list.split(',').map((each) => each.trim());
    if (!offered.every((each) => TOKEN.test(each)) || new Set(offered).size < offered.length)
      throw badRequest(`Sec-WebSocket-Protocol "${list}" is no list of different tokens (RFC 6455 §4.1)`);
    return offered;
  }

  /**
   * Answers with 101.
   *
   * @throws Error where the request is answered already, or the client is gone
   */
  accept(server: WebSocketServer): WebSocket {
    if (this.signal.aborted) throw gone();
    this.#answer();
    let accepted: WebSocket | undefined;
    server.handleUpgrade(this.raw, this.socket, this.head, (websocket) => {
      accepted = websocket;
    });
    if (!accepted) throw gone();
    return accepted;
  }

  /** Sends an answer instead of the upgrade, and ends the connection; the client has `closeTime` milliseconds to read it. */
  refuse({ status, headers = {}, body }: FaceAnswer, closeTime: number): void {
    if (this.#answered || this.signal.aborted) return;
    this.#answer();
    setTimeout(() => this.socket.destroy(), closeTime).unref();
    const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
    const fields = { ...headers, 'content-length': String(content.length), connection: 'close' };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
    this.socket.resume().end(content);
  }

  #answer(): void {
    if (this.#answered) throw new Error('the request for an upgrade is answered already');
    this.#answered = true;
    this.socket.off('data', this.#leave).off('end', this.#leave);
  }
}

/** Holds no more than the two: a WebSocket keeps the listener, and has no use for the handshake. */
function abortAtClose(socket: NetSocket, controller: AbortController): void {
  socket.on('close', () => controller.abort());
}

function gone(): Error {
  return new Error('the client is gone');
}
