import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Http2SecureServer } from 'node:http2';

/** What Node's server would report of a request that is too slow, if it measured them. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Times within which requests of HTTP/1.1 must have arrived. */
export class Arrival {
  readonly #deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

  /** @param server is told of a request that is late as of one that is not well-formed: it answers and ends the connection */
  constructor(
    private readonly server: Pick<HttpServer | Http2SecureServer, 'emit'>,
    private readonly milliseconds: number,
  ) {}

  /** The header is there; a message-body may follow. */
  begins(request: IncomingMessage): void {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) return;
    const late = setTimeout(() => {
      const error = Object.assign(new Error('the request did not arrive in time'), { code: TOO_SLOW });
      if (!request.complete) this.server.emit('clientError', error, request.socket);
    }, this.milliseconds);
    this.#deadlines.set(request, late.unref());
    request.once('close', () => this.ends(request));
  }

  /** The message-body is there, or is handled by its reader. */
  ends(request: IncomingMessage): void {
    clearTimeout(this.#deadlines.get(request));
  }
}
