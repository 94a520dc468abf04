import { constants } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Limits } from './limits.js';
import type { TlsIdentity } from './options.js';
import { limitResets } from './resets.js';

/** Maximum megabytes of memory of one HTTP/2 connection for its streams. */
const SESSION_MEMORY = 10;

/** Creates a server for HTTP/1.1 without TLS. */
export function plainServer(handler: RequestListener, limits: Limits): Server {
  const server = createServer({ maxHeaderSize: limits.headerSize, ...times(limits) }, handler);
  server.maxConnections = limits.connections;
  return server;
}

/** Creates a server for HTTP/2, and for HTTP/1.1 with older clients, over TLS. */
export function secureServer(
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  tls: TlsIdentity,
  limits: Limits,
): Http2SecureServer {
  const server = createSecureServer(
    {
      ...contextOf(tls),
      // The handshake accepts any certificate: the valid ones are configured, and may change during a connection.
      requestCert: true,
      rejectUnauthorized: false,
      allowHTTP1: true,
      handshakeTimeout: limits.headersTime,
      maxSessionMemory: SESSION_MEMORY,
      settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.headerSize },
    },
    handler,
  );
  // The HTTP/1.1 part of this server reads these properties, but has no options for them.
  Object.assign(server, times(limits), { maxHeaderSize: limits.headerSize, requireHostHeader: true });
  server.maxConnections = limits.connections;
  server.on('secureConnection', (socket) => {
    // The certificate of a client does not change during a connection.
    socket.disableRenegotiation();
    endsInTime(socket, limits.closeTime);
  });
  server.on('session', (session) => {
    session.setTimeout(limits.idleTime, () => session.close());
    limitResets(session, limits.resets);
  });
  return server;
}

/**
 * Returns the options of a server, or of its secure context, for an identity. No session is resumed: a resumed one has the certificate
 * of the client, but not those that the client sent to prove it.
 */
export function contextOf({ key, cert, minVersion = 'TLSv1.3' }: TlsIdentity) {
  return { key, cert, minVersion, secureOptions: constants.SSL_OP_NO_TICKET };
}

/** Connections that `endsInTime` watches: one that is given back to the server comes again. */
const watched = new WeakSet<Duplex>();

/** Closes a connection whose client does not end its side in time after this side has ended. */
function endsInTime(socket: Duplex, milliseconds: number): void {
  if (watched.has(socket)) return;
  watched.add(socket);
  socket.once('finish', () => {
    const cut = setTimeout(() => socket.destroy(), milliseconds).unref();
    socket.once('close', () => clearTimeout(cut));
  });
}

function times(limits: Limits) {
  return {
    headersTimeout: Math.min(limits.headersTime, limits.requestTime),
    // Bulk data may take longer than a message: the routes have times of their own (see Arrival).
    requestTimeout: 0,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: Math.max(1_000, Math.min(limits.headersTime, limits.requestTime) / 2),
  };
}
