import type { Socket as NetSocket } from 'node:net';
import type { Readable } from 'node:stream';
import { createWebSocketStream, type WebSocket } from 'ws';
import type { HeldBytes, Socket } from '../../server/index.js';

export interface SocketOptions {
  /** The connection below the WebSocket. */
  readonly connection: NetSocket;
  /** Milliseconds for which the other side may take nothing, or say nothing. */
  readonly stallTime: number;
  /** Milliseconds between two pings. */
  readonly heartbeat: number;
  /** Counts the bytes of messages that arrive, wait for the face, or wait for the client. */
  readonly held: HeldBytes;
  /** Aborted when the WebSocket is closed. */
  readonly signal: AbortSignal;
  /** Ends the WebSocket in time, with a close code (RFC 6455 §7.4). */
  readonly end: (code: number, reason: string) => void;
}

/** Bytes of a frame; a longer message is sent in several, so that pings and the end come between, and progress is seen. */
const FRAME = 64 * 1024;
const NORMAL = 1000;
const TRY_AGAIN_LATER = 1013;

/** A WebSocket as faces have it: messages are read and written as fast as they are taken. */
export class FaceSocket implements Socket {
  readonly messages: AsyncIterable<string | Uint8Array>;
  readonly signal: AbortSignal;
  /** Frames that the connection has not taken yet. */
  #pending = 0;
  #stall: NodeJS.Timeout | undefined;
  /** Settles when the last of the long messages is sent: no other may come between its frames. */
  #long: Promise<void> | undefined;
  /** Beats in a row in which the other side took nothing and said nothing. */
  #silent = 0;

  constructor(
    private readonly websocket: WebSocket,
    private readonly o: SocketOptions,
  ) {
    this.signal = o.signal;
    const arriving = this.#countArriving();
    const stream = createWebSocketStream(websocket, { readableObjectMode: true, readableHighWaterMark: 1 });
    // The reader is told by its iteration; a socket that nobody reads must not end the process.
    stream.on('error', () => {});
    this.messages = { [Symbol.asyncIterator]: () => counted(stream, o.held) };
    websocket.on('message', (message: Buffer) => arriving.became(message.length));
    this.#beat();
  }

  async write(message: string | Uint8Array): Promise<void> {
    const size = Buffer.byteLength(message);
    const { held } = this.o;
    held.take(size);
    try {
      if (size > FRAME || this.#long) await this.#inTurn(message);
      else await this.#send(message, true, typeof message !== 'string');
    } finally {
      held.add(-size);
    }
  }

  close(code: number = NORMAL, reason?: string): void {
    this.websocket.close(code, reason);
  }

  #inTurn(message: string | Uint8Array): Promise<void> {
    const before = this.#long ?? Promise.resolve();
    const sent = before.then(() => this.#sendFrames(message));
    const over = sent
      .catch(() => undefined)
      .then(() => {
        if (this.#long === over) this.#long = undefined;
      });
    this.#long = over;
    return sent;
  }

  async #sendFrames(message: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(message);
    const isBinary = typeof message !== 'string';
    for (let from = 0; from < bytes.length || from === 0; from += FRAME) {
      const isLast = from + FRAME >= bytes.length;
      await this.#send(bytes.subarray(from, from + FRAME), isLast, isBinary);
    }
  }

  #send(frame: string | Uint8Array, fin: boolean, binary: boolean): Promise<void> {
    this.#begins();
    return new Promise((resolve, reject) => {
      this.websocket.send(frame, { fin, binary }, (error) => {
        this.#ends();
        // A connection that is cut says of its last frames that it took them.
        if (error || this.o.connection.destroyed) reject(error ?? new Error('the WebSocket is closed'));
        else resolve();
      });
    });
  }

  #begins(): void {
    this.#pending += 1;
    if (this.#pending === 1) this.#stall = setTimeout(() => this.websocket.terminate(), this.o.stallTime).unref();
  }

  #ends(): void {
    this.#pending -= 1;
    this.#silent = 0;
    if (this.#pending === 0) clearTimeout(this.#stall);
    else this.#stall?.refresh();
  }

  /** Pings, and cuts off the other side when it has said and taken nothing. One whose messages nobody reads cannot be heard. */
  #beat(): void {
    const { connection, heartbeat, stallTime } = this.o;
    let read = connection.bytesRead;
    const timer = setInterval(() => {
      const isHeard = connection.bytesRead !== read || this.websocket.isPaused;
      this.#silent = isHeard ? 0 : this.#silent + 1;
      read = connection.bytesRead;
      if (this.#silent * heartbeat > stallTime) this.websocket.terminate();
      else this.websocket.ping();
    }, heartbeat).unref();
    this.websocket.once('close', () => clearInterval(timer));
  }

  /** Counts what has arrived of a message, before it is whole. */
  #countArriving(): { became(size: number): void } {
    const { connection, held, end } = this.o;
    let bytes = 0;
    const arrived = (part: Buffer) => {
      try {
        held.takeRequest(part.length);
        bytes += part.length;
      } catch {
        connection.off('data', arrived);
        this.websocket.pause();
        end(TRY_AGAIN_LATER, 'the messages, requests and answers of this user hold too many bytes');
      }
    };
    connection.prependListener('data', arrived);
    return {
      became: (size) => {
        held.add(size - bytes);
        bytes = 0;
      },
    };
  }
}

/** Gives the messages; each counts until the next is asked for. One who stops reading may go on later. */
async function* counted(stream: Readable, held: HeldBytes): AsyncGenerator<string | Uint8Array, void, void> {
  for await (const message of stream.iterator({ destroyOnReturn: false })) {
    try {
      yield message;
    } finally {
      held.add(-Buffer.byteLength(message));
    }
  }
}
