import { ChunkedReader } from './chunked.js';
import { EndOfMessageReader } from './end-of-message.js';
import type { FrameReader } from './frame-reader.js';
import { FramingError } from './framing-error.js';

/** The two framings of RFC 6242: end-of-message (§4.3, base:1.0 and every hello) and chunked (§4.2, base:1.1). */
export type Framing = 'end-of-message' | 'chunked';

/** The longest message accepted when the caller names no limit, in bytes. */
export const DEFAULT_MESSAGE_LIMIT = 16 * 1024 * 1024;

/**
 * An incremental decoder: bytes go in as they arrive, messages are pulled out one by one, so that the reader of a
 * hello can switch the framing before the bytes behind that hello are looked at.
 */
export class FrameDecoder {
  readonly #limit: number;
  readonly #inputs: Buffer[] = [];
  #offset = 0;
  #waiting = 0;
  #reader: FrameReader;

  /** @param limit the longest message in bytes, framing not counted */
  constructor(framing: Framing, limit: number = DEFAULT_MESSAGE_LIMIT) {
    this.#limit = limit;
    this.#reader = makeReader(framing, limit);
  }

  /** Bytes received that are not yet part of a message pulled out. */
  get pending(): number {
    return this.#waiting + this.#reader.held;
  }

  /** Takes bytes in. The buffer must not be changed afterwards. */
  push(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#inputs.push(bytes);
    this.#waiting += bytes.length;
  }

  /** The next complete message, or undefined when it is not all here. @throws FramingError */
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

  /** Reads what comes behind the message pulled last in another framing. */
  switchTo(framing: Framing): void {
    this.#reader = makeReader(framing, this.#limit);
  }

  /** To be called when the stream has ended and `next` gives no more. @throws FramingError when a message was cut off */
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
