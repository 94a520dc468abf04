/** gzip on the wire, the one content coding spoken here (RFC 9110 §8.4): bounded on the way in, asked for on the way out. */
import type { IncomingHttpHeaders } from 'node:http';
import { finished, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { HeldBytes } from '../../server/index.js';
import { tooBig, unsupportedContentCoding } from '../refusal.js';

const compress = promisify(gzip);
/** Most of the gain for a fraction of the time: data of YANG models repeats itself within a few lines. */
export const LEVEL = 4;

const GZIP = new Set(['gzip', 'x-gzip']);

/**
 * The message-body as it was before it was coded. Decoding ends with the size limit, so that a small body cannot become
 * a large one. What comes out is counted as it comes where its length is not told.
 *
 * @param limit bytes that may come out
 * @throws Refusal 415 for another coding, naming the one that is taken; the stream fails with Refusal 413 above the limit, and
 *   with RpcError resource-denied where the user's requests hold too much
 */
export function decoded(
  body: Readable,
  headers: IncomingHttpHeaders,
  limit: number,
  held: HeldBytes | undefined,
): Readable {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const isCoded = coding !== 'identity' && coding !== '';
  if (isCoded && !GZIP.has(coding)) throw unsupportedContentCoding(coding, 'gzip');
  if (!isCoded && (held === undefined || headers['content-length'] !== undefined)) return body;
  const bounded = Object.assign(new Bounded(limit, held), {
    /** The framework compares Content-Length with what arrived, not with what that stands for. */
    receivedEncodedLength: 0,
  });
  body.on('data', (chunk: Buffer) => {
    bounded.receivedEncodedLength += chunk.length;
  });
  // A request that is answered without its body has no reader. An error without a listener would end the process.
  bounded.on('error', () => {});
  const first = isCoded ? createGunzip() : bounded;
  // A failure reaches the reader through the last stream; there is no other way to tell. The body is not ended with it, since its
  // connection would end as well, and the answer with that.
  if (first !== bounded) pipeline(first, bounded, () => {});
  finished(body, { writable: false }, (error) => {
    if (error) first.destroy(error);
  });
  body.pipe(first);
  return bounded;
}

/** Passes on what it gets, up to a number of bytes. */
class Bounded extends Transform {
  #left: number;
  readonly #held: HeldBytes | undefined;

  constructor(limit: number, held: HeldBytes | undefined) {
    super();
    this.#left = limit;
    this.#held = held;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length;
    try {
      if (this.#left < 0) throw tooBig();
      this.#held?.takeRequest(chunk.length);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done(null, chunk);
  }
}

/** The text as gzip; undefined where the client does not take that (RFC 9110 §12.5.3). */
export async function encoded(text: string, acceptEncoding: string | undefined): Promise<Buffer | undefined> {
  return acceptsGzip(acceptEncoding) ? compress(text, { level: LEVEL }) : undefined;
}

/** True where gzip is named, or everything is, with a weight above 0. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const weights = new Map(acceptEncoding.split(',').map(weightOf));
  const gzipWeight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzipWeight > 0 && gzipWeight >= (weights.get('identity') ?? 0);
}

function weightOf(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
  const q = parameters.find((each) => each.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return [coding, weight >= 0 && weight <= 1 ? weight : 0];
}
