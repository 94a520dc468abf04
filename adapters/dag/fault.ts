/** Refusals of the face. All errors, those of the node as well, are errors documents (RFC 8040 §7.1). */
import type { ErrorTag, FaceAnswer } from '../../src/index.js';

/** A request that the face refuses itself. */
export class Fault extends Error {
  constructor(
    readonly status: 400 | 404 | 405 | 406 | 409 | 412 | 415,
    readonly tag: ErrorTag,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly appTag?: string,
  ) {
    super(message);
    this.name = 'Fault';
  }
}

export function badRequest(message: string): Fault {
  return new Fault(400, 'invalid-value', message);
}

/** Returns the answer for a fault. */
export function answerOf({ status, tag, appTag, message, headers }: Fault): FaceAnswer {
  const error = [{ 'error-type': 'application', 'error-tag': tag, 'error-app-tag': appTag, 'error-message': message }];
  return {
    status,
    headers: { 'content-type': 'application/yang-data+json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ 'ietf-restconf:errors': { error } }),
  };
}
