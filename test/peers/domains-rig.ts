/** Two nodes that name each other's domain: oss.example with agent noc, core.example with agent fault. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { type HttpAnswer, Https } from '../support/http.js';
import { type Endpoints, startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';
import { agentEntry } from '../tasks/fixture.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
export type Plain = Record<string, any>;

export const WORKER = fileURLToPath(new URL('../rows/remote-worker.mjs', import.meta.url));
export const passwordOf = (user: string) => `the password of ${user}`;
export const users = (...names: readonly string[]) => ({
  'yangent-access:access': { user: names.map((name) => ({ name, password: `$0$${passwordOf(name)}` })) },
});

/** A directory of a node with the secret by which it logs in at the other one. */
export function withSecret(user: string): string {
  const data = temporaryFolder();
  mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'secrets', 'peer'), passwordOf(user), { mode: 0o600 });
  writeFileSync(join(data, 'secrets', 'wrong'), 'another password', { mode: 0o600 });
  return data;
}

export function identityOf({ certificate }: Pick<Endpoints, 'certificate'>): string {
  const { fingerprint256 } = new X509Certificate(readFileSync(certificate));
  return `sha-256:${fingerprint256.replaceAll(':', '').toLowerCase()}`;
}

type Reached = Pick<Endpoints, 'url' | 'password'> & Partial<Pick<Endpoints, 'certificate'>>;

/** How to reach a node; one without a certificate is reached on the loopback only. */
export const addressOf = ({ url, certificate }: Reached, user: string) => ({
  ...{ target: url, user, credential: 'peer' },
  ...(certificate === undefined ? {} : { identity: identityOf({ certificate }) }),
});

export const PEERS = '/restconf/data/yangent-peers:peers';

/** One user's requests to a node. */
export class Client {
  readonly https: Https;

  constructor(node: Reached, user?: string) {
    this.https = user === undefined ? new Https(node) : new Https(node, user, passwordOf(user));
  }

  rpc(name: string, input: object): Promise<HttpAnswer> {
    const [module = ''] = name.split(':');
    return this.https.send('POST', `/restconf/operations/${name}`, {
      body: JSON.stringify({ [`${module}:input`]: input }),
    });
  }

  async output(name: string, input: object): Promise<Plain> {
    const { status, body } = await this.rpc(name, input);
    expect([status, body]).toEqual([200, expect.any(String)]);
    return Object.values<Plain>(JSON.parse(body))[0] ?? {};
  }

  put(path: string, body: object): Promise<HttpAnswer> {
    return this.https.send('PUT', path, { body: JSON.stringify(body) });
  }

  patch(path: string, body: object): Promise<HttpAnswer> {
    return this.https.send('PATCH', path, { body: JSON.stringify(body) });
  }

  async tasks(): Promise<readonly Plain[]> {
    const { status, body } = await this.https.send('GET', '/restconf/data/yangent-tasks:tasks');
    return status === 200 ? (JSON.parse(body)['yangent-tasks:tasks'].task ?? []) : [];
  }

  async task(id: string): Promise<Plain> {
    const { body } = await this.https.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}`);
    return JSON.parse(body)['yangent-tasks:task'][0];
  }
}

export class DomainsRig {
  readonly #clients: Client[] = [];

  private constructor(
    readonly oss: TestNode,
    readonly core: TestNode,
  ) {}

  /** @param more further peers and users of core.example; limits of oss.example */
  static async start(
    more: {
      readonly peers?: readonly object[];
      readonly users?: readonly string[];
      readonly limits?: TestNodeOptions['limits'];
    } = {},
  ) {
    const [oss, core] = await Promise.all([
      startTestNode({ data: withSecret('oss-node'), limits: { remote: { patience: 10_000 }, ...more.limits } }),
      startTestNode({
        ...{ data: withSecret('core-node'), agents: [WORKER] },
        limits: { remote: { patience: 10_000 } },
      }),
    ]);
    await core.node.edit(users('oss-node', 'bob', ...(more.users ?? [])));
    await oss.node.edit({
      ...users('core-node', 'ann'),
      'yangent-agents:agents': { agent: [agentEntry('noc', ['ann'])] },
    });
    await core.node.edit({
      'yangent-peers:peers': {
        domain: 'core.example',
        peer: [
          { name: 'oss', domain: ['oss.example'], user: 'oss-node', address: addressOf(oss, 'core-node') },
          ...(more.peers ?? []),
        ],
      },
    });
    await oss.node.edit({
      'yangent-peers:peers': {
        domain: 'oss.example',
        peer: [{ name: 'core', domain: ['core.example'], user: 'core-node', address: addressOf(core, 'oss-node') }],
      },
    });
    return new DomainsRig(oss, core);
  }

  client(at: 'oss' | 'core', user?: string): Client {
    const client = new Client(this[at], user);
    this.#clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    for (const { https } of this.#clients) https.close();
    await Promise.all([this.oss.stop(), this.core.stop()]);
  }
}
