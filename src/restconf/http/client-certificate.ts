import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { TLSSocket } from 'node:tls';

/** Returns the client certificate (DER) of the TLS handshake; undefined without one or without TLS. */
export function clientCertificate(request: IncomingMessage | Http2ServerRequest): Uint8Array | undefined {
  const socket: unknown = 'stream' in request ? socketOf(request) : request.socket;
  if (!(socket instanceof TLSSocket)) return undefined;
  return socket.getPeerX509Certificate()?.raw;
}

/** Returns the socket of an HTTP/2 request. Node.js gives a proxy of the shared socket that behaves like it. */
function socketOf(request: Http2ServerRequest): unknown {
  return request.stream.session?.socket;
}
