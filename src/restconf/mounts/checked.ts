/** The answer of a face, checked before any of it is sent. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FaceAnswer } from '../../server/index.js';

/** Header fields that the listener writes, or that belong to the connection (RFC 9110 §7.6.1). */
const OF_LISTENER: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]);
/** Maximum number of characters of all header fields together. */
const LONGEST_HEADER = 16_384;
/** Statuses whose answers have no message-body (RFC 9110 §15). */
const BARE: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns the answer with its header fields in lower case.
 *
 * @throws Error that says what the face must give instead
 */
export function checkedAnswer(protocol: string, answer: FaceAnswer | undefined): FaceAnswer {
  const fault = (what: string) => new Error(`face "${protocol}": ${what}`);
  if (typeof answer !== 'object' || answer === null) throw fault('gave no answer; return { status, headers, body }');
  const { status, headers = {}, body } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw fault(`gave the status ${status}; a status is 200 to 599`);
  if (body !== undefined && BARE.has(status)) throw fault(`gave a body with the status ${status}, which has none`);
  if (!isBody(body)) throw fault('gave a body that is no text, no bytes and no AsyncIterable of them');
  const fields: Record<string, string> = {};
  let size = 0;
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (typeof value !== 'string') throw fault(`gave the header field ${name} with a value that is no text`);
    size += name.length + value.length;
    if (size > LONGEST_HEADER) throw fault(`gave a header of more than ${LONGEST_HEADER} characters`);
    if (OF_LISTENER.has(name)) throw fault(`gave the header field ${name}, which the listener writes itself`);
    if (Object.hasOwn(fields, name)) throw fault(`gave the header field ${name} twice`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw fault(`gave a header field that cannot be sent: ${error instanceof Error ? error.message : error}`);
    }
    fields[name] = value;
  }
  return { status, headers: fields, body: body instanceof Uint8Array ? ownBytes(body) : body };
}

/** Returns bytes that no other thread changes while they are sent. */
function ownBytes(body: Uint8Array): Uint8Array {
  return body.buffer instanceof ArrayBuffer ? body : Uint8Array.from(body);
}

/** True for an answer that comes bit by bit. */
export function isStreamed(body: FaceAnswer['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

function isBody(body: unknown): boolean {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return true;
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
