import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Http2SecureServer } from 'node:http2';

/** The error code with which Node's server reports a request that is too slow. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Times within which requests of HTTP/1.1 must have arrived. */
export class Arrival {
  readonly #deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

  /** @param server gets a late request as a client error: it answers and ends the connection */
  constructor(
    private readonly server: Pick<HttpServer | Http2SecureServer, 'emit'>,
    private readonly milliseconds: number,
  ) {}

  /** Starts the time for the message-body, after the header has arrived. */
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

  /** Stops the time: the message-body has arrived, or its reader takes over. */
  ends(request: IncomingMessage): void {
    clearTimeout(this.#deadlines.get(request));
  }
}
