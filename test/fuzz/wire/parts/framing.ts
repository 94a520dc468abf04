/** The two framings of RFC 6242: whatever is encoded comes out however it is cut, whatever else comes is refused. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { encodeMessage, FrameDecoder, type Framing, FramingError } from '../../../../src/wire/index.js';
import type { Random } from '../../random.js';
import { type Part, parserFuzzer } from '../part.js';
import { anyBytes, anyText, cut, mutateBytes, wellFormed } from '../words.js';

interface Case {
  readonly framing: Framing;
  readonly pieces: readonly Buffer[];
  readonly limit: number;
  /** What must come out; absent where the bytes are not the encoder's. */
  readonly messages?: readonly string[];
}

/** What a decoder may hold beyond its limit: the delimiter's first bytes, in case they are none. */
const OVERLAP = 5;

export const framing: Part = {
  about: 'the decoders of base:1.0 and base:1.1 framing, in any split',
  over: 'parsers',
  share: 270,
  batch: 2_000,
  start: () =>
    parserFuzzer<Case>({
      make,
      show: ({ framing, limit, pieces }) =>
        JSON.stringify({ framing, limit, pieces: pieces.map((piece) => piece.toString('base64')) }),
      check,
    }),
};

function make(random: Random): Case {
  const framing = random.pick(['end-of-message', 'chunked'] as const);
  const messages = Array.from({ length: 1 + random.below(3) }, () => message(random, framing));
  const frames = Buffer.concat(messages.map((text) => frame(random, text, framing)));
  if (random.chance(0.5)) return { framing, messages, limit: 4_096, pieces: cut(random, frames) };
  const bytes = random.chance(0.2) ? anyBytes(random, 60) : mutateBytes(random, frames);
  return { framing, limit: random.pick([8, 64, 4_096]), pieces: cut(random, bytes) };
}

const MARKS = ['\n#', '\n##\n', '#5\n', ']]>', ']]>]]', ']]', '>'];

function message(random: Random, framing: Framing): string {
  const pieces = Array.from({ length: 1 + random.below(5) }, () =>
    random.chance(0.3) ? random.pick([...MARKS, ']]>]]>']) : anyText(random, 30),
  );
  const text = wellFormed(pieces.join(''));
  if (framing === 'chunked') return text === '' ? ' ' : text;
  const carried = text.replaceAll(']]>]]>', '');
  // What ends in the delimiter's beginning would make one with the delimiter itself.
  return `${carried.includes(']]>]]>') ? '' : carried}<`;
}

/** In chunks of any size, also such that cut characters in two; or as the encoder does it. */
function frame(random: Random, text: string, framing: Framing): Buffer {
  if (framing === 'end-of-message' || random.chance(0.3)) return Buffer.concat(encodeMessage(text, framing));
  const chunks = cut(random, Buffer.from(text)).map((bytes) =>
    Buffer.concat([Buffer.from(`\n#${bytes.length}\n`), bytes]),
  );
  return Buffer.concat([...chunks, Buffer.from('\n##\n')]);
}

function check({ framing, pieces, limit, messages }: Case): void {
  const decoder = new FrameDecoder(framing, limit);
  const found: string[] = [];
  try {
    for (const piece of pieces) {
      decoder.push(piece);
      for (let bytes = decoder.next(); bytes; bytes = decoder.next()) {
        ok(bytes.length <= limit, `a message of ${bytes.length} bytes came through a limit of ${limit}`);
        found.push(bytes.toString());
      }
      ok(decoder.pending <= limit + OVERLAP, `${decoder.pending} bytes are held, over the limit of ${limit}`);
    }
    decoder.end();
  } catch (error) {
    if (!(error instanceof FramingError) || messages) throw error;
    ok(error.message.length > 20, 'the error says nothing');
  }
  if (messages) deepStrictEqual(found, messages);
}
