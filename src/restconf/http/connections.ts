import type { ServerHttp2Session } from 'node:http2';
import type { Server as NetServer, Socket } from 'node:net';

/** The open connections of a listener and its running requests, so that they can be closed in order. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #http2 = new Set<ServerHttp2Session>();
  readonly #ofAddress = new Map<string, number>();
  #requests = 0;
  #drained: (() => void) | undefined;

  /** Tracks the connections of a server. @param perAddress maximum for one client address; further ones are closed at once */
  watch(server: NetServer, perAddress: number): void {
    server.on('session', (session: ServerHttp2Session) => {
      this.#http2.add(session);
      session.once('close', () => this.#http2.delete(session));
    });
    server.on('connection', (socket) => {
      // One that was given back to the server (see Upgrades).
      if (this.#sockets.has(socket)) return;
      const address = socket.remoteAddress ?? '';
      const count = (this.#ofAddress.get(address) ?? 0) + 1;
      if (count > perAddress) {
        socket.destroy();
        return;
      }
      this.#ofAddress.set(address, count);
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        const left = (this.#ofAddress.get(address) ?? 1) - 1;
        if (left > 0) this.#ofAddress.set(address, left);
        else this.#ofAddress.delete(address);
      });
    });
  }

  /** Number of open connections. */
  get open(): number {
    return this.#sockets.size;
  }

  requestBegins(): void {
    this.#requests += 1;
  }

  requestEnds(): void {
    this.#requests -= 1;
    if (this.#requests === 0) this.#drained?.();
  }

  /** Waits for running requests, at most `grace` milliseconds, then closes all connections. */
  async close(grace: number): Promise<void> {
    // Sends GOAWAY: clients send no new requests, and running ones continue (RFC 9113 §6.8).
    for (const session of this.#http2) session.close();
    if (this.#requests > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace);
        this.#drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const socket of this.#sockets) socket.destroySoon();
    // The socket of a client that does not read would not end by itself.
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 500);
    cut.unref();
  }
}
