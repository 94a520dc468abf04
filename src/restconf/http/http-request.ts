import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

/** What is needed of the framework's request, whatever kind of server it came to. */
export interface HttpRequest {
  readonly method: string;
  /** The request-target as sent. */
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly protocol: string;
  /** The peer's address. */
  readonly ip: string;
  readonly raw: IncomingMessage | Http2ServerRequest;
}

/** Asked of every request: whether its target is this path, with or without a query. */
export function isAt(target: string, path: string): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === '?');
}
