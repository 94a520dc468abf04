import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { ConnectionLimiter } from './connection-limiter.js';
import type { Limits } from './limits.js';
import { onceOver } from './over.js';

type HttpMessage = IncomingMessage | Http2ServerRequest;
type HttpResponse = ServerResponse | Http2ServerResponse;

/**
 * Lets requests in, each connection's a few at a time, so that one client cannot keep all others waiting. Those of HTTP/2
 * also get a time within which they must have arrived: for HTTP/1.1 Node's server has that.
 */
export class Admission {
  readonly #limiter: ConnectionLimiter;
  /** HTTP/1.1 answers in order, so that of requests sent without waiting (RFC 9112 §9.3.2) one is worked on at a time. */
  readonly #inOrder = new ConnectionLimiter(1);
  readonly #ends = new WeakMap<Http2ServerRequest, () => void>();
  readonly #deadlines = new WeakMap<Http2ServerRequest, NodeJS.Timeout>();

  constructor(private readonly limits: Limits) {
    this.#limiter = new ConnectionLimiter(limits.working);
  }

  /**
   * Resolves when it is the request's turn. As many may wait as HTTP/2 has streams; who sends more is cut off, as each that
   * waits is held in memory. @throws Error where the client has left by then; no client is there to answer
   */
  async admitInOrder({ socket }: HttpMessage, response: HttpResponse): Promise<void> {
    if (this.#inOrder.waiting(socket) >= this.limits.streams) socket.destroy();
    if (socket.destroyed) throw clientHasLeft();
    const end = await this.#inOrder.take(socket, () => socket.destroyed);
    if (!end) throw clientHasLeft();
    onceOver(response, end);
  }

  /** The same for a request of HTTP/2, which must then arrive in time. @throws Error as above */
  async admit(request: Http2ServerRequest, response: HttpResponse): Promise<void> {
    const { stream } = request;
    const end = await this.#limiter.take(stream.session ?? stream, () => stream.destroyed);
    if (!end) throw clientHasLeft();
    this.#ends.set(request, end);
    onceOver(response, end);
    if (stream.endAfterHeaders) return;
    const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), this.limits.requestTime);
    this.#deadlines.set(request, late);
    stream.once('close', () => clearTimeout(late));
  }

  /** The request is there with its message-body. */
  arrived(request: Http2ServerRequest): void {
    clearTimeout(this.#deadlines.get(request));
  }

  /** Ends the request's turn before its answer is complete. */
  release(request: Http2ServerRequest): void {
    this.#ends.get(request)?.();
  }
}

function clientHasLeft(): Error {
  return Object.assign(new Error('the client has left'), { code: 'ECONNRESET' });
}
