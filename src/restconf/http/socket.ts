import type { Socket as NetSocket } from 'node:net';
import type { WebSocket } from 'ws';
import type { HeldBytes, Socket } from '../../server/index.js';
import type { Limits } from './limits.js';
import { SocketMessages } from './socket-messages.js';

export interface SocketOptions {
  /** The connection below the WebSocket. */
  readonly connection: NetSocket;
  readonly limits: Pick<Limits, 'stallTime' | 'heartbeat' | 'closeTime'>;
  /** Counts the bytes of messages that arrive, wait for the face, or wait for the client. */
  readonly held: HeldBytes;
  /** Aborted when the WebSocket is closed. */
  readonly signal: AbortSignal;
}

/** A message that is being sent, or waits for its turn. */
interface Outgoing {
  readonly message: string | Uint8Array;
  readonly size: number;
  /** Bytes that were given to the connection. */
  sent: number;
  readonly done: (error?: Error) => void;
}

/** A ping that is not answered. */
interface Ping {
  readonly number: number;
  readonly done: (error?: Error) => void;
}

/** Maximum number of bytes of a frame, and of the frames that the connection has not taken. */
const WINDOW = 64 * 1024;
/** Bytes of the header of a control frame from a client (RFC 6455 §5.2). */
const CONTROL_HEADER = 6;
const NORMAL = 1000;
const TRY_AGAIN_LATER = 1013;

/**
 * A WebSocket as faces have it: messages are read and written as fast as they are taken. Long messages are sent in frames, so that
 * pings and the end come between them, and progress is seen.
 */
export class FaceSocket implements Socket {
  readonly messages: SocketMessages;
  readonly #queue: Outgoing[] = [];
  /** Bytes, and frames, that the connection has not taken yet. */
  #flying = 0;
  #frames = 0;
  #stall: NodeJS.Timeout | undefined;
  #closing: readonly [number, string | undefined] | undefined;
  /** The oldest first. */
  readonly #pings: Ping[] = [];
  #pinged = 0;
  /** Beats in a row in which the other side took nothing and said nothing. */
  #silent = 0;
  /** Bytes of a message that have arrived before it is complete. */
  #arrived = 0;
  /** True once bytes were refused: the WebSocket ends. */
  #refused = false;
  /** Bytes that the connection had read at the last beat. */
  #read: number;
  readonly #beats: NodeJS.Timeout;

