/** Reads a session of ours as a member: receives what waits, acknowledges it, and receives again. */
import { HttpConnection, type HttpPlace } from './http-wire.js';

export interface SessionReading extends HttpPlace {
  readonly session: string;
  /** Seconds for which a request waits. */
  readonly wait: number;
}

const MAX = 100;

/** Reads as long as the process lives. @param received is called with the number of messages that came, but for those about members */
export async function openSessionReader(
  reading: SessionReading,
  agent: string,
  received: (messages: number) => void,
): Promise<void> {
  const { session, wait } = reading;
  const connection = await HttpConnection.open(reading);
  const receive = () => connection.ask('receive', { agent, session, max: MAX, wait });
  const follow = async () => {
    for (let body = await receive(); ; ) {
      const last = /.*"sequence":"(\d+)"/s.exec(body)?.[1];
      if (last === undefined) body = await receive();
      else {
        received(count(body, '"content":"'));
        const acknowledged = connection.ask('acknowledge', { agent, position: [{ session, through: last }] });
        const next = receive();
        await acknowledged;
        body = await next;
      }
    }
  };
  void follow();
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}
