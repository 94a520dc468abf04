/** A client made of literal text, and a session to talk to: for tests of what goes over the wire. */
import type { Socket } from 'node:net';
import { NetconfSession } from '../../src/netconf/session.js';
import {
  type CloseReason,
  DEFAULT_SESSION_LIMITS,
  type ReplyBody,
  type SessionHandler,
  type SessionLimits,
} from '../../src/netconf/session-handler.js';
import { FrameDecoder, type Framing } from '../../src/wire/index.js';
import { socketPair } from '../clients/socket-pair.js';

export const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
export const BASE_10 = 'urn:ietf:params:netconf:base:1.0';
export const BASE_11 = 'urn:ietf:params:netconf:base:1.1';
export const EOM = ']]>]]>';

export function hello(...capabilities: readonly string[]): string {
  return `<hello xmlns="${BASE}"><capabilities>${capabilities.map((each) => `<capability>${each}</capability>`).join('')}</capabilities></hello>${EOM}`;
}

export function chunk(text: string): string {
  return `\n#${Buffer.byteLength(text)}\n${text}\n##\n`;
}

export function rpc(id: number, operation: string): string {
  return `<rpc xmlns="${BASE}" message-id="${id}">${operation}</rpc>`;
}

/** The client's end: sends text, receives messages. */
export class Wire {
  readonly stream: Socket;
  readonly #decoder = new FrameDecoder('end-of-message');
  readonly #messages: AsyncGenerator<string>;

  constructor(stream: Socket) {
    this.stream = stream;
    stream.on('error', () => undefined);
    this.#messages = this.#read();
  }

  send(text: string | Buffer): void {
    this.stream.write(text);
  }

  /** The next message, or 'closed'. */
  async receive(): Promise<string> {
    const next = await this.#messages.next();
    return next.done ? 'closed' : next.value;
  }

  switchTo(framing: Framing): void {
    this.#decoder.switchTo(framing);
  }

  async *#read(): AsyncGenerator<string, void> {
    try {
      for await (const bytes of this.stream) {
        this.#decoder.push(bytes);
        for (let message = this.#decoder.next(); message; message = this.#decoder.next()) yield message.toString();
      }
    } catch {
      // A broken connection reads as a closed one.
    }
  }
}

export interface Bench {
  readonly wire: Wire;
  readonly session: NetconfSession;
  readonly done: Promise<void>;
  readonly closed: CloseReason[];
  readonly internalErrors: unknown[];
}

export interface BenchOptions {
  readonly onRpc?: SessionHandler['onRpc'];
  readonly onClose?: () => Promise<void>;
  readonly limits?: Partial<SessionLimits>;
  readonly capabilities?: readonly string[];
}

/** A session over a socket, whose handler answers `ok` unless told otherwise. */
export async function startSession(o: BenchOptions = {}): Promise<Bench> {
  const [ours, theirs] = await socketPair();
  const closed: CloseReason[] = [];
  const internalErrors: unknown[] = [];
  const session = new NetconfSession({
    id: 4,
    principal: { name: 'admin', groups: ['admin'] },
    transport: { name: 'netconf-ssh', stream: theirs, sourceHost: '192.0.2.1' },
    capabilities: o.capabilities ?? [BASE_10, BASE_11],
    handler: {
      onOpen: () => undefined,
      onRpc: o.onRpc ?? (async (): Promise<ReplyBody> => ({ kind: 'ok' })),
      onClose: async (_session, reason) => {
        closed.push(reason);
        await o.onClose?.();
      },
      onInternalError: (_session, error) => {
        internalErrors.push(error);
      },
    },
    namespaceOf: (module) => `urn:${module}`,
    limits: { ...DEFAULT_SESSION_LIMITS, ...o.limits },
  });
  return { wire: new Wire(ours), session, done: session.run(), closed, internalErrors };
}

/** The same, hellos exchanged. */
export async function openSession(version: '1.0' | '1.1', o: BenchOptions = {}): Promise<Bench> {
  const bench = await startSession(o);
  await bench.wire.receive();
  bench.wire.send(version === '1.1' ? hello(BASE_10, BASE_11) : hello(BASE_10));
  if (version === '1.1') bench.wire.switchTo('chunked');
  return bench;
}
