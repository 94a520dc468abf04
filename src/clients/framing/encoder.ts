import type { Framing } from './decoder.js';
import { DELIMITER } from './end-of-message.js';
import { FramingError } from './framing-error.js';

/** Longest piece handed to the stream at once, so that a long reply leaves room for back-pressure between its pieces. */
const PIECE_SIZE = 64 * 1024;
const END_OF_CHUNKS = Buffer.from('\n##\n');
const DELIMITER_TEXT = DELIMITER.toString();

/** A whole message in frames, in pieces of at most about 64 KiB. @throws FramingError when end-of-message framing cannot carry it */
export function encodeMessage(text: string, framing: Framing): Buffer[] {
  // Text of so few characters fits one piece whatever its bytes: the common case, in one piece and one allocation.
  if (framing === 'chunked' && text.length > 0 && text.length * 3 <= PIECE_SIZE) return [encodeSmall(text)];
  const encoder = new FrameEncoder(framing);
  const pieces = encoder.encode(text);
  const last = pieces.pop();
  pieces.push(last ? Buffer.concat([last, encoder.end()]) : encoder.end());
  return pieces;
}

/** Encodes one message that is made bit by bit. */
export class FrameEncoder {
  readonly #framing: Framing;
  #tail = '';

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** The frames of the next stretch of text. @throws FramingError */
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

  /** What ends the message. */
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

function encodeSmall(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = `\n#${length}\n`;
  const frame = Buffer.allocUnsafe(header.length + length + END_OF_CHUNKS.length);
  frame.write(header, 0, 'latin1');
  frame.write(text, header.length, 'utf8');
  END_OF_CHUNKS.copy(frame, header.length + length);
  return frame;
}

function encodeChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`\n#${bytes.length}\n`), bytes]);
}

/** Pieces that end between characters: RFC 6242 allows a chunk to end inside one, but some clients decode each chunk by itself. */
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
