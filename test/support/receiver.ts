/** An HTTP server to which reports are posted, and which tells what came. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Report {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class Receiver {
  readonly reports: Report[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    this.reports.push({ method, path, headers, body: await text(request) });
    response.writeHead(204).end();
    for (const look of [...this.#waiting]) look();
  });

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** What was posted to a path, once one of the reports fits. */
  until(path: string, fits: (report: Report) => boolean): Promise<readonly Report[]> {
    return new Promise((resolve) => {
      const look = () => {
        const here = this.reports.filter((report) => report.path === path);
        if (!here.some(fits)) return;
        this.#waiting.delete(look);
        resolve(here);
      };
      this.#waiting.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