  constructor(
    private readonly websocket: WebSocket,
    private readonly o: SocketOptions,
  ) {
    const { connection, held, limits } = o;
    this.messages = new SocketMessages(websocket, held);
    this.#read = connection.bytesRead;
    this.#beats = setInterval(beat, limits.heartbeat, this).unref();
    connection.prependListener('data', (part: Buffer) => this.#arrive(part));
    websocket
      .on('message', (message: Buffer, isBinary: boolean) => {
        held.add(message.length);
        this.#release(this.#arrived);
        this.messages.arrived(isBinary ? message : message.toString());
      })
      .on('ping', (data: Buffer) => this.#release(CONTROL_HEADER + data.length))
      .on('pong', (data: Buffer) => {
        this.#release(CONTROL_HEADER + data.length);
        this.#answered(Number(data.toString('latin1')));
      })
      // The reader is told by its iteration; a socket that nobody reads must not end the process.
      .on('error', (error: Error) => this.messages.end(error))
      .on('close', () => this.#closed());
  }

  get signal(): AbortSignal {
    return this.o.signal;
  }

  async write(message: string | Uint8Array): Promise<void> {
    if (this.#closing) throw closed();
    const size = Buffer.byteLength(message);
    const { held } = this.o;
    held.take(size);
    try {
      await new Promise<void>((resolve, reject) => {
        const done = (error?: Error) => (error ? reject(error) : resolve());
        this.#queue.push({ message, size, sent: 0, done });
        this.#pump();
      });
    } finally {
      held.add(-size);
    }
  }

  ping(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closing || this.signal.aborted) return reject(closed());
      this.#pinged += 1;
      this.#pings.push({ number: this.#pinged, done: (error) => (error ? reject(error) : resolve()) });
      this.websocket.ping(String(this.#pinged));
    });
  }

  /** A pong answers all pings before it, too (RFC 6455 §5.5.3). Those of the heartbeat have no number. */
  #answered(number: number): void {
    const later = this.#pings.findIndex((ping) => !(ping.number <= number));
    for (const { done } of this.#pings.splice(0, later < 0 ? this.#pings.length : later)) done();
  }

  close(code: number = NORMAL, reason?: string): void {
    this.#closing ??= [code, reason];
    this.#pump();
  }

  /** Closes it at once, and cuts it where the other side does not close in time. */
  end(code: number, reason: string): void {
    this.websocket.close(code, reason);
    setTimeout(() => this.websocket.terminate(), this.o.limits.closeTime).unref();
  }

  /** Gives frames to the connection, as long as it takes them; closes behind the last one. */
  #pump(): void {
    for (let next = this.#queue[0]; next && this.#flying < WINDOW; next = this.#queue[0]) {
      const { message, size, sent } = next;
      const part = size <= WINDOW ? message : Buffer.from(message).subarray(sent, sent + WINDOW);
      next.sent += WINDOW;
      const isLast = next.sent >= size;
      if (isLast) this.#queue.shift();
      this.#send(part, { fin: isLast, binary: typeof message !== 'string' }, next.done);
    }
    if (this.#closing && this.#queue.length === 0) this.websocket.close(...this.#closing);
  }

  #send(
    part: string | Uint8Array,
    frame: { readonly fin: boolean; readonly binary: boolean },
    done: Outgoing['done'],
  ): void {
    const length = Buffer.byteLength(part);
    this.#flying += length;
    this.#frames += 1;
    if (this.#frames === 1) this.#stall = setTimeout(() => this.websocket.terminate(), this.o.limits.stallTime).unref();
    this.websocket.send(part, frame, (error) => {
      this.#flying -= length;
      this.#frames -= 1;
      this.#silent = 0;
      if (this.#frames === 0) clearTimeout(this.#stall);
      else this.#stall?.refresh();
      // A connection that is cut says of its last frames that it took them, or that they were canceled.
      const fault = this.o.connection.destroyed ? closed(error) : (error ?? undefined);
      if (frame.fin || fault) done(fault);
      this.#pump();
    });
  }

  /** Pings, and cuts off the other side when it has said and taken nothing. One whose messages nobody reads cannot be heard. */
  beat(): void {
    const { connection } = this.o;
    const { heartbeat, stallTime } = this.o.limits;
    const isHeard = connection.bytesRead !== this.#read || this.websocket.isPaused;
    this.#silent = isHeard ? 0 : this.#silent + 1;
    this.#read = connection.bytesRead;
    if (this.#silent * heartbeat > stallTime) this.websocket.terminate();
    else this.websocket.ping();
  }

  /** Counts bytes of a message before it is complete. */
  #arrive({ length }: Buffer): void {
    if (this.#refused) return;
    try {
      this.o.held.takeRequest(length);
      this.#arrived += length;
    } catch {
      this.#refused = true;
      this.websocket.pause();
      this.end(TRY_AGAIN_LATER, 'the messages, requests and answers of this user hold too many bytes');
    }
  }

  #release(size: number): void {
    const released = Math.min(size, this.#arrived);
    this.o.held.add(-released);
    this.#arrived -= released;
  }

  #closed(): void {
    clearInterval(this.#beats);
    this.messages.end();
    for (const { done } of [...this.#queue.splice(0), ...this.#pings.splice(0)]) done(closed());
  }
}

/** One function for the timers of all: each would hold its own. */
function beat(socket: FaceSocket): void {
  socket.beat();
}

function closed(cause?: unknown): Error {
  return new Error('the WebSocket is closed', { cause });
}
