/** HTTP/1.1 over TLS: RESTCONF requests changed at random, and bytes that are hardly HTTP any more. */
import { match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { type ConnectionOptions, connect } from 'node:tls';
import { JSON_TYPE } from '../../../support/curl.js';
import type { Endpoints } from '../../../support/node.js';
import { anyHttpRequest, type FuzzRequest, GOOD_TARGET, judgeGood } from '../http-requests.js';
import { inTime } from '../in-time.js';
import { Fault, type Fuzzer, type Input, type Part } from '../part.js';
import { judgeAnswer } from '../refusals.js';
import { mutateBytes } from '../words.js';

/** Of so many requests, one is bytes on a connection of its own. */
const RAW = 20;

export const http1: Part = {
  about: 'HTTP/1.1: requests, and bytes that are none; a good request behind each',
  over: 'sockets',
  share: 55,
  batch: 200,
  start: (node) => new Http1(node),
};

class Http1 implements Fuzzer {
  readonly #agent: Agent;
  readonly #authorization: string;
  readonly #tls: ConnectionOptions;

  constructor(node: Endpoints) {
    const ca = readFileSync(node.certificate);
    this.#agent = new Agent({ keepAlive: true, maxSockets: 8, ca, ALPNProtocols: ['http/1.1'] });
    this.#authorization = `Basic ${Buffer.from(`admin:${node.password}`).toString('base64')}`;
    this.#tls = { host: '127.0.0.1', port: Number(new URL(node.url).port), ca, ALPNProtocols: ['http/1.1'] };
  }

  async check(inputs: readonly Input[]): Promise<void> {
    const queue = inputs.values();
    // What one worker finds wrong ends the others before their next input.
    await Promise.all(Array.from({ length: 8 }, () => this.#work(queue)));
  }

  async #work(queue: Iterator<Input>): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { index, random } = next.value;
      const input = index % RAW === 0 ? this.#bytes(next.value) : anyHttpRequest(random, this.#authorization);
      try {
        if (Buffer.isBuffer(input)) await this.#sendBytes(input);
        else judgeAnswer(await this.#send(input));
        const good = await this.#send({
          method: 'GET',
          target: GOOD_TARGET,
          headers: { authorization: this.#authorization, accept: JSON_TYPE },
          body: '',
        });
        judgeGood(good);
      } catch (error) {
        throw new Fault(index, Buffer.isBuffer(input) ? input : JSON.stringify(input), error);
      }
    }
  }

  #bytes({ random }: Input): Buffer {
    const { method, target, headers, body } = anyHttpRequest(random, this.#authorization);
    const lines = Object.entries({
      host: 'x',
      connection: 'close',
      'content-length': Buffer.byteLength(body),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    return mutateBytes(random, Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`));
  }

  async #sendBytes(bytes: Buffer): Promise<void> {
    const socket = connect(this.#tls);
    socket.on('error', () => undefined);
    socket.end(bytes);
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    await inTime(new Promise<void>((resolve) => socket.once('close', () => resolve())), 'the end of the connection');
    const answer = Buffer.concat(pieces).toString('latin1');
    if (answer !== '') match(answer, /^HTTP\/1\.1 ([1234]\d\d|501|503|505) /);
  }

  #send({ method, target, headers, body }: FuzzRequest): Promise<{ status: number; type: string; body: string }> {
    const length = body === '' && method !== 'POST' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const answer = new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
      const { host, port } = this.#tls;
      const outgoing = request(
        { host, port, path: target, method, agent: this.#agent, headers: { ...headers, ...length } },
        (incoming) => {
          const {
            statusCode = 0,
            headers: { 'content-type': type = '', 'content-encoding': coding },
          } = incoming;
          if (type === 'text/event-stream') {
            incoming.destroy();
            resolve({ status: statusCode, type, body: '' });
            return;
          }
          readText(incoming).then((text) => resolve({ status: statusCode, type, body: coding ? '' : text }), reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    return inTime(answer, 'the answer');
  }

  end(): void {
    this.#agent.destroy();
  }
}
