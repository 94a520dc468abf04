import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { ClientChain, MOST_SENT } from '../../keys/index.js';

/** The certificates of each connection, which last as long as it, because there is no renegotiation. */
const chains = new WeakMap<TLSSocket, ClientChain>();

/**
 * Returns the client certificate of the TLS handshake, with those that the client sent to prove it; undefined without one or without
 * TLS.
 */
export function clientCertificate(request: IncomingMessage | Http2ServerRequest): ClientChain | undefined {
  const socket: unknown = 'stream' in request ? socketOf(request) : request.socket;
  if (!(socket instanceof TLSSocket)) return undefined;
  const known = chains.get(socket);
  if (known) return known;
  const [leaf, ...sent] = certificatesOf(socket).map((der) => new X509Certificate(der));
  const chain = leaf && new ClientChain(leaf, sent);
  if (chain) chains.set(socket, chain);
  return chain;
}

/**
 * Returns the certificate of the client and those that follow from it by name, DER. Of several for one name the first one that was
 * sent counts. (`getPeerX509Certificate` of Node.js would give all, but it takes them away from the connection and never frees them.)
 */
function certificatesOf(socket: TLSSocket): readonly Buffer[] {
  const found: Buffer[] = [];
  let next: Partial<DetailedPeerCertificate> | null | undefined = socket.getPeerCertificate(true);
  // The last one refers to itself when it is self-signed.
  while (next?.raw && !found.at(-1)?.equals(next.raw) && found.length <= MOST_SENT) {
    found.push(next.raw);
    next = next.issuerCertificate;
  }
  return found;
}

/** Returns the socket of an HTTP/2 request. Node.js gives a proxy of the shared socket that behaves like it. */
function socketOf(request: Http2ServerRequest): unknown {
  return request.stream.session?.socket;
}
