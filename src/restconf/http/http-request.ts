import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Http2ServerRequest } from 'node:http2';

/** The needed part of the framework's request, for all kinds of servers. */
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

/** True when the target is this path, with or without a query. Called for every request. */
export function isAt(target: string, path: string): boolean {
  return target.startsWith(path) && (target.length === path.length || target[path.length] === '?');
}

/** True when a message-body comes with the request. */
export function hasBody({ headers, raw }: HttpRequest): boolean {
  if (raw instanceof Http2ServerRequest) return !raw.stream.endAfterHeaders;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
