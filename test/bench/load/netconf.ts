/**
 * A NETCONF load generator, a process of its own: the same request again and again on each session, the next when the
 * answer is there. Requests are encoded once and answers only searched for their end, so that the server is the limit.
 */
import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import { type LoadTime, measure } from './measure.js';

export interface NetconfLoad extends LoadTime {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly sessions: number;
  /** The operation, without the rpc around it. */
  readonly operation: string;
  /** Must stand in the answer this often. */
  readonly expect: { readonly text: string; readonly times: number };
}

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const HELLO = `<hello xmlns="${BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.1</capability></capabilities></hello>]]>]]>`;
/** Share of an answer that its chunk headers may take. */
const CHUNKING = 0.02;
const END = { hello: Buffer.from(']]>]]>'), chunked: Buffer.from('\n##\n') };

async function openSession(load: NetconfLoad): Promise<{ request(): Promise<void> }> {
  const { host, port, username, password, privateKey, operation, expect } = load;
  const connection = new ssh2.Client();
  const channel = await new Promise<Duplex>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('ready', () => {
      connection.setNoDelay(true);
      connection.subsys('netconf', (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    connection.connect({
      host,
      port,
      username,
      password,
      privateKey,
      algorithms: { cipher: ['aes128-gcm@openssh.com'] },
    });
  });
  const rpc = `<rpc message-id="1" xmlns="${BASE}">${operation}</rpc>`;
  const message = Buffer.from(`\n#${Buffer.byteLength(rpc)}\n${rpc}\n##\n`);
  const first = answerEnding(channel, END.hello);
  channel.write(HELLO);
  await first;
  const checked = answerEnding(channel, END.chunked);
  channel.write(message);
  const answer = (await checked).toString();
  const found = answer.split(expect.text).length - 1;
  if (found !== expect.times)
    throw new Error(`the answer has "${expect.text}" ${found} times, not ${expect.times}: ${answer}`);

  const { length } = Buffer.from(answer);
  let received = 0;
  let last: Buffer = Buffer.alloc(0);
  let done: (() => void) | undefined;
  channel.on('data', (bytes: Buffer) => {
    received += bytes.length;
    last = bytes.length >= END.chunked.length ? bytes : Buffer.concat([last, bytes]);
    if (!endsWith(last, END.chunked)) return;
    // The same request is answered by the same text, which a server may cut into chunks in several ways.
    if (Math.abs(received - length) > length * CHUNKING)
      throw new Error(`an answer of ${received} bytes, where the first one had ${length}`);
    received = 0;
    done?.();
  });
  return {
    request: () =>
      new Promise((resolve) => {
        done = resolve;
        channel.write(message);
      }),
  };
}

/** All bytes up to one input that ends with `end`. */
function answerEnding(channel: Duplex, end: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    let all = Buffer.alloc(0);
    const take = (bytes: Buffer) => {
      all = Buffer.concat([all, bytes]);
      if (!endsWith(all, end)) return;
      channel.off('data', take);
      resolve(all);
    };
    channel.on('data', take);
  });
}

function endsWith(bytes: Buffer, end: Buffer): boolean {
  return bytes.length >= end.length && bytes.compare(end, 0, end.length, bytes.length - end.length) === 0;
}

const load: NetconfLoad = JSON.parse(process.argv[2] ?? '{}');
const sessions = await Promise.all(Array.from({ length: load.sessions }, () => openSession(load)));
console.log(JSON.stringify(await measure(sessions, load)));
process.exit(0);
