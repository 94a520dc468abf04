/** HTTP/1.1 whose answers are told by their lengths. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const STATUS = 'HTTP/1.1 ';

export interface HttpPlace {
  readonly host: string;
  readonly port: number;
  /** The header field, as it is sent. */
  readonly authorization: string;
}

/** An action of a session. */
export interface Action {
  readonly session: string;
  readonly action: string;
}

export async function openSocket({ host, port }: Pick<HttpPlace, 'host' | 'port'>): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Returns a POST of an rpc of yangent-sessions, by its name, or of an action of a session. */
export function sessionRequest(place: HttpPlace, what: string | Action, input: object): string {
  const { host, port, authorization } = place;
  const body = JSON.stringify({ 'yangent-sessions:input': input });
  const path =
    typeof what === 'string'
      ? `operations/yangent-sessions:${what}`
      : `data/yangent-sessions:sessions/session=${what.session}/${what.action}`;
  return (
    `POST /restconf/${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/yang-data+json\r\n` +
    `Authorization: ${authorization}\r\nContent-Type: application/yang-data+json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Takes answers out of what a connection receives. */
export class HttpAnswers {
  #text = '';

  /** @returns the bodies that end in these bytes. @throws Error for an answer that tells of a failure */
  take(bytes: Buffer): readonly string[] {
    let text = this.#text + bytes.toString('latin1');
    const bodies: string[] = [];
    for (let head = text.indexOf(HEAD_END); head >= 0; head = text.indexOf(HEAD_END)) {
      const body = head + HEAD_END.length;
      const end = body + lengthIn(text.slice(0, head));
      if (text.length < end) break;
      if (text[STATUS.length] !== '2') throw new Error(`not what was asked for: ${text.slice(0, end)}`);
      bodies.push(text.slice(body, end));
      text = text.slice(end);
    }
    this.#text = text;
    return bodies;
  }
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (head.startsWith(`${STATUS}204`)) return 0;
  throw new Error(`an answer without Content-Length: ${head}`);
}

/** A connection on which each request waits for the answer to the last one. */
export class HttpConnection {
  readonly #waiting: ((body: string) => void)[] = [];

  private constructor(
    private readonly place: HttpPlace,
    private readonly socket: Socket,
  ) {
    const answers = new HttpAnswers();
    socket.on('data', (bytes: Buffer) => {
      for (const body of answers.take(bytes)) this.#waiting.shift()?.(body);
    });
  }

  static async open(place: HttpPlace): Promise<HttpConnection> {
    return new HttpConnection(place, await openSocket(place));
  }

  /** @returns the body of the answer */
  ask(what: string | Action, input: object): Promise<string> {
    const answered = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.socket.write(sessionRequest(this.place, what, input));
    return answered;
  }

  close(): void {
    this.socket.destroy();
  }
}
