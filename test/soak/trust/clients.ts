/** The clients of one life of the node: users over RESTCONF, and an administrator over NETCONF. */
import { connectNetconf, type NetconfClient } from '../../../src/clients/index.js';
import { type HttpAnswer, type HttpRequest, Https } from '../../support/http.js';
import type { ServeProcess } from '../../support/serve.js';
import { passwordOf, USERS, type UserName } from './configuration.js';

export type Asker = UserName | 'admin';

/** The members of a JSON document, as the node gives them. */
// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
export type Plain = Record<string, any>;

/** The node was killed before it answered. */
export class Gone extends Error {}

export class Clients {
  readonly #https: ReadonlyMap<Asker, Https>;
  readonly #netconf = new Set<NetconfClient>();

  constructor(private readonly life: ServeProcess) {
    const rig = { url: life.url, password: life.password };
    this.#https = new Map<Asker, Https>([
      ['admin', new Https(rig)],
      ...USERS.map((name) => [name, new Https(rig, name, passwordOf(name))] as const),
    ]);
  }

  /** Sends a RESTCONF request. @throws Gone */
  async send(by: Asker, method: string, path: string, body?: unknown, more: HttpRequest = {}): Promise<HttpAnswer> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const https = this.#https.get(by);
    if (!https) throw new Error(`there is no client for ${by}`);
    try {
      return await https.send(method, `/restconf${path}`, { ...content, ...more });
    } catch (cause) {
      throw new Gone('the node is gone', { cause });
    }
  }

  /** Invokes an rpc. @param token authorizes the request in place of the password */
  rpc(by: Asker, name: string, input: object, token?: string): Promise<HttpAnswer> {
    const [module = ''] = name.split(':');
    const more = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
    return this.send(by, 'POST', `/operations/${name}`, { [`${module}:input`]: input }, more);
  }

  /** Invokes an rpc that must succeed. @returns the members of its output */
  async output(by: Asker, name: string, input: object): Promise<Plain> {
    const answer = await this.rpc(by, name, input);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    return outputIn(answer);
  }

  /** Reads a resource. @returns its members; undefined when there is none */
  async read(by: Asker, path: string): Promise<Plain | undefined> {
    const { status, body } = await this.send(by, 'GET', `/data${path}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${body}`);
    const [value]: unknown[] = Object.values(JSON.parse(body));
    return (Array.isArray(value) ? value[0] : value) as Plain;
  }

  async netconf(): Promise<NetconfClient> {
    const { netconf, password } = this.life;
    const client = await connectNetconf({ ...netconf, username: 'admin', password });
    this.#netconf.add(client);
    return client;
  }

  close(): void {
    for (const each of this.#https.values()) each.close();
    for (const each of this.#netconf) void each.close();
  }
}

export function outputIn({ body }: HttpAnswer): Plain {
  return body === '' ? {} : ((Object.values(JSON.parse(body))[0] ?? {}) as Plain);
}
