/** NATS by hand: posts into a stream of JetStream, each answered by it. */
import { openSocket } from './http-wire.js';
import type { Wire } from './pipeline.js';

const INBOX = '_INBOX.bench';
const END = '\r\n';

export interface NatsPlace {
  readonly host: string;
  readonly port: number;
  readonly subject: string;
}

/** Makes a stream in files for the subject, and returns a connection that posts into it. */
export async function openNatsPosts(place: NatsPlace, content: string): Promise<Wire> {
  const socket = await openSocket(place);
  const lines = new NatsLines(() => socket.write(`PONG${END}`));
  socket.write(`CONNECT {"verbose":false,"pedantic":false}${END}SUB ${INBOX} 1${END}`);
  const stream = JSON.stringify({ name: 'bench', subjects: [place.subject], storage: 'file', retention: 'limits' });
  const made = new Promise<void>((resolve) => {
    const look = (bytes: Buffer) => {
      if (lines.take(bytes) === 0) return;
      socket.off('data', look);
      resolve();
    };
    socket.on('data', look);
  });
  socket.write(publication('$JS.API.STREAM.CREATE.bench', stream));
  await made;
  const message = publication(place.subject, content);
  return { socket, next: () => message, answered: (bytes) => lines.take(bytes) };
}

function publication(subject: string, content: string): string {
  return `PUB ${subject} ${INBOX} ${content.length}${END}${content}${END}`;
}

/** Counts messages among the lines that the server sends. */
class NatsLines {
  #rest = '';
  /** True when the next line is the content of a message. */
  #isContent = false;

  constructor(private readonly onPing: () => void) {}

  /** @returns the number of messages that end in these bytes. @throws Error for one that tells of a failure */
  take(bytes: Buffer): number {
    const lines = (this.#rest + bytes.toString('latin1')).split(END);
    this.#rest = lines.pop() ?? '';
    let messages = 0;
    for (const line of lines) {
      if (this.#isContent) {
        if (line.includes('"error"')) throw new Error(`NATS refused: ${line}`);
        this.#isContent = false;
        messages += 1;
      } else if (line.startsWith('MSG ')) this.#isContent = true;
      else if (line.startsWith('PING')) this.onPing();
      else if (line.startsWith('-ERR')) throw new Error(`NATS refused: ${line}`);
    }
    return messages;
  }
}
