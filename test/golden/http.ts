/** HTTP requests just as they are written, over connections that are kept. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(private readonly url: string) {}

  send({ method, path, headers, body }: HttpRequest): Promise<HttpReply> {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.url}${path}`, {
        method,
        agent: this.#agent,
        headers: { ...headers, ...length },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const reply = (received: string) => ({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: received,
        });
        text(incoming).then((received) => resolve(reply(received)), reject);
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
