import type { Framing } from './decoder.js';
import { DELIMITER } from './end-of-message.js';
import { FramingError } from './framing-error.js';

/** Maximum bytes of a piece passed to the stream, so that back-pressure works between the pieces of a long reply. */
const PIECE_SIZE = 64 * 1024;
const END_OF_CHUNKS = Buffer.from('\n##\n');
const DELIMITER_TEXT = DELIMITER.toString();

/**
 * Returns a whole message in frames, in pieces of about 64 KiB at most. @throws FramingError when end-of-message framing
 * cannot carry it
 */
export function encodeMessage(text: string, framing: Framing): Buffer[] {
  if (isShort(text, framing)) return [encodeShort([text])];
  const encoder = new FrameEncoder(framing);
  const pieces = encoder.encode(text);
  const last = pieces.pop();
  pieces.push(last ? Buffer.concat([last, encoder.end()]) : encoder.end());
  return pieces;
}

/** True when a message fits in one chunk, whatever its characters: the usual case, for `encodeShort`. */
export function isShort(text: string, framing: Framing): boolean {
  return framing === 'chunked' && text.length > 0 && text.length * 3 <= PIECE_SIZE;
}

/** Encodes several short messages in chunked framing, in one allocation. */
export function encodeShort(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const total = sizes.reduce((sum, size) => sum + header(size).length + size + END_OF_CHUNKS.length, 0);
  const frames = Buffer.allocUnsafe(total);
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at += frames.write(header(sizes[index] ?? 0), at, 'latin1');
    at += frames.write(text, at, 'utf8');
    at += END_OF_CHUNKS.copy(frames, at);
  }
  return frames;
}

function header(size: number): string {
  return `\n#${size}\n`;
}

/** Encodes one message that is made in parts. */
export class FrameEncoder {
  readonly #framing: Framing;
  #tail = '';

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** Returns the frames of the next part of the text. @throws FramingError */
  encode(text: string): Buffer[] {
    if (text.length === 0) return [];
    const pieces = split(Buffer.from(text));
    switch (this.#framing) {
      case 'chunked':
        return pieces.map(encodeChunk);
      case 'end-of-message':
        this.#refuseDelimiter(text);
        return pieces;
    }
  }

  /** Returns the end of the message. */
  end(): Buffer {
    return this.#framing === 'chunked' ? END_OF_CHUNKS : DELIMITER;
  }

  #refuseDelimiter(text: string): void {
    const overlap = DELIMITER.length - 1;
    if (text.includes(DELIMITER_TEXT) || (this.#tail + text.slice(0, overlap)).includes(DELIMITER_TEXT)) {
      throw new FramingError(
        'malformed',
        'the message contains "]]>]]>", which end-of-message framing cannot carry; escape ">" as "&gt;"',
      );
    }
    this.#tail = (this.#tail + text.slice(-overlap)).slice(-overlap);
  }
}

function encodeChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(header(bytes.length)), bytes]);
}

/**
 * Splits at character boundaries: RFC 6242 allows a chunk to end inside a character, but some clients decode each chunk
 * separately.
 */
function split(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  while (bytes.length - start > PIECE_SIZE) {
    let end = start + PIECE_SIZE;
    while (isContinuation(bytes[end])) end -= 1;
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  pieces.push(bytes.subarray(start));
  return pieces;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
