/** What a user does who reads no answers and ends no requests. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from 'ssh2';
import type { ServeProcess } from '../../support/serve.js';

const HELLO =
  '<hello xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><capabilities><capability>urn:ietf:params:netconf:base:1.0</capability></capabilities></hello>]]>]]>';
const GET = '<rpc xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><get/></rpc>]]>]]>';
const CHANNELS = 15;
/** Bytes of a stalled message-body that are told, and that are sent. */
const TOLD = 8 * 1024 ** 2;
const SENT = 4 * 1024 ** 2;

export class Hoarder {
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Client>();

  constructor(
    readonly node: Pick<ServeProcess, 'url' | 'netconf'>,
    readonly user: string,
    readonly password: string,
  ) {}

  get connections(): number {
    return this.#sockets.size + this.#clients.size;
  }

  /** Asks for everything over so many connections, and reads no answer. Resolves when all are asked. */
  leaveAnswers(count: number): Promise<void> {
    return this.#ask(count, this.#head('GET', '/restconf/data', 'application/yang-data+json'));
  }

  /** Opens so many event streams from the beginning of the log, and reads no event. Resolves when all are asked. */
  leaveStreams(count: number): Promise<void> {
    const path = '/restconf/streams/NETCONF/json?start-time=2020-01-01T00%3A00%3A00Z';
    return this.#ask(count, this.#head('GET', path, 'text/event-stream'));
  }

  async #ask(count: number, head: string): Promise<void> {
    await Promise.all(Array.from({ length: count }, async () => written(await this.#open(), head)));
  }

  /** Sends so many message-bodies to one half. */
  async leaveBodies(count: number): Promise<void> {
    const half = Buffer.alloc(SENT, 0x20);
    await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = await this.#open();
        const type = `content-type: application/yang-data+json\r\ncontent-length: ${TOLD}\r\n`;
        await written(socket, this.#head('POST', '/restconf/data', 'application/yang-data+json', type));
        // A node that has refused the request may take no more of it.
        socket.write(half);
      }),
    );
  }

  /** Asks for everything in 15 sessions of each of so many SSH connections, and reads no reply. */
  async leaveReplies(connections: number): Promise<void> {
    for (let index = 0; index < connections; index += 1) {
      const client = new Client();
      client.on('error', () => this.#clients.delete(client));
      this.#clients.add(client);
      client.connect({ ...this.node.netconf, username: this.user, password: this.password });
      await once(client, 'ready');
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        await new Promise<void>((resolve, reject) => {
          client.subsys('netconf', (error, stream) => {
            if (error) return reject(error);
            stream.write(HELLO + GET);
            resolve();
          });
        });
      }
    }
  }

  /** Goes away. */
  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const client of this.#clients) client.destroy();
    this.#sockets.clear();
    this.#clients.clear();
  }

  async #open(): Promise<Socket> {
    const { hostname, port } = new URL(this.node.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    this.#sockets.add(socket);
    return socket;
  }

  #head(method: string, path: string, accept: string, fields = ''): string {
    const credentials = Buffer.from(`${this.user}:${this.password}`).toString('base64');
    return `${method} ${path} HTTP/1.1\r\nhost: ${new URL(this.node.url).host}\r\nauthorization: Basic ${credentials}\r\naccept: ${accept}\r\n${fields}\r\n`;
  }
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => socket.write(text, () => resolve()));
}
