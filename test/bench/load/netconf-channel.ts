/** A NETCONF session of a load process: SSH, hellos, and replies found by their ends. */
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import ssh2 from 'ssh2';

export interface NetconfLogin {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password?: string;
  readonly privateKey?: string;
  /** Milliseconds between the hellos and the first request; some servers lose one that comes in one piece with the hello. */
  readonly pause?: number;
}

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const HELLO = `<hello xmlns="${BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.1</capability></capabilities></hello>]]>]]>`;
const END = { hello: ']]>]]>', message: '\n##\n' };

export class NetconfChannel {
  #text = '';
  #end = END.hello;
  readonly #waiting: ((message: string) => void)[] = [];
  /** Given messages that nobody waits for; without it they are an error. */
  onMessage: ((message: string) => void) | undefined;

  private constructor(
    private readonly connection: ssh2.Client,
    readonly channel: Duplex,
  ) {
    channel.on('data', (bytes: Buffer) => this.#take(bytes));
  }

  /** @returns the session and the server's hello */
  static async open(login: NetconfLogin): Promise<{ readonly session: NetconfChannel; readonly hello: string }> {
    const connection = new ssh2.Client();
    const channel = await new Promise<Duplex>((resolve, reject) => {
      const failed = (error: Error) => reject(error);
      connection.once('error', failed);
      connection.once('ready', () => {
        // Later on an error ends the process: a check that failed is one.
        connection.off('error', failed);
        connection.setNoDelay(true);
        connection.subsys('netconf', (error, opened) => (error ? reject(error) : resolve(opened)));
      });
      connection.connect({ ...login, algorithms: { cipher: ['aes128-gcm@openssh.com'] } });
    });
    const session = new NetconfChannel(connection, channel);
    const greeted = session.receive();
    channel.write(HELLO);
    const hello = await greeted;
    session.#end = END.message;
    if (login.pause !== undefined) await pause(login.pause);
    return { session, hello };
  }

  /** The reply to an operation, with the headers of its chunks. */
  ask(operation: string): Promise<string> {
    const rpc = `<rpc message-id="1" xmlns="${BASE}">${operation}</rpc>`;
    const reply = this.receive();
    this.channel.write(`\n#${Buffer.byteLength(rpc)}\n${rpc}\n##\n`);
    return reply;
  }

  /** The next message. */
  receive(): Promise<string> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.connection.end();
  }

  #take(bytes: Buffer): void {
    const text = this.#text + bytes.toString('latin1');
    let begin = 0;
    for (let end = text.indexOf(this.#end); end >= 0; end = text.indexOf(this.#end, begin)) {
      const message = text.slice(begin, end);
      begin = end + this.#end.length;
      const waits = this.#waiting.shift();
      if (waits) waits(message);
      else if (this.onMessage) this.onMessage(message);
      else throw new Error(`a message that nobody waits for: ${message}`);
    }
    this.#text = text.slice(begin);
  }
}
