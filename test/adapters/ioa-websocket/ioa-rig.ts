/** A node with the adapter, and clients of it that send and read literal frames. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll } from 'vitest';
import WebSocket from 'ws';
import { createFace } from '../../../adapters/ioa-websocket/index.js';
import type { NodeOptions } from '../../../src/node/index.js';
import { Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into plain frames
export type Plain = any;
export const USERS = ['alice', 'bob', 'carol'] as const;
export type User = 'admin' | (typeof USERS)[number];

export interface IoaRig {
  readonly node: TestNode;
  /** Opens a WebSocket of an agent, which must succeed; the user has the name of the agent unless told. */
  dial(agent: string, user?: User, options?: WebSocket.ClientOptions): Promise<IoaClient>;
  /** Opens a WebSocket that must be refused. */
  refused(agent: string, user?: User, password?: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Runs an rpc over RESTCONF; gives its output, or its first error. */
  rpc(user: User, name: string, input: Plain): Promise<Plain>;
  /** Runs an action over RESTCONF. */
  act(user: User, path: string, input: Plain): Promise<Plain>;
  get(user: User, path: string): Promise<Plain>;
  /** Deletes as the administrator. */
  del(path: string): Promise<Plain>;
}

export class IoaClient {
  readonly #frames: Plain[] = [];

  constructor(readonly socket: WebSocket) {
    socket.setMaxListeners(0).on('message', (data) => {
      this.#frames.push(JSON.parse(String(data)));
      socket.emit('frame');
    });
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Takes the first frame that fits. An error frame that was not asked for fails the test. */
  async next(wanted: (frame: Plain) => boolean = () => true): Promise<Plain> {
    for (;;) {
      const at = this.#frames.findIndex(wanted);
      if (at >= 0) return this.#frames.splice(at, 1)[0];
      const refusal = this.#frames.find(({ type }) => type === 'error');
      if (refusal) throw new Error(`the node refused: ${JSON.stringify(refusal)}`);
      await Promise.race([once(this.socket, 'frame'), this.#gone()]);
    }
  }

  /** Takes the first frame of a group with this type. */
  in(group: string, type: string): Promise<Plain> {
    return this.next((frame) => frame.group_id === group && frame.type === type);
  }

  /** Takes the first frame of a type. */
  typed(type: string): Promise<Plain> {
    return this.next((frame) => (frame.type ?? frame.payload?.type) === type);
  }

  /** Sends a frame and gives the first one that comes back. */
  async ask(frame: object): Promise<Plain> {
    this.send(frame);
    return this.next();
  }

  /** The frames that were not taken. */
  get left(): readonly Plain[] {
    return this.#frames;
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  async #gone(): Promise<never> {
    const [code, reason] = await once(this.socket, 'close');
    throw new Error(`the connection ended with ${code}: ${reason}; left: ${JSON.stringify(this.#frames)}`);
  }
}

export const passwordOf = (user: string) => `the password of ${user}`;

/** One node for all tests of a file. */
export function useIoaRig(options: Partial<NodeOptions> = {}): IoaRig {
  let node: TestNode | undefined;
  const clients = new Set<IoaClient>();
  const https = new Map<User, Https>();
  const started = () => {
    if (!node) throw new Error('the node is not started yet');
    return node;
  };
  beforeAll(async () => {
    node = await startTestNode({ adapters: [createFace({})], ...options });
    const user = USERS.map((name) => ({ name, password: `$0$${passwordOf(name)}` }));
    await node.node.edit({ 'yangent-access:access': { user } });
  });
  afterEach(() => {
    for (const { socket } of clients) socket.terminate();
    clients.clear();
  });
  afterAll(async () => {
    for (const each of https.values()) each.close();
    await node?.stop();
  });
  const secret = (user: User) => (user === 'admin' ? started().password : passwordOf(user));
  const open = (agent: string, auth: string, o: WebSocket.ClientOptions = {}) =>
    new WebSocket(`${started().url.replace('https', 'wss')}/ioa/ws/${encodeURIComponent(agent)}`, {
      ...{ auth, ca: readFileSync(started().certificate) },
      ...o,
    });
  const send = async (user: User, method: string, path: string, body?: Plain) => {
    const client = https.get(user) ?? new Https(started(), user, secret(user));
    https.set(user, client);
    const answer = await client.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    const value = answer.body === '' ? {} : JSON.parse(answer.body);
    return value['ietf-restconf:errors']?.error[0] ?? Object.values(value)[0] ?? {};
  };
  return {
    get node() {
      return started();
    },
    dial: async (agent, user = 'admin', o) => {
      const client = new IoaClient(open(agent, `${user}:${secret(user)}`, o));
      clients.add(client);
      await once(client.socket, 'open');
      return client;
    },
    refused: async (agent, user = 'admin', password = secret(user)) => {
      const [, response] = await once(open(agent, `${user}:${password}`), 'unexpected-response');
      let body = '';
      for await (const part of response) body += part;
      return { status: response.statusCode, body };
    },
    rpc: (user, name, input) =>
      send(user, 'POST', `/restconf/operations/${name}`, { [`${name.split(':')[0]}:input`]: input }),
    act: (user, path, input) =>
      send(user, 'POST', `/restconf/data/${path}`, { [`${path.split(':')[0]}:input`]: input }),
    get: (user, path) => send(user, 'GET', `/restconf/data/${path}`),
    del: (path) => send('admin', 'DELETE', `/restconf/data/${path}`),
  };
}
