import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Framing } from './decoder.js';
import { encodeMessage, FrameEncoder } from './encoder.js';
import { MessageBatch } from './message-batch.js';

/** Bytes that may wait in the stream before the writer waits for the peer. */
const HIGH_WATER = 64 * 1024;
/** Maximum characters of a batch of posted messages: they fit in one SSH packet. */
const BATCH = 32 * 1024;

/** A whole message, or its parts, made when the peer reads them. */
export type MessageText = string | AsyncIterable<string>;

/** The connection of a writer. */
export interface WriterTarget {
  readonly stream: Duplex;
  /** A wait required by a layer below the stream (the socket below an SSH channel); undefined when there is none. */
  readonly congestion?: () => Promise<void> | undefined;
  /** Aborted when the connection is lost: waits end then. */
  readonly closed: AbortSignal;
}

/**
 * Writes whole messages one by one, and waits for a slow peer. Waiting messages stay with their senders (each `write` settles
 * when its message is passed on), so the sender bounds their number.
 */
export class MessageWriter {
  readonly #target: WriterTarget;
  #last: Promise<void> | undefined;
  #waiting = 0;
  readonly #batch = new MessageBatch();
  /** The previous batch, until the peer has received it. */
  #leaving: Promise<void> | undefined;
  framing: Framing = 'end-of-message';

  constructor(target: WriterTarget) {
    this.#target = target;
  }

  /** Number of messages that are not passed on yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Sends a message in the current framing. Resolves when the stream has accepted it. Rejects when the connection is lost,
   * when the text cannot be framed, or when its source fails: then half of the message is sent, and the caller must end the
   * connection.
   */
  write(text: MessageText): Promise<void> {
    if (this.#batch.size > 0) this.#sendBatch();
    return this.#inTurn(text, this.framing);
  }

  /**
   * Sends a message in a batch with others posted in the same turn of the event loop: many short messages cost less together.
   * Returns undefined while the peer accepts more; otherwise a promise that resolves when it does. Throws or rejects as
   * `write`.
   */
  post(text: string): Promise<void> | undefined {
    if (this.#target.closed.aborted) throw new Error('the connection is closed');
    if (this.#batch.size === 0) process.nextTick(() => this.#sendBatch());
    this.#batch.add(text, this.framing);
    if (this.#batch.size >= BATCH) this.#sendBatch();
    // A writer that has filled a batch lets other writers run.
    else if (!this.#leaving) return undefined;
    return this.#roomForMore();
  }

  async #roomForMore(): Promise<void> {
    while (this.#leaving) await this.#leaving;
    await nextTurn();
  }

  #sendBatch(): void {
    const together = this.#batch.take();
    if (!together) return;
    const done = this.#inTurn(together, this.framing);
    this.#leaving = done;
    const gone = () => {
      if (this.#leaving === done) this.#leaving = undefined;
    };
    done.then(gone, gone);
  }

  /** Sends after all earlier messages. */
  #inTurn(text: MessageText | Buffer, framing: Framing): Promise<void> {
    const previous = this.#last;
    this.#waiting += 1;
    const done = previous ? previous.then(() => this.#send(text, framing)) : this.#send(text, framing);
    const settled = done.then(ignore, ignore).then(() => {
      this.#waiting -= 1;
      if (this.#last === settled) this.#last = undefined;
    });
    this.#last = settled;
    return done;
  }

  /** Resolves when all written messages have been passed on or have failed. */
  async flush(): Promise<void> {
    this.#sendBatch();
    while (this.#last) await this.#last;
  }

  async #send(text: MessageText | Buffer, framing: Framing): Promise<void> {
    if (Buffer.isBuffer(text)) return this.#put(text);
    if (typeof text === 'string') {
      for (const piece of encodeMessage(text, framing)) await this.#put(piece);
      return;
    }
    const encoder = new FrameEncoder(framing);
    for await (const stretch of text) {
      for (const piece of encoder.encode(stretch)) await this.#put(piece);
    }
    await this.#put(encoder.end());
  }

  #put(piece: Buffer): Promise<void> | undefined {
    const { stream, closed, congestion } = this.#target;
    if (closed.aborted || !stream.writable) throw new Error('the connection is closed');
    if (stream.writableLength + piece.length <= HIGH_WATER) {
      stream.write(piece);
      return congestion?.();
    }
    return this.#putAndWait(piece);
  }

  /** Waits also for `closed`: an SSH channel that closes never calls the callback of `write`. */
  async #putAndWait(piece: Buffer): Promise<void> {
    const { stream, closed, congestion } = this.#target;
    const written = new Promise<void>((resolve) => stream.write(piece, () => resolve()));
    const waiting = new AbortController();
    const gone = once(closed, 'abort', { signal: waiting.signal }).catch(ignore);
    await Promise.race([written, gone]);
    waiting.abort();
    if (closed.aborted) throw new Error('the connection closed while a message was being written');
    await congestion?.();
  }
}

function ignore(): void {}
