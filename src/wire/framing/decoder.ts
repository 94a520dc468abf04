import { ChunkedReader } from './chunked.js';
import { EndOfMessageReader } from './end-of-message.js';
import type { FrameReader } from './frame-reader.js';
import { FramingError } from './framing-error.js';

/** The two framings of RFC 6242: end-of-message (§4.3, base:1.0 and every hello) and chunked (§4.2, base:1.1). */
export type Framing = 'end-of-message' | 'chunked';

/** Default maximum length of a message, in bytes. */
export const DEFAULT_MESSAGE_LIMIT = 16 * 1024 * 1024;

/**
 * An incremental decoder: bytes are pushed as they arrive, messages are pulled one by one. So the reader of a hello can
 * switch the framing before the bytes after it are decoded.
 */
export class FrameDecoder {
  readonly #limit: number;
  readonly #inputs: Buffer[] = [];
  #offset = 0;
  #waiting = 0;
  #reader: FrameReader;

  /** @param limit maximum length of a message in bytes, without framing */
  constructor(framing: Framing, limit: number = DEFAULT_MESSAGE_LIMIT) {
    this.#limit = limit;
    this.#reader = makeReader(framing, limit);
  }

  /** Number of received bytes that are not part of a returned message. */
  get pending(): number {
    return this.#waiting + this.#reader.held;
  }

  /** Adds bytes. The buffer must not be changed afterwards. */
  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#inputs.push(bytes);
    this.#waiting += bytes.length;
  }

  /** Returns the next complete message, or undefined when it is incomplete. @throws FramingError */
  next(): Buffer | undefined {
    for (;;) {
      const input = this.#inputs[0];
      if (input === undefined) return undefined;
      const found = this.#reader.read(input, this.#offset);
      const end = found?.end ?? input.length;
      this.#waiting -= end - this.#offset;
      this.#offset = end;
      if (end === input.length) {
        this.#inputs.shift();
        this.#offset = 0;
      }
      if (found) return found.message;
    }
  }

  /** Switches the framing for the bytes after the last returned message. */
  switchTo(framing: Framing): void {
    this.#reader = makeReader(framing, this.#limit);
  }

  /** Checks the end of the stream, after `next` has returned undefined. @throws FramingError when a message is incomplete */
  end(): void {
    if (!this.#reader.between) {
      throw new FramingError('truncated', `the stream ended inside a message, after ${this.#reader.held} bytes of it`);
    }
  }
}

function makeReader(framing: Framing, limit: number): FrameReader {
  switch (framing) {
    case 'end-of-message':
      return new EndOfMessageReader(limit);
    case 'chunked':
      return new ChunkedReader(limit);
  }
}
