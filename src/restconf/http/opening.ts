/** A WebSocket that a face may accept. */
import type { WebSocketServer } from 'ws';
import type { Principal } from '../../access/index.js';
import type { FaceAnswer } from '../../server/index.js';
import type { Handshake } from './handshake.js';
import type { Lasting } from './lasting.js';
import { FaceSocket, type SocketOptions } from './socket.js';

/** Close code: an endpoint ends the connection for reasons of its own (RFC 6455 §7.4.1). */
const POLICY = 1008;

/**
 * Holds the handshake until it is accepted, and the socket from then on: an open WebSocket lasts, and the request with which it began
 * must not last with it.
 */
export class Opening implements Lasting {
  #handshake: Handshake | undefined;
  #socket: FaceSocket | undefined;
  #accepted: () => void = () => undefined;

  constructor(
    readonly principal: Principal,
    handshake: Handshake,
  ) {
    this.#handshake = handshake;
  }

  get isAccepted(): boolean {
    return this.#socket !== undefined;
  }

  /**
   * Answers the handshake with 101.
   *
   * @throws Error where the request is answered already, or the client is gone
   */
  accept(server: WebSocketServer, o: SocketOptions): FaceSocket {
    if (!this.#handshake) throw new Error('the request for an upgrade is answered already');
    const socket = new FaceSocket(this.#handshake.accept(server), o);
    this.#socket = socket;
    this.#handshake = undefined;
    this.#accepted();
    return socket;
  }

  /**
   * Returns the answer that a face gives instead of the upgrade; undefined as soon as the upgrade is accepted.
   *
   * @param failed told of an error behind that, of which no answer can tell
   */
  answer(served: Promise<FaceAnswer | undefined>, failed: (error: unknown) => void): Promise<FaceAnswer | undefined> {
    return new Promise((resolve, reject) => {
      this.#accepted = () => resolve(undefined);
      if (this.isAccepted) this.#accepted();
      served.then(resolve, (error: unknown) => (this.isAccepted ? failed(error) : reject(error)));
    });
  }

  /** Ends it with the login of its user, or with the node. */
  abort(): void {
    this.end(POLICY, 'the login has ended, or the node stops');
  }

  end(code: number, reason: string): void {
    if (this.#socket) this.#socket.end(code, reason);
    else this.#handshake?.end();
  }
}
