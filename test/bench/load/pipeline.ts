/** Requests under way on connections whose answers come in the order of the requests. Answers are counted, not parsed. */
import type { Socket } from 'node:net';
import type { Load, LoadTime } from './measure.js';

/** One connection of a load. */
export interface Wire {
  readonly socket: Socket;
  /** Returns the next request. */
  next(): string | Buffer;
  /** Returns how many answers end in these bytes. @throws Error when one is not what it must be */
  answered(bytes: Buffer): number;
}

/** Keeps `underWay` requests of each connection under way until time is over. */
export function pipelined(
  wires: readonly Wire[],
  { underWay, warmUp, measured }: LoadTime & { readonly underWay: number },
): Promise<Load> {
  const begin = performance.now() + warmUp;
  const end = begin + measured;
  const times: number[] = [];
  for (const wire of wires) {
    follow(wire, (sent, now) => {
      if (sent >= begin && now <= end) times.push(now - sent);
      return now < end;
    })(underWay);
  }
  return new Promise((resolve) => {
    setTimeout(() => {
      times.sort((a, b) => a - b);
      const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      const perSecond = (times.length * 1_000) / measured;
      resolve({ count: times.length, perSecond, p50: quantile(0.5), p99: quantile(0.99) });
    }, end - performance.now());
  });
}

/** Sends `count` requests, at most `underWay` of a connection at one time. Resolves when all are answered. */
export function posted(
  wires: readonly Wire[],
  { underWay, count }: { readonly underWay: number; readonly count: number },
) {
  let [left, unanswered] = [count, count];
  return new Promise<void>((resolve) => {
    for (const wire of wires) {
      const send = follow(wire, () => {
        unanswered -= 1;
        if (unanswered === 0) resolve();
        if (left === 0) return false;
        left -= 1;
        return true;
      });
      const first = Math.min(underWay, left);
      left -= first;
      send(first);
    }
  });
}

/**
 * Sends a request for each answer after which there is to be another one.
 *
 * @param goesOn is told when the request was sent that is answered now
 * @returns sends so many requests
 */
function follow(
  { socket, next, answered }: Wire,
  goesOn: (sent: number, now: number) => boolean,
): (requests: number) => void {
  const sent: number[] = [];
  const send = (requests: number) => {
    if (requests === 0) return;
    const now = performance.now();
    const parts: Buffer[] = [];
    for (let request = 0; request < requests; request++) {
      const one = next();
      parts.push(typeof one === 'string' ? Buffer.from(one, 'latin1') : one);
      sent.push(now);
    }
    socket.write(parts.length === 1 ? (parts[0] ?? '') : Buffer.concat(parts));
  };
  socket.on('data', (bytes: Buffer) => {
    const now = performance.now();
    let further = 0;
    for (let answers = answered(bytes); answers > 0; answers--) {
      const begun = sent.shift();
      if (begun === undefined) throw new Error('an answer to no request');
      if (goesOn(begun, now)) further += 1;
    }
    send(further);
  });
  return send;
}
