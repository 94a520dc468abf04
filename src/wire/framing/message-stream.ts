import type { Duplex } from 'node:stream';
import { messageOf } from '../../data/index.js';
import { DEFAULT_MESSAGE_LIMIT, FrameDecoder, type Framing } from './decoder.js';
import { FramingError } from './framing-error.js';
import { MessageWriter } from './message-writer.js';

/** Maximum bytes of messages that are read ahead; above it the stream is paused. */
const READ_AHEAD = 256 * 1024;

export interface MessageStreamOptions {
  /** Maximum length of a message, in bytes. Default: 16 MiB. */
  readonly messageLimit?: number;
  /** A wait required by a layer below the stream when writing; undefined when there is none. */
  readonly congestion?: () => Promise<void> | undefined;
  /** Gets the number of bytes of waiting or incomplete messages. Its error ends the reading. */
  readonly onPending?: (bytes: number) => void;
}

/** Messages over any byte stream: an SSH channel, a TLS socket, a pipe. Starts in end-of-message framing, as hellos require. */
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

  /** Aborted when the connection is lost; the reason is its error, if any. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Returns the next message; undefined when the peer has ended the stream or the connection is lost. One reader at a time.
   * @throws FramingError when the stream cannot be divided into messages; the error of the connection when it broke
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

  /** Switches the framing of all following messages, in both directions. */
  switchTo(framing: Framing): void {
    this.#decoder.switchTo(framing);
    this.writer.framing = framing;
  }

  /** Ends this side of the stream; the peer may still send. */
  end(): void {
    if (this.#stream.writable) this.#stream.end();
  }

  /** Drops the connection at once. */
  destroy(fault?: Error): void {
    if (this.#closing.signal.aborted) return;
    this.#fault = fault;
    this.#closing.abort(fault);
    this.#stream.destroy();
    // Data that still arrive over an SSH channel, until the peer has closed it too, are dropped.
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
