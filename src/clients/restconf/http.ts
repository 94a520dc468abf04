/** HTTP requests over kept-alive connections, bounded in time and size. */

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { messageOf, RpcError, withinTime } from '../../data/index.js';
import { basic, bearer, type Credential } from '../credential/index.js';
import { isLoopback } from '../loopback.js';
import { transportError } from '../netconf/pending.js';
import { pinnedAgent } from './pinned-agent.js';
import { errorOf } from './restconf-error.js';

export interface HttpOptions {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** A bearer token instead of name and password. */
  readonly token?: string;
  /** Another credential instead of these. */
  readonly credential?: Credential;
  /** The client certificate of TLS connections with its private key, both in PEM. */
  readonly certificate?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  /** Trusted certificates instead of those of the system, in PEM. */
  readonly ca?: string | Buffer;
  /** SHA-256 fingerprint of the only trusted certificate, in hexadecimal. */
  readonly fingerprint?: string;
  /** Milliseconds for a request and its response; 0 is no limit. Default: 60000. Streams have no limit once they are open. */
  readonly timeout?: number;
  /** Maximum length of a response in bytes. Default: 64 MiB. */
  readonly responseLimit?: number;
  /** Maximum number of connections. Default: 8. */
  readonly maxConnections?: number;
}

export interface HttpRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** A request whose body is streamed. */
export interface HttpUpload extends Omit<HttpRequest, 'body' | 'timeout'> {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly length: number;
  /** Milliseconds without progress after which the connection counts as broken. */
  readonly silence: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RESPONSE_LIMIT = 64 * 1024 * 1024;
const DEFAULT_CONNECTIONS = 8;
/** Maximum length in bytes of a refusal that comes instead of a stream. */
const LONGEST_REFUSAL = 64 * 1024;
/** Methods that may be repeated when the server has closed a kept-alive connection. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

export class HttpConnection {
  readonly #origin: URL;
  readonly #options: HttpOptions;
  readonly #agent: HttpAgent;
  /** Streams occupy their connections permanently, so they do not share those of the requests. */
  readonly #streamAgent: HttpAgent;
  readonly #credential: Credential | undefined;

  /** @throws TypeError when the URL is not HTTP, or credentials would cross a network without encryption */
  constructor(options: HttpOptions) {
    this.#origin = new URL(options.url);
    this.#options = options;
    this.#credential = credentialOf(options);
    if (this.#origin.protocol !== 'http:' && this.#origin.protocol !== 'https:')
      throw new TypeError(`${options.url} is not an http or https URL`);
    if (this.#origin.protocol === 'http:' && this.#credential !== undefined && !isLoopback(this.#origin.hostname)) {
      throw new TypeError(`credentials for ${this.#origin.host} would go unencrypted; use https`);
    }
    this.#agent = makeAgent(this.#origin, options, options.maxConnections ?? DEFAULT_CONNECTIONS);
    this.#streamAgent = makeAgent(this.#origin, options, Number.POSITIVE_INFINITY);
  }

  /** Sends a request and reads the whole response, with any status. @throws RpcError of type transport */
  async send(request: HttpRequest): Promise<HttpResponse> {
    return this.#inTime(request, async (until) =>
      this.#read(await this.#start(request, until, this.#agent), this.#options.responseLimit ?? DEFAULT_RESPONSE_LIMIT),
    );
  }

