/** gzip, the only supported content coding (RFC 9110 §8.4): limited for requests, negotiated for answers. */
import type { IncomingHttpHeaders } from 'node:http';
import { finished, pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { HeldBytes } from '../../server/index.js';
import { tooBig, unsupportedContentCoding } from '../refusal.js';

const compress = promisify(gzip);
/** Compression level with most of the gain in little time: data of YANG models repeat within a few lines. */
export const LEVEL = 4;

const GZIP = new Set(['gzip', 'x-gzip']);

/**
 * Returns the decoded message-body. Decoding stops at the size limit, so that a small body cannot become a large one. Bytes of
 * unknown length are counted as they come.
 *
 * @param limit maximum number of decoded bytes
 * @throws Refusal 415 for another coding, with the supported one; the stream fails with Refusal 413 above the limit, and with
 *   RpcError resource-denied when the user's requests hold too many bytes
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
    /** The framework compares Content-Length with the encoded length, not with the decoded one. */
    receivedEncodedLength: 0,
  });
  body.on('data', (chunk: Buffer) => {
    bounded.receivedEncodedLength += chunk.length;
  });
  // A request may be answered without reading its body. An error without a listener would end the process.
  bounded.on('error', () => {});
  const first = isCoded ? createGunzip() : bounded;
  // The last stream passes a failure to the reader. The body is not destroyed, because that would end the connection and the
  // answer with it.
  if (first !== bounded) pipeline(first, bounded, () => {});
  finished(body, { writable: false }, (error) => {
    if (error) first.destroy(error);
  });
  body.pipe(first);
  return bounded;
}

/** Passes bytes through, up to a maximum number. */
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

/** Returns the text as gzip; undefined when the client does not accept gzip (RFC 9110 §12.5.3). */
export async function encoded(text: string, acceptEncoding: string | undefined): Promise<Buffer | undefined> {
  return acceptsGzip(acceptEncoding) ? compress(text, { level: LEVEL }) : undefined;
}

/** True when gzip, or `*`, has a weight above 0. */
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
