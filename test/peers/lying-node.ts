/** A peer of the tests that speaks RESTCONF and gives whatever it is told to give. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../src/keys/index.js';
import type { Plain } from './domains-rig.js';

/** Positions that were acknowledged, by session. */
export type Acknowledged = ReadonlyMap<string, Plain>;

const VERSION = { 'ietf-restconf:yang-library-version': '2019-01-04' };
const RPC = '/restconf/operations/yangent-sessions:';
const ACTION = /^\/restconf\/data\/yangent-sessions:sessions\/session=[^/]+\/([a-z-]+)$/;

export class LyingNode {
  /** What was sent to it. */
  readonly sent: Plain[] = [];
  /** Answers a message that is sent; with a number, by an error of this status. */
  answerSend: (input: Plain) => Plain | number = ({ session, id }) => ({ session, id, status: 'accepted' });
  /** Answers an action of a session. */
  answerAct: (action: string, input: Plain) => Plain = () => ({});
  /** Answers a request for the bytes of data. */
  answerBytes: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(404).end();
  /** Set: each receive is answered with it at once. */
  endless: Plain | undefined;
  /** How often it was asked for sessions. */
  asked = 0;
  #waiting: ServerResponse | undefined;
  #batch: Plain | undefined;
  #told: ((acknowledged: Acknowledged) => void) | undefined;
  /** The highest positions since the last batch. */
  readonly #acknowledged = new Map<string, Plain>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly identity: string,
  ) {}

  static async start(): Promise<LyingNode> {
    const { cert, key } = await selfSigned(['127.0.0.1']);
    const server = createServer({ cert, key });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { fingerprint256 } = new X509Certificate(cert);
    const lying = new LyingNode(
      server,
      `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      `sha-256:${fingerprint256.replaceAll(':', '').toLowerCase()}`,
    );
    server.on('request', (request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        if (request.url?.startsWith('/data/')) lying.answerBytes(request, response);
        else lying.#answer(request.url ?? '', text === '' ? {} : JSON.parse(text), response);
      });
    });
    return lying;
  }

  /** Gives a batch. @returns what was acknowledged until it was asked for the next one */
  give(batch: Plain): Promise<Acknowledged> {
    const told = new Promise<Acknowledged>((resolve) => {
      this.#told = resolve;
    });
    this.#batch = batch;
    this.#flush();
    return told;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #answer(path: string, body: Plain, response: ServerResponse): void {
    const input = body['yangent-sessions:input'] ?? {};
    if (path === '/restconf/yang-library-version') json(response, VERSION);
    else if (path === `${RPC}receive`) this.#receive(response);
    else if (path === `${RPC}acknowledge`) {
      response.writeHead(204).end();
      for (const each of input.position as readonly Plain[]) this.#acknowledge(each);
    } else if (path === `${RPC}send`) {
      this.sent.push(input);
      const answer = this.answerSend(input);
      if (typeof answer === 'number') refuse(response, answer);
      else json(response, { 'yangent-sessions:output': answer });
    } else if (ACTION.test(path)) {
      const [, action = ''] = ACTION.exec(path) ?? [];
      json(response, { 'yangent-sessions:output': this.answerAct(action, input) });
    } else response.writeHead(404).end();
  }

  #receive(response: ServerResponse): void {
    this.asked += 1;
    if (!this.#batch) this.#told?.(new Map(this.#acknowledged));
    this.#waiting = response;
    this.#flush();
  }

  #flush(): void {
    const batch = this.#batch ?? this.endless;
    const response = this.#waiting;
    if (!batch || !response) return;
    this.#batch = undefined;
    this.#waiting = undefined;
    this.#acknowledged.clear();
    json(response, { 'yangent-sessions:output': batch });
  }

  /** Messages that go there let their sessions be acknowledged, too. */
  #acknowledge(position: Plain): void {
    const before = this.#acknowledged.get(position.session);
    if (!before || Number(position.through) >= Number(before.through))
      this.#acknowledged.set(position.session, position);
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  const error = { 'error-type': 'application', 'error-tag': 'invalid-value', 'error-message': 'it is refused' };
  json(response, { 'ietf-restconf:errors': { error: [error] } });
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/yang-data+json');
  response.end(JSON.stringify(value));
}