  /**
   * Sends a request and returns the response to be streamed. The time limit is for its beginning, or for the whole of a refusal.
   * @throws RestconfError when the status is 300 or more; RpcError of type transport
   */
  async open(request: HttpRequest): Promise<IncomingMessage> {
    const response = await this.#inTime(request, async (until) => {
      const opened = await this.#start(request, until, this.#streamAgent);
      if ((opened.statusCode ?? 0) < 300) return opened;
      throw errorOf(await this.#read(opened, LONGEST_REFUSAL));
    });
    return request.signal ? addAbortSignal(request.signal, response) : response;
  }

  /**
   * Streams a body and reads the response; a response before the end of the body stops the upload.
   * @throws RpcError of type transport, or the error of the source of the bytes
   */
  async upload({ bytes, length, silence, ...request }: HttpUpload): Promise<HttpResponse> {
    const body = Readable.from(bytes, { objectMode: false });
    const broken: { source?: unknown } = {};
    const sent = this.#prepare({ ...request, length }, request.signal, this.#streamAgent, await this.#proof(request));
    try {
      sent.setTimeout(silence, () => sent.destroy(new Error(`nothing moved for ${silence} ms`)));
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve);
        sent.on('error', reject);
      });
      body.on('error', (error) => {
        broken.source = error;
        sent.destroy(error);
      });
      body.pipe(sent);
      const response = await answered;
      return await this.#inTime(request, (until) => {
        addAbortSignal(until, response);
        return this.#read(response, this.#options.responseLimit ?? DEFAULT_RESPONSE_LIMIT);
      });
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      throw broken.source ?? this.#describe(error);
    } finally {
      body.destroy();
      // A connection with half a request cannot serve another one.
      if (!sent.writableEnded) sent.destroy();
    }
  }

  close(): void {
    this.#agent.destroy();
    this.#streamAgent.destroy();
  }

  /** Runs the work within the time limit of the request. @throws RpcError of type transport; the reason of the request's signal */
  async #inTime<T>(
    { signal, timeout = this.#options.timeout ?? DEFAULT_TIMEOUT }: Pick<HttpRequest, 'signal' | 'timeout'>,
    work: (until: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withinTime({ timeout, signal }, async (until) => {
      try {
        return await work(until);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (until.aborted)
          throw transportError('operation-failed', `${this.#origin.host} did not answer within ${timeout} ms`, error);
        throw this.#describe(error);
      }
    });
  }

  async #read(response: IncomingMessage, limit: number): Promise<HttpResponse> {
    const body = await readAll(response, limit);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  }

  /** Sends a request; once more when the server demands something of its credential. */
  async #start(request: HttpRequest, signal: AbortSignal | undefined, agent: HttpAgent): Promise<IncomingMessage> {
    const first = await this.#once(request, signal, agent);
    if (!this.#learn(first)) return first;
    await readAll(first, LONGEST_REFUSAL);
    const second = await this.#once(request, signal, agent);
    this.#learn(second);
    return second;
  }

  #learn({ statusCode = 0, headers }: IncomingMessage): boolean {
    return this.#credential?.learn?.({ status: statusCode, headers }) === true;
  }

  async #once(
    request: HttpRequest,
    signal: AbortSignal | undefined,
    agent: HttpAgent,
    again = true,
  ): Promise<IncomingMessage> {
    const { method, body } = request;
    const length = body === undefined ? undefined : Buffer.byteLength(body);
    const proof = await this.#proof(request);
    return new Promise((resolve, reject) => {
      const sent = this.#prepare({ ...request, length }, signal, agent, proof);
      let isAnswered = false;
      sent.once('response', (response: IncomingMessage) => {
        isAnswered = true;
        resolve(response);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The reader of the response gets an error of its own.
        if (isAnswered) return;
        // The server closed an idle connection at the moment of its reuse.
        const stale = sent.reusedSocket && error.code === 'ECONNRESET' && IDEMPOTENT.has(method);
        if (again && stale && !signal?.aborted) resolve(this.#once(request, signal, agent, false));
        else reject(error);
      });
      sent.end(body);
    });
  }

  async #proof({ method, path }: Pick<HttpRequest, 'method' | 'path'>): Promise<Readonly<Record<string, string>>> {
    const { origin } = this.#origin;
    return (await this.#credential?.fieldsFor({ method, url: `${origin}${path.split('?')[0]}` })) ?? {};
  }

  #prepare(
    { method, path, headers: given, length }: Omit<HttpRequest, 'body'> & { readonly length?: number },
    signal: AbortSignal | undefined,
    agent: HttpAgent,
    proof: Readonly<Record<string, string>>,
  ): ClientRequest {
    const { protocol, hostname, port } = this.#origin;
    const make = protocol === 'https:' ? httpsRequest : httpRequest;
    const headers: Record<string, string | number> = { ...given, ...proof };
    if (length !== undefined) headers['content-length'] = length;
    return make({ hostname: hostname.replace(/^\[|\]$/g, ''), port, method, path, headers, agent, signal });
  }

  #describe(error: unknown): Error {
    if (error instanceof RpcError) return error;
    const why = messageOf(error);
    return transportError('operation-failed', `no answer from ${this.#origin.host}: ${why}`, error);
  }
}

function credentialOf({ username, password, token, credential }: HttpOptions): Credential | undefined {
  if (credential) return credential;
  if (token !== undefined) return bearer(token);
  return username === undefined ? undefined : basic(username, password ?? '');
}

function makeAgent(origin: URL, { ca, fingerprint, certificate }: HttpOptions, maxSockets: number): HttpAgent {
  const common = { keepAlive: true, maxSockets, ...certificate };
  if (origin.protocol === 'http:') return new HttpAgent({ keepAlive: true, maxSockets });
  return fingerprint === undefined ? new HttpsAgent({ ...common, ca }) : pinnedAgent(fingerprint, common);
}

async function readAll(response: IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > limit) {
      response.destroy();
      throw transportError('resource-denied', `the answer is longer than ${limit} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
