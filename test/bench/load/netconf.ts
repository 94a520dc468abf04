/**
 * A NETCONF load generator, a process of its own: the same operations again and again on each session, the next when the
 * answer is there. Answers are only searched for their end and for what they must hold, so that the server is the limit.
 */
import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import { type LoadTime, measure } from './measure.js';

/** A text, and how often it must stand in an answer. */
export interface Expected {
  readonly text: string;
  readonly times: number;
}

export interface NetconfStep {
  /** The operation, without the rpc around it. `{entry}` becomes the number of an entry, `{n}` a text that is new each time. */
  readonly operation: string;
  /** With the same `{entry}` and `{n}`. */
  readonly expect: Expected;
}

export interface NetconfLoad extends LoadTime {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly sessions: number;
  /** Done one after the other; all of them count as one. */
  readonly steps: readonly NetconfStep[];
  /** Entries there are, shared out among the sessions. */
  readonly entries: number;
  /** Requests of a session that are on their way at the same time; 1 unless told. */
  readonly pipelined?: number;
  /** Asked once when all is over, of the entry that a session came to last. */
  readonly finally?: NetconfStep;
}

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const HELLO = `<hello xmlns="${BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.1</capability></capabilities></hello>]]>]]>`;
/** Milliseconds. A request that reaches netconfd in one piece with the hello waits there until the next one comes. */
const HELLO_READ = 50;
/** Share of an answer that its chunk headers may take. */
const CHUNKING = 0.02;
/** Answers up to this length are all searched for what they must hold, longer ones only the first time. */
const SHORT = 16_384;
const NOTHING = Buffer.alloc(0);
const END = { hello: Buffer.from(']]>]]>'), chunked: Buffer.from('\n##\n') };

class Session {
  readonly #channel: Duplex;
  readonly #waiting: ((answer: Buffer) => void)[] = [];
  readonly #lengths = new Map<NetconfStep, number>();
  readonly #load: NetconfLoad;
  readonly #index: number;
  #parts: Buffer[] = [];
  #count = 0;

  constructor(channel: Duplex, load: NetconfLoad, index: number) {
    this.#channel = channel;
    this.#load = load;
    this.#index = index;
  }

  async open(): Promise<void> {
    const first = answerEnding(this.#channel, END.hello);
    this.#channel.write(HELLO);
    await first;
    await new Promise((resolve) => setTimeout(resolve, HELLO_READ));
    this.#channel.on('data', (bytes: Buffer) => this.#take(bytes));
  }

  async request(): Promise<void> {
    const words = this.#words(++this.#count);
    for (const step of this.#load.steps) await this.#ask(step, words);
  }

  async last(step: NetconfStep): Promise<void> {
    await this.#ask(step, this.#words(this.#count));
  }

  #words(count: number): (text: string) => string {
    const { sessions, entries } = this.#load;
    const own = Math.max(1, Math.floor(entries / sessions));
    // Neighbouring requests are of entries far from each other: a prime that divides no size of list used here.
    const entry = this.#index + sessions * ((count * 7_919) % own);
    const fresh = `${process.pid} ${this.#index} ${count}`;
    return (text) => text.replaceAll('{entry}', String(entry)).replaceAll('{n}', fresh);
  }

  async #ask(step: NetconfStep, words: (text: string) => string): Promise<void> {
    const rpc = words(`<rpc message-id="1" xmlns="${BASE}">${step.operation}</rpc>`);
    const answer = await new Promise<Buffer>((resolve) => {
      this.#waiting.push(resolve);
      this.#channel.write(`\n#${Buffer.byteLength(rpc)}\n${rpc}\n##\n`);
    });
    const length = this.#lengths.get(step);
    if (length === undefined || answer.length <= SHORT) requireText(answer, words(step.expect.text), step.expect.times);
    if (length === undefined) this.#lengths.set(step, answer.length);
    // Answers have one length, but a server may cut them into chunks in several ways, and numbers grow.
    else if (Math.abs(answer.length - length) > Math.max(length * CHUNKING, 64))
      throw new Error(`an answer of ${answer.length} bytes, where the first one had ${length}`);
  }

  #take(bytes: Buffer): void {
    let from = 0;
    for (let end = this.#endIn(bytes, from); end >= 0; end = this.#endIn(bytes, from)) {
      const answer = Buffer.concat([...this.#parts, bytes.subarray(from, end)]);
      this.#parts = [];
      from = end;
      this.#waiting.shift()?.(answer);
    }
    if (from < bytes.length) this.#parts.push(bytes.subarray(from));
  }

  /** Where the answer ends whose bytes begin, or go on, at `from`; negative where it does not end in them. */
  #endIn(bytes: Buffer, from: number): number {
    const before = this.#parts.length === 0 ? NOTHING : Buffer.concat(this.#parts.slice(1 - END.chunked.length));
    const tail = before.subarray(Math.max(0, before.length + 1 - END.chunked.length));
    const seam = Buffer.concat([tail, bytes.subarray(from, from + END.chunked.length - 1)]).indexOf(END.chunked);
    if (seam >= 0) return from + seam + END.chunked.length - tail.length;
    const found = bytes.indexOf(END.chunked, from);
    return found < 0 ? -1 : found + END.chunked.length;
  }
}

function requireText(answer: Buffer, text: string, times: number): void {
  let found = 0;
  for (let at = answer.indexOf(text); at >= 0; at = answer.indexOf(text, at + text.length)) found += 1;
  // A chunk may end within the text, in a few of many places.
  const cut = answer.length > SHORT ? Math.ceil(answer.length / SHORT) * 4 : 0;
  if (found > times || found < times - cut)
    throw new Error(`the answer has "${text}" ${found} times, not ${times}: ${answer.toString().slice(0, 4_000)}`);
}

async function openSession(load: NetconfLoad, index: number): Promise<Session> {
  const { host, port, username, password, privateKey } = load;
  const connection = new ssh2.Client();
  const channel = await new Promise<Duplex>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('ready', () => {
      connection.setNoDelay(true);
      connection.subsys('netconf', (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    connection.connect({
      ...{ host, port, username, password, privateKey },
      algorithms: { cipher: ['aes128-gcm@openssh.com'] },
    });
  });
  const session = new Session(channel, load, index);
  await session.open();
  return session;
}

/** All bytes up to one input that ends with `end`. */
function answerEnding(channel: Duplex, end: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    let all = Buffer.alloc(0);
    const take = (bytes: Buffer) => {
      all = Buffer.concat([all, bytes]);
      if (all.length < end.length || all.compare(end, 0, end.length, all.length - end.length) !== 0) return;
      channel.off('data', take);
      resolve(all);
    };
    channel.on('data', take);
  });
}

const load: NetconfLoad = JSON.parse(process.argv[2] ?? '{}');
const sessions = await Promise.all(Array.from({ length: load.sessions }, (_, index) => openSession(load, index)));
for (const session of sessions) await session.request();
const clients = sessions.flatMap((session) => Array.from({ length: load.pipelined ?? 1 }, () => session));
const measured = await measure(clients, load);
if (load.finally) for (const session of sessions) await session.last(load.finally);
console.log(JSON.stringify(measured));
process.exit(0);
