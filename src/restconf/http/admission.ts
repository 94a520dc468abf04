import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { ConnectionLimiter } from './connection-limiter.js';
import type { Limits } from './limits.js';
import { onceOver } from './over.js';

type HttpMessage = IncomingMessage | Http2ServerRequest;
type HttpResponse = ServerResponse | Http2ServerResponse;

/**
 * Admits a few requests of each connection at a time, so that one client cannot delay all others. Requests of HTTP/2 also get a
 * time within which they must have arrived; for HTTP/1.1 the server of Node.js has that.
 */
export class Admission {
  readonly #limiter: ConnectionLimiter;
  /** HTTP/1.1 answers in order, so pipelined requests (RFC 9112 §9.3.2) are processed one at a time. */
  readonly #inOrder = new ConnectionLimiter(1);
  readonly #ends = new WeakMap<Http2ServerRequest, () => void>();
  readonly #deadlines = new WeakMap<Http2ServerRequest, NodeJS.Timeout>();

  constructor(private readonly limits: Limits) {
    this.#limiter = new ConnectionLimiter(limits.working);
  }

  /**
   * Resolves when it is the request's turn. At most `limits.streams` requests may wait, because each is held in memory; a
   * connection with more is closed. @throws Error when the client has left by then
   */
  async admitInOrder({ socket }: HttpMessage, response: HttpResponse): Promise<void> {
    if (this.#inOrder.waiting(socket) >= this.limits.streams) socket.destroy();
    if (socket.destroyed) throw clientHasLeft();
    const end = await this.#inOrder.take(socket, () => socket.destroyed);
    if (!end) throw clientHasLeft();
    onceOver(response, end);
  }

  /** Like `admitInOrder` for a request of HTTP/2, which must then arrive in time. @throws Error as above */
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

  /** Called when the request and its message-body have arrived. */
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
