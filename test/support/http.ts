/** HTTPS requests as they are, without a RESTCONF client in between. */
import { readFileSync } from 'node:fs';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { JSON_TYPE } from './curl.js';
import type { Endpoints } from './node.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface HttpRequest {
  readonly body?: string | Buffer;
  /** Media type of the body. */
  readonly type?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One user's kept-alive connections to a node; without TLS where its URL says so. */
export class Https {
  readonly #agent: Agent | PlainAgent;
  readonly #request: typeof request;
  readonly #authorization: string;

  constructor(
    private readonly rig: Pick<Endpoints, 'url' | 'password'> & Partial<Pick<Endpoints, 'certificate'>>,
    readonly user: string = 'admin',
    password: string = rig.password,
  ) {
    const { certificate } = rig;
    this.#request = certificate === undefined ? plainRequest : request;
    this.#agent =
      certificate === undefined
        ? new PlainAgent({ keepAlive: true })
        : new Agent({ keepAlive: true, ca: readFileSync(certificate) });
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  send(method: string, path: string, o: HttpRequest = {}): Promise<HttpAnswer> {
    const { body, type = JSON_TYPE, accept = JSON_TYPE, headers = {} } = o;
    const content =
      body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = this.#request(
        `${this.rig.url}${path}`,
        { method, agent: this.#agent, headers: { authorization: this.#authorization, accept, ...content, ...headers } },
        (incoming) => {
          readText(incoming).then(
            (text) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The first error of an `ietf-restconf:errors` document. */
export function errorIn({ body }: Pick<HttpAnswer, 'body'>): Readonly<Record<string, unknown>> {
  const errors = JSON.parse(body)['ietf-restconf:errors'].error;
  return errors[0];
}
