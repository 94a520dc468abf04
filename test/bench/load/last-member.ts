/** From the post of a message until the last member has it, when nothing else is done. */
import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection, type HttpPlace } from './http-wire.js';
import type { Load } from './measure.js';
import { MESSAGE } from './post-wires.js';
import { openSessionReader } from './session-reader.js';
import { options } from './steering.js';

export interface LastMemberOptions {
  readonly place: HttpPlace;
  readonly session: string;
  readonly from: string;
  readonly readers: readonly string[];
  readonly messages: number;
}

/** Milliseconds between a delivery and the next post, in which the readers acknowledge and wait again. */
const REST = 20;
/** Posts that are not counted. */
const FIRST = 50;

const { place, session, from, readers, messages } = options<LastMemberOptions>();
let told: () => void = () => undefined;
let missing = 0;
const received = (number: number) => {
  missing -= number;
  if (missing === 0) told();
};
for (const reader of readers) await openSessionReader({ ...place, session, wait: 60 }, reader, received);
const sender = await HttpConnection.open(place);
const times: number[] = [];
for (let number = 0; number < FIRST + messages; number++) {
  await pause(REST);
  missing = readers.length;
  const all = new Promise<void>((resolve) => {
    told = resolve;
  });
  const begun = performance.now();
  const answered = sender.ask('send', { session, from, content: MESSAGE });
  await all;
  if (number >= FIRST) times.push(performance.now() - begun);
  await answered;
}
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(JSON.stringify({ count: times.length, perSecond: 0, p50: at(0.5), p99: at(0.99) } satisfies Load));
process.exit(0);
