/** A way to an HTTP server that fails as servers and gateways do: it answers with an error, hangs, or loses what was answered. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A status: answered instead of the server. `hang`: not answered. `lost`: the server does it, and the answer is a 500. `cut`: the server
 * does it, and nothing of the answer arrives.
 */
export type Fault = 500 | 503 | 'hang' | 'lost' | 'cut';

export class FaultyWay {
  readonly #server = createServer((from, to) => this.#take(from, to));
  readonly #sockets = new Set<Socket>();
  #fault: Fault | undefined;
  #answered: (() => void) | undefined;
  /** Number of requests that met the fault. */
  met = 0;

  private constructor(private readonly port: number) {
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async to(url: string): Promise<FaultyWay> {
    const way = new FaultyWay(Number(new URL(url).port));
    await new Promise<void>((resolve) => way.#server.listen(0, '127.0.0.1', resolve));
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks what is open; later requests meet the fault. @param answered called when the answer to one begins that is cut */
  fail(fault: Fault, answered?: () => void): void {
    this.met = 0;
    this.#answered = answered;
    this.#fault = fault;
    this.#break();
  }

  mend(): void {
    const hung = this.#fault === 'hang';
    this.#fault = undefined;
    if (hung) this.#break();
  }

  async close(): Promise<void> {
    this.#break();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #break(): void {
    for (const socket of [...this.#sockets]) socket.destroy();
  }

  #take(from: IncomingMessage, to: ServerResponse): void {
    const fault = this.#fault;
    if (fault !== undefined) this.met++;
    if (fault === 'hang') return;
    if (fault === 500 || fault === 503) {
      to.writeHead(fault).end();
      return;
    }
    const { method, url: path, headers } = from;
    const onward = request({ host: '127.0.0.1', port: this.port, method, path, headers }, (answer) => {
      if (fault === 'lost') {
        answer.resume().on('end', () => to.writeHead(500).end());
        return;
      }
      if (fault === 'cut') {
        this.#answered?.();
        answer.destroy();
        to.destroy();
        return;
      }
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  }
}
