/** Redis (RESP) by hand: entries added to a stream, each answered with its identifier. */
import { openSocket } from './http-wire.js';
import type { Wire } from './pipeline.js';

const END = '\r\n';

export interface RedisPlace {
  readonly host: string;
  readonly port: number;
  /** Key of the stream. */
  readonly stream: string;
}

/** Returns a connection that adds entries. */
export async function openRedisPosts(place: RedisPlace, content: string): Promise<Wire> {
  const socket = await openSocket(place);
  const request = command('XADD', place.stream, '*', 'content', content);
  let rest = '';
  return {
    socket,
    next: () => request,
    // An identifier is a bulk string: a line with its length, and its own.
    answered: (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split(END);
      const answers = Math.floor((lines.length - 1) / 2);
      for (let at = 0; at < answers * 2; at += 2)
        if (lines[at]?.[0] !== '$') throw new Error(`Redis refused: ${lines[at]}`);
      rest = lines.slice(answers * 2).join(END);
      return answers;
    },
  };
}

function command(...parts: readonly string[]): string {
  return `*${parts.length}${END}${parts.map((part) => `$${part.length}${END}${part}${END}`).join('')}`;
}
