import type { Duplex } from 'node:stream';
import { RpcError } from '../../data/index.js';
import { encodeErrorsJson, MEDIA_TYPE } from '../../wire/index.js';

/** Errors of Node's HTTP parser by code; its other codes mean that the request is not HTTP. */
const FAULTS: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'the header fields are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'the request did not arrive in time' },
};
const NOT_HTTP = { status: '400 Bad Request', message: 'the request is not well-formed HTTP' };

/** Answers octets that are no valid request with an errors document, and closes the connection. */
export function answerWireFault(error: Error & { readonly code?: string }, socket: Duplex): void {
  const { code = '' } = error;
  const fault = FAULTS[code] ?? (code.startsWith('HPE_') ? NOT_HTTP : undefined);
  // No answer is possible when the client has gone or has not finished its TLS handshake.
  if (!fault || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = fault;
  const body = encodeErrorsJson(new RpcError({ type: 'transport', tag: 'malformed-message', message }));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${MEDIA_TYPE.json}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
