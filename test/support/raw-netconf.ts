/** A NETCONF session made of literal text in an SSH channel. */
import { once } from 'node:events';
import { type ClientChannel, default as ssh2 } from 'ssh2';
import { FrameDecoder } from '../../src/wire/index.js';
import type { Credentials } from './faces.js';
import type { Endpoints } from './node.js';

export const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
export const EOM = ']]>]]>';

/** A client's hello, framed as hellos are. */
export function hello(...capabilities: readonly string[]): string {
  const list = capabilities.map((each) => `<capability>${each}</capability>`).join('');
  return `<hello xmlns="${BASE}"><capabilities>${list}</capabilities></hello>${EOM}`;
}

const CAPABILITIES = { '1.0': 'urn:ietf:params:netconf:base:1.0', '1.1': 'urn:ietf:params:netconf:base:1.1' } as const;

/** A message in the framing of base:1.1 (RFC 6242 §4.2). */
export function chunked(message: string): string {
  return `\n#${Buffer.byteLength(message)}\n${message}\n##\n`;
}

export function rpc(operation: string, id: string | number = 1): string {
  return `<rpc xmlns="${BASE}" message-id="${id}">${operation}</rpc>`;
}

export class RawNetconf {
  readonly #decoder = new FrameDecoder('end-of-message');
  readonly #messages: AsyncGenerator<string, void>;

  private constructor(
    private readonly connection: ssh2.Client,
    readonly channel: ClientChannel,
  ) {
    channel.on('error', () => undefined);
    this.#messages = this.#read();
  }

  /** Logs in and opens the subsystem; no hello is read or sent yet. */
  static async connect(
    { netconf, password }: Pick<Endpoints, 'netconf' | 'password'>,
    login: Credentials = { user: 'admin', password },
  ): Promise<RawNetconf> {
    const connection = new ssh2.Client();
    connection.connect({ ...netconf, username: login.user, password: login.password, hostVerifier: () => true });
    await once(connection, 'ready');
    connection.setNoDelay(true);
    connection.on('error', () => undefined);
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      connection.subsys('netconf', (error, made) => (error ? reject(error) : resolve(made)));
    });
    return new RawNetconf(connection, channel);
  }

  /** The same, hellos exchanged. */
  static async open(
    rig: Pick<Endpoints, 'netconf' | 'password'>,
    version: '1.0' | '1.1' = '1.1',
    login?: Credentials,
  ): Promise<RawNetconf> {
    const session = await RawNetconf.connect(rig, login);
    await session.receive();
    session.send(hello(CAPABILITIES[version]));
    if (version === '1.1') session.#decoder.switchTo('chunked');
    return session;
  }

  send(text: string | Buffer): void {
    this.channel.write(text);
  }

  /** The next message, or 'closed'. */
  async receive(): Promise<string> {
    const next = await this.#messages.next();
    return next.done ? 'closed' : next.value;
  }

  /** Sends a request in a session of base:1.1. @returns the reply, or 'closed' */
  async ask(operation: string, id: string | number = 1): Promise<string> {
    this.send(chunked(rpc(operation, id)));
    return this.receive();
  }

  close(): void {
    this.connection.end();
  }

  async *#read(): AsyncGenerator<string, void> {
    try {
      for await (const bytes of this.channel) {
        this.#decoder.push(bytes);
        for (let message = this.#decoder.next(); message; message = this.#decoder.next()) yield message.toString();
      }
    } catch {
      // A broken connection reads as a closed one.
    }
  }
}
