import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { TLSSocket } from 'node:tls';

/** The certificate (DER) with which the client proved who it is in the TLS handshake; undefined without one or without TLS. */
export function clientCertificate(request: IncomingMessage | Http2ServerRequest): Uint8Array | undefined {
  const socket: unknown = 'stream' in request ? socketOf(request) : request.socket;
  if (!(socket instanceof TLSSocket)) return undefined;
  return socket.getPeerX509Certificate()?.raw;
}

/** HTTP/2 gives a stand-in for the socket that its streams share, which answers as the socket does. */
function socketOf(request: Http2ServerRequest): unknown {
  return request.stream.session?.socket;
}
