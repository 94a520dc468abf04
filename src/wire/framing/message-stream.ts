import type { Duplex } from 'node:stream';
import { messageOf } from '../../data/index.js';
import { DEFAULT_MESSAGE_LIMIT, FrameDecoder, type Framing } from './decoder.js';
import { FramingError } from './framing-error.js';
import { MessageWriter } from './message-writer.js';

/** Bytes of messages not yet asked for that may wait here; above it the peer is made to wait. */
const READ_AHEAD = 256 * 1024;

export interface MessageStreamOptions {
  /** Longest message accepted, in bytes; 16 MiB unless told. */
  readonly messageLimit?: number;
  /** A wait imposed by a layer below the stream when writing; undefined when there is none. */
  readonly congestion?: () => Promise<void> | undefined;
  /** Told how many bytes of messages wait to be read or completed; what it throws ends the reading. */
  readonly onPending?: (bytes: number) => void;
}

/** Messages over any byte stream: an SSH channel, a TLS socket, a pipe. Begins in end-of-message framing, as hellos need it. */
export class MessageStream {
  readonly writer: MessageWriter;
  readonly #stream: Duplex;
  readonly #decoder: FrameDecoder;
  readonly #onPending: ((bytes: number) => void) | undefined;
  readonly #closing = new AbortController();
  #denied: FramingError | undefined;
  #ended = false;
  #fault: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Duplex, options: MessageStreamOptions = {}) {
    this.#stream = stream;
    this.#onPending = options.onPending;
    this.#decoder = new FrameDecoder('end-of-message', options.messageLimit ?? DEFAULT_MESSAGE_LIMIT);
    this.writer = new MessageWriter({ stream, congestion: options.congestion, closed: this.#closing.signal });
    stream.on('data', (bytes: Buffer) => this.#onData(bytes));
    stream.once('end', () => this.#onEnd());
    stream.once('close', () => this.destroy());
    stream.on('error', (error: Error) => this.destroy(error));
  }

  /** Aborted once the connection is gone; its reason is the error that ended it, if one did. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * The next message; undefined when the peer has ended the stream or the connection is gone. One reader at a time.
   * @throws FramingError when no more messages can be found in the stream; the error of the connection when it broke
   */
  async read(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#closing.signal.aborted) {
        if (this.#fault) throw this.#fault;
        return undefined;
      }
      if (this.#denied) throw this.#denied;
      const message = this.#decoder.next();
      this.#count();
      if (message) return message;
      if (this.#ended) {
        this.#decoder.end();
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#stream.resume();
      });
    }
  }

  /** The framing of all that follows, in both directions. */
  switchTo(framing: Framing): void {
    this.#decoder.switchTo(framing);
    this.writer.framing = framing;
  }

  /** Ends our side; the peer's may still send. */
  end(): void {
    if (this.#stream.writable) this.#stream.end();
  }

  /** Gives the connection up at once. */
  destroy(fault?: Error): void {
    if (this.#closing.signal.aborted) return;
    this.#fault = fault;
    this.#closing.abort(fault);
    this.#stream.destroy();
    // What still comes over an SSH channel until the peer has closed it too is read and dropped, not kept.
    this.#stream.resume();
    this.#wakeReader();
  }

  #onData(bytes: Buffer): void {
    if (this.#closing.signal.aborted) return;
    this.#decoder.push(bytes);
    this.#count();
    if (this.#denied) this.#stream.pause();
    if (this.#wake) this.#wakeReader();
    else if (this.#decoder.pending > READ_AHEAD) this.#stream.pause();
  }

  #count(): void {
    try {
      this.#onPending?.(this.#decoder.pending);
    } catch (error) {
      const message = messageOf(error);
      this.#denied = new FramingError('denied', message, { cause: error });
    }
  }

  #onEnd(): void {
    this.#ended = true;
    this.#wakeReader();
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
