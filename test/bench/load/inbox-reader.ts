/** Reads the stream `inbox` of an agent (server-sent events), and acknowledges on another connection while messages come. */
import { HttpConnection, type HttpPlace, openSocket } from './http-wire.js';

export interface InboxReading extends HttpPlace {
  readonly session: string;
}

const EVENT_END = '\n\n';

/** Reads as long as the process lives. @param received is called with the number of messages that came, but for those about members */
export async function openInboxReader(
  reading: InboxReading,
  agent: string,
  received: (messages: number) => void,
): Promise<void> {
  const { host, port, authorization, session } = reading;
  const [stream, other] = [await openSocket(reading), await HttpConnection.open(reading)];
  let [given, acknowledged] = [0, 0];
  let isUnderWay = false;
  const acknowledge = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    while (acknowledged < given) {
      const through = given;
      await other.ask('acknowledge', { agent, position: [{ session, through: String(through) }] });
      acknowledged = through;
    }
    isUnderWay = false;
  };
  const events = new InboxEvents(session);
  stream.on('data', (bytes: Buffer) => {
    const { messages, last } = events.take(bytes);
    if (last !== undefined) given = last;
    if (messages > 0) received(messages);
    void acknowledge();
  });
  const path = `/agents/${agent}/restconf/streams/inbox/json`;
  stream.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: text/event-stream\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
}

/** Counts events of the one session; the agent may be in others. */
class InboxEvents {
  readonly #id: string;
  #text = '';

  constructor(session: string) {
    this.#id = `id: ${session}:`;
  }

  /** @returns the number of messages with a content in the events that end in these bytes, and the number of the last message of all */
  take(bytes: Buffer): { readonly messages: number; readonly last: number | undefined } {
    const text = this.#text + bytes.toString('latin1');
    if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) throw new Error(`no stream: ${text}`);
    const end = text.lastIndexOf(EVENT_END) + EVENT_END.length;
    if (end < EVENT_END.length) {
      this.#text = text;
      return { messages: 0, last: undefined };
    }
    this.#text = text.slice(end);
    let messages = 0;
    let last: number | undefined;
    for (const event of text.slice(0, end).split(EVENT_END)) {
      const at = event.indexOf(this.#id);
      if (at < 0) continue;
      last = Number.parseInt(event.slice(at + this.#id.length), 10);
      if (event.includes('"content":"', at)) messages += 1;
    }
    return { messages, last };
  }
}
