import { ByteBuffer } from './byte-buffer.js';
import type { FrameReader } from './frame-reader.js';
import { FramingError } from './framing-error.js';

/** The end of a message in this framing. */
export const DELIMITER: Buffer = Buffer.from(']]>]]>');
const OVERLAP = DELIMITER.length - 1;

/** Reads messages that end with `]]>]]>` (RFC 6242 §4.3). */
export class EndOfMessageReader implements FrameReader {
  readonly #limit: number;
  readonly #buffer = new ByteBuffer();
  #onlySpace = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#buffer.length;
  }

  /** True between messages; white space, as people and scripts send it, is not a message. */
  get between(): boolean {
    return this.#onlySpace;
  }

  read(input: Buffer, offset: number): { message: Buffer; end: number } | undefined {
    const rest = offset === 0 ? input : input.subarray(offset);
    const seam = this.#endAcrossSeam(rest);
    if (seam !== undefined) {
      const message = this.#buffer.take(this.#buffer.length + seam - DELIMITER.length);
      this.#onlySpace = true;
      return { message: this.#checked(message), end: offset + seam };
    }
    const at = rest.indexOf(DELIMITER);
    if (at < 0) {
      this.#hold(rest);
      return undefined;
    }
    const end = offset + at + DELIMITER.length;
    if (this.#buffer.length === 0) return { message: this.#checked(rest.subarray(0, at)), end };
    this.#buffer.append(rest.subarray(0, at));
    this.#onlySpace = true;
    return { message: this.#checked(this.#buffer.take()), end };
  }

  /** Returns the position in `rest` after a delimiter that began in the held bytes. */
  #endAcrossSeam(rest: Buffer): number | undefined {
    if (this.#buffer.length === 0) return undefined;
    const tail = this.#buffer.tail(OVERLAP);
    const at = Buffer.concat([tail, rest.subarray(0, OVERLAP)]).indexOf(DELIMITER);
    return at < 0 ? undefined : at + DELIMITER.length - tail.length;
  }

  #hold(bytes: Buffer): void {
    this.#onlySpace &&= isSpace(bytes);
    this.#buffer.append(bytes);
    // The delimiter may be split: up to OVERLAP bytes above the limit may be part of it.
    if (this.#buffer.length > this.#limit + OVERLAP) throw this.#tooBig();
  }

  #checked(message: Buffer): Buffer {
    if (message.length > this.#limit) throw this.#tooBig();
    return message;
  }

  #tooBig(): FramingError {
    return new FramingError('too-big', `the message is longer than ${this.#limit} bytes`);
  }
}

function isSpace(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
