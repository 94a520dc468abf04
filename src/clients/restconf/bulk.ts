/**
 * The bytes of data parameters of a node, at `/data/{id}`. The client queries, uploads and downloads them in pieces of
 * any size.
 */
import { RpcError } from '../../data/index.js';
import { isMediaType } from '../../data/media-type.js';
import { transportError } from '../netconf/pending.js';
import { HttpConnection, type HttpOptions, type HttpResponse } from './http.js';
import { errorOf } from './restconf-error.js';

/** State of the bytes that the node has for an identifier. */
export interface BulkState {
  /** `application/octet-stream` where the node names none, or what is none. */
  readonly mediaType: string;
  /** Number of bytes that the node has stored durably. */
  readonly length: number;
  readonly complete: boolean;
  /** Digest of all bytes; present when `complete`. */
  readonly sha256?: Buffer;
}

/** All bytes from `start` on. */
export interface BulkRest {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly start: number;
  /** Length of all bytes, those before `start` included; `sha256` is the digest of all bytes too. */
  readonly total: number;
  readonly sha256: Uint8Array;
  readonly mediaType: string;
}

export interface BulkWait {
  readonly signal?: AbortSignal;
}

/** A last position by which the bytes are asked for that are still to come (RFC 8673 §2.2). */
const VERY_LARGE = '999999999999999';
/** Milliseconds without any byte, after which a connection counts as broken. */
const SILENCE = 45_000;

export class BulkClient {
  readonly #http: HttpConnection;

  /** @throws TypeError when the URL is not usable, or credentials would cross a network without encryption */
  constructor(options: HttpOptions) {
    this.#http = new HttpConnection(options);
  }

  /** Returns undefined when there are no bytes, or the user may not see them. @throws RpcError */
  async state(id: string, { signal }: BulkWait = {}): Promise<BulkState | undefined> {
    const answer = await this.#http.send({ method: 'HEAD', path: pathOf(id), signal });
    if (answer.status === NOT_FOUND) return undefined;
    const { headers } = accepted(answer);
    const type = headers['content-type'] ?? UNKNOWN_TYPE;
    const sha256 = /sha-256=:([A-Za-z0-9+/=]+):/.exec(String(headers['repr-digest'] ?? ''))?.[1];
    return {
      mediaType: isMediaType(type) ? type : UNKNOWN_TYPE,
      length: Number(headers['upload-offset'] ?? headers['content-length'] ?? 0),
      complete: headers['upload-complete'] !== '?0',
      ...(sha256 === undefined ? {} : { sha256: Buffer.from(sha256, 'base64') }),
    };
  }

  /**
   * Sends the rest; the node checks the digest of all bytes. @throws RpcError with app-tag `offset` when the node
   * expects another start
   */
  async put(id: string, rest: BulkRest, { signal }: BulkWait = {}): Promise<void> {
    const { start, total, bytes, sha256, mediaType } = rest;
    const headers = {
      'content-type': mediaType,
      'repr-digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:`,
      ...(start > 0 && { 'content-range': `bytes ${start}-${total - 1}/${total}` }),
    };
    const length = total - start;
    accepted(
      await this.#http.upload({ method: 'PUT', path: pathOf(id), headers, bytes, length, silence: SILENCE, signal }),
    );
  }

  /** Yields the bytes from `start` on, as they arrive. @throws RpcError */
  async *get(id: string, start: number, { signal }: BulkWait = {}): AsyncGenerator<Uint8Array, void> {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-${VERY_LARGE}` } : {};
    const response = await this.#http.open({ method: 'GET', path: pathOf(id), headers, signal, timeout: SILENCE });
    response.setTimeout(SILENCE, () => response.destroy(new Error(`nothing came for ${SILENCE} ms`)));
    try {
      if (start > 0 && response.statusCode !== PARTIAL) {
        throw new RpcError({ type: 'protocol', tag: 'malformed-message', message: 'the node answered another range' });
      }
      yield* response;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof RpcError) throw error;
      throw transportError(
        'operation-failed',
        `the data broke off: ${error instanceof Error ? error.message : error}`,
        error,
      );
    } finally {
      response.destroy();
    }
  }

  /** Closes idle connections; current requests fail. */
  close(): void {
    this.#http.close();
  }
}

const NOT_FOUND = 404;
const UNKNOWN_TYPE = 'application/octet-stream';
const PARTIAL = 206;

function pathOf(id: string): string {
  return `/data/${encodeURIComponent(id)}`;
}

function accepted(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw errorOf(response);
  return response;
}
