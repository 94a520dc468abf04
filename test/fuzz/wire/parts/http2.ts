/** HTTP/2: RESTCONF requests in many streams of one connection, and frames that are none or come where they must not. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { type ConnectionOptions, connect } from 'node:tls';
import { JSON_TYPE } from '../../../support/curl.js';
import type { Endpoints } from '../../../support/node.js';
import type { Random } from '../../random.js';
import { anyHttpRequest, type FuzzRequest, GOOD_TARGET, judgeGood } from '../http-requests.js';
import { inTime } from '../in-time.js';
import { Fault, type Fuzzer, type Input, type Part } from '../part.js';
import { judgeAnswer } from '../refusals.js';
import { anyBytes, mutateBytes } from '../words.js';

/** Of so many inputs, one is frames on a connection of its own. */
const RAW = 20;
const AT_ONCE = 12;
/** Milliseconds until a connection that the node has not ended is dropped. */
const PATIENCE = 1_000;

export const http2: Part = {
  about: 'HTTP/2: requests, and frames that are none; a good request behind each',
  over: 'sockets',
  share: 33,
  batch: 200,
  start: (node) => new Http2(node),
};

class Http2 implements Fuzzer {
  readonly #authorization: string;
  readonly #tls: ConnectionOptions;
  #session: ClientHttp2Session;

  constructor(private readonly node: Endpoints) {
    this.#authorization = `Basic ${Buffer.from(`admin:${node.password}`).toString('base64')}`;
    const ca = readFileSync(node.certificate);
    this.#tls = { host: '127.0.0.1', port: Number(new URL(node.url).port), ca, ALPNProtocols: ['h2'] };
    this.#session = this.#connect();
  }

  #connect(): ClientHttp2Session {
    return connectHttp2(this.node.url, { ca: readFileSync(this.node.certificate) }).on('error', () => undefined);
  }

  async check(inputs: readonly Input[]): Promise<void> {
    if (this.#session.closed || this.#session.destroyed) this.#session = this.#connect();
    const queue = inputs.values();
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work(queue)));
  }

  async #work(queue: Iterator<Input>): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { index, random } = next.value;
      const input = index % RAW === 0 ? frames(random) : anyHttpRequest(random, this.#authorization);
      try {
        if (Buffer.isBuffer(input)) await this.#sendBytes(input);
        else judgeAnswer(await this.#send(input));
        const headers = { authorization: this.#authorization, accept: JSON_TYPE };
        const good = await this.#send({ method: 'GET', target: GOOD_TARGET, headers, body: '' });
        judgeGood(good);
      } catch (error) {
        throw new Fault(index, Buffer.isBuffer(input) ? input : JSON.stringify(input), error);
      }
    }
  }

  async #sendBytes(bytes: Buffer): Promise<void> {
    const socket = connect(this.#tls);
    socket.on('error', () => undefined).resume();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.end(bytes);
    // A header block that stays incomplete is given up on after the idle time only.
    const gone = setTimeout(() => socket.destroy(), PATIENCE);
    await closed;
    clearTimeout(gone);
  }

  #send({ method, target, headers, body }: FuzzRequest): Promise<{ status: number; type: string; body: string }> {
    const stream = this.#session.request(
      { ':method': method, ':path': target, ...headers },
      { endStream: body === '' },
    );
    const pieces: Buffer[] = [];
    let status = 0;
    let type = '';
    stream.on('response', (answer) => {
      status = answer[':status'] ?? 0;
      type = answer['content-encoding'] ? 'gzip' : String(answer['content-type'] ?? '');
      if (type === 'text/event-stream') stream.close(constants.NGHTTP2_NO_ERROR);
    });
    stream.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
    if (body !== '') stream.end(body);
    const answer = once(stream, 'close').then(() => {
      const isText = type !== 'gzip' && type !== 'text/event-stream';
      return { status, type, body: isText ? Buffer.concat(pieces).toString() : '' };
    });
    return inTime(answer, 'the answer');
  }

  end(): void {
    this.#session.destroy();
  }
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = frame(4, 0, 0, Buffer.alloc(0));
/** `:method GET`, `:scheme https`, `:path /`, of HPACK's static table. */
const HEADERS = Buffer.from([0x82, 0x87, 0x84]);

/** The preface and frames of any kind (RFC 9113 §6). */
function frames(random: Random): Buffer {
  const list = Array.from({ length: random.below(12) }, () => anyFrame(random));
  const bytes = Buffer.concat([PREFACE, SETTINGS, ...list]);
  return random.chance(0.5) ? mutateBytes(random, bytes) : bytes;
}

function anyFrame(random: Random): Buffer {
  const stream = random.pick([0, 1, 1, 3, 3, 5, 2, 0x7fffffff]);
  const flags = random.pick([0, 1, 4, 5, 8, 0x20, 0xff]);
  const word = (value: number): Buffer =>
    Buffer.from([value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
  switch (random.below(10)) {
    case 0:
    case 1:
      return frame(1, flags, stream, random.chance(0.5) ? HEADERS : anyBytes(random, 60));
    case 2:
      return frame(9, flags, stream, anyBytes(random, 60));
    case 3:
      return frame(0, flags, stream, anyBytes(random, 60));
    case 4:
      return frame(3, 0, stream, word(random.below(16)));
    case 5:
      return frame(
        4,
        flags & 1,
        0,
        Buffer.concat([Buffer.from([0, random.below(8)]), word(random.pick([0, 1, 0x7fffffff, 0xffffffff]))]),
      );
    case 6:
      return frame(8, 0, stream, word(random.pick([0, 1, 0x7fffffff])));
    case 7:
      return frame(6, flags & 1, 0, anyBytes(random, 9));
    case 8:
      return frame(7, 0, 0, Buffer.concat([word(0), word(random.below(16))]));
    default:
      return frame(random.below(256), flags, stream, anyBytes(random, 20));
  }
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
