import { ByteBuffer } from './byte-buffer.js';
import type { FrameReader } from './frame-reader.js';
import { FramingError } from './framing-error.js';

const LF = 0x0a;
const HASH = 0x23;
const ZERO = 0x30;
const NINE = 0x39;
const MAX_CHUNK_SIZE = 4_294_967_295;
const MAX_SIZE_DIGITS = 10;

/** Position of the next byte in `LF # size LF data ... LF # # LF`. */
type State = 'lf' | 'hash' | 'size-or-end' | 'size' | 'data' | 'end-lf';

/** Reads messages in chunks (RFC 6242 §4.2), strictly by its grammar. */
export class ChunkedReader implements FrameReader {
  readonly #limit: number;
  readonly #buffer = new ByteBuffer();
  #state: State = 'lf';
  #chunks = 0;
  #size = 0;
  #digits = 0;
  /** A message that was complete in one input: returned without a copy. */
  #whole: Buffer | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#buffer.length + (this.#whole?.length ?? 0);
  }

  get between(): boolean {
    return this.#state === 'lf' && this.#chunks === 0;
  }

  read(input: Buffer, offset: number): { message: Buffer; end: number } | undefined {
    let at = offset;
    while (at < input.length) {
      if (this.#state === 'data') {
        const end = Math.min(input.length, at + this.#size);
        this.#takeData(input.subarray(at, end));
        at = end;
      } else if (this.#readHeader(input[at++] ?? 0)) {
        return { message: this.#finish(), end: at };
      }
    }
    return undefined;
  }

  /** Reads one byte outside chunk data; true when it ends the message. */
  #readHeader(byte: number): boolean {
    switch (this.#state) {
      case 'lf':
        this.#expect(byte, LF, 'a line feed before "#"');
        this.#state = 'hash';
        return false;
      case 'hash':
        this.#expect(byte, HASH, '"#"');
        this.#state = 'size-or-end';
        return false;
      case 'size-or-end':
        if (byte === HASH && this.#chunks > 0) this.#state = 'end-lf';
        else if (byte > ZERO && byte <= NINE) {
          this.#state = 'size';
          this.#size = byte - ZERO;
          this.#digits = 1;
        } else
          throw unexpected(
            byte,
            this.#chunks > 0 ? 'a chunk size that starts with 1 to 9, or "#"' : 'a chunk size that starts with 1 to 9',
          );
        return false;
      case 'size':
        if (byte === LF) this.#startData();
        else if (byte >= ZERO && byte <= NINE) this.#addDigit(byte - ZERO);
        else throw unexpected(byte, 'a digit, or a line feed behind the chunk size');
        return false;
      case 'end-lf':
        this.#expect(byte, LF, 'a line feed behind "##"');
        return true;
      case 'data':
        return false;
    }
  }

  #addDigit(digit: number): void {
    this.#digits += 1;
    this.#size = this.#size * 10 + digit;
    if (this.#digits > MAX_SIZE_DIGITS || this.#size > MAX_CHUNK_SIZE) {
      throw new FramingError('malformed', `the chunk size is over ${MAX_CHUNK_SIZE}, the largest that RFC 6242 allows`);
    }
  }

  #startData(): void {
    // Refused by the announced size: the peer must not fill the buffer first.
    if (this.held + this.#size > this.#limit)
      throw new FramingError('too-big', `the message is longer than ${this.#limit} bytes`);
    this.#chunks += 1;
    this.#state = 'data';
  }

  #takeData(bytes: Buffer): void {
    this.#size -= bytes.length;
    if (this.#size === 0) this.#state = 'lf';
    if (this.held === 0 && this.#size === 0) {
      this.#whole = bytes;
      return;
    }
    if (this.#whole) {
      this.#buffer.append(this.#whole);
      this.#whole = undefined;
    }
    this.#buffer.append(bytes);
  }

  #finish(): Buffer {
    const message = this.#whole ?? this.#buffer.take();
    this.#whole = undefined;
    this.#chunks = 0;
    this.#state = 'lf';
    return message;
  }

  #expect(byte: number, wanted: number, what: string): void {
    if (byte !== wanted) throw unexpected(byte, what);
  }
}

function unexpected(byte: number, wanted: string): FramingError {
  return new FramingError(
    'malformed',
    `chunked framing (RFC 6242 section 4.2): found ${nameOf(byte)} where ${wanted} is due`,
  );
}

function nameOf(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
