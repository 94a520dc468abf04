import { DEFAULT_LIMITS } from './http/limits.js';
import { createListener } from './http/listener.js';
import type { ListenOptions, TlsIdentity } from './http/options.js';

export interface RestconfListener {
  /** `https://host:port`, without trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Proves itself otherwise to new connections. Without TLS: does nothing. */
  useTls(identity: TlsIdentity): void;
  /** Accepts no more requests, ends event streams, waits for running requests for a while, then closes all connections. */
  close(): Promise<void>;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Serves RESTCONF (RFC 8040) over HTTP/1.1 and HTTP/2 with TLS, or over plain HTTP/1.1 on loopback.
 *
 * @throws Error for plain HTTP on another address, or when the address cannot be bound
 */
export async function listenRestconf(options: ListenOptions): Promise<RestconfListener> {
  const { host, port, tls } = options;
  if (tls === false && !LOOPBACK.test(host)) {
    throw new Error(`RESTCONF without TLS is served on loopback only (127.0.0.1, ::1, localhost), not on ${host}`);
  }
  const listener = createListener(options, { ...DEFAULT_LIMITS, ...options.limits });
  await listener.listen({ host, port });
  const bound = listener.port() ?? port;
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `${tls === false ? 'http' : 'https'}://${name}:${bound}`;
  return { url, port: bound, useTls: listener.useTls, close: listener.close };
}
