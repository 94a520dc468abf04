/** Agents that join a long session one after the other, and read its last messages. */
import { HttpConnection, type HttpPlace } from './http-wire.js';
import type { Load } from './measure.js';
import { options } from './steering.js';

export interface JoinsOptions {
  readonly place: HttpPlace;
  readonly session: string;
  readonly agents: readonly string[];
  /** Messages that each of them reads. */
  readonly limit: number;
}

const { place, session, agents, limit } = options<JoinsOptions>();
const connection = await HttpConnection.open(place);
const times: number[] = [];
for (const agent of agents) {
  const begun = performance.now();
  await connection.ask({ session, action: 'join' }, { agent });
  const body = await connection.ask('history', { session, agent, limit });
  times.push(performance.now() - begun);
  const found = body.split('"sequence":').length - 1;
  if (found !== limit) throw new Error(`${found} messages, not ${limit}: ${body}`);
}
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(JSON.stringify({ count: times.length, perSecond: 0, p50: at(0.5), p99: at(0.99) } satisfies Load));
process.exit(0);
