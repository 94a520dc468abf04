import type { Server as NetServer, Socket } from 'node:net';

/** The open connections of a listener and the requests under way, so that closing can end them in order. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  #requests = 0;
  #drained: (() => void) | undefined;

  watch(server: NetServer): void {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** How many there are. */
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

  /** Waits for the requests under way, at most `grace` milliseconds, then cuts every connection. */
  async close(grace: number): Promise<void> {
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
    // A client that does not read keeps its socket from ending by itself.
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 500);
    cut.unref();
  }
}
