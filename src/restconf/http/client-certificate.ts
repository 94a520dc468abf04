import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { TLSSocket } from 'node:tls';
import { ClientChain, MOST_SENT } from '../../keys/index.js';

/** The certificates of each connection: what is found out about their signatures holds for all of its requests. */
const chains = new WeakMap<TLSSocket, ClientChain>();

/**
 * Returns the client certificate of the TLS handshake, with those that the client sent to prove it; undefined without one or without
 * TLS.
 */
export function clientCertificate(request: IncomingMessage | Http2ServerRequest): ClientChain | undefined {
  const socket: unknown = 'stream' in request ? socketOf(request) : request.socket;
  if (!(socket instanceof TLSSocket)) return undefined;
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) return undefined;
  const known = chains.get(socket);
  // TLS 1.2 may renegotiate with another certificate.
  if (known?.leaf.raw.equals(leaf.raw)) return known;
  const chain = new ClientChain(leaf, sentBehind(leaf));
  chains.set(socket, chain);
  return chain;
}

/** Returns the further certificates in their order. Node.js calls each next one the issuer, whatever it is. */
function sentBehind(leaf: X509Certificate): readonly X509Certificate[] {
  const sent: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next && sent.length < MOST_SENT; next = next.issuerCertificate)
    sent.push(next);
  return sent;
}

/** Returns the socket of an HTTP/2 request. Node.js gives a proxy of the shared socket that behaves like it. */
function socketOf(request: Http2ServerRequest): unknown {
  return request.stream.session?.socket;
}
