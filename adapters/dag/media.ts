/** The media type of documents and messages, and what a client wants (`ATD-9-e`, `ATD-9-f`). */
import { type FaceRequest, isObject, negotiate, parseJson, parseMediaType } from '../../src/index.js';
import { badRequest, Fault } from './fault.js';

/** A content as a client gave it, before the node has checked it by the model. */
export type Members = Readonly<Record<string, unknown>>;

export const MEDIA_TYPE = 'application/vnd.ietf.agent-task-dag+json';

/** @throws Fault 406 when the client takes none of the types */
export function requireAccepted({ headers }: Pick<FaceRequest, 'headers'>, type = MEDIA_TYPE): void {
  if (negotiate(headers.accept, [type]) !== undefined) return;
  throw new Fault(406, 'invalid-value', `the answer is ${type}, which Accept does not allow`);
}

/**
 * Reads the content of a message-body: the member of its only structure.
 *
 * @param structure `dag`, `dag-message`
 * @throws Fault 415 for another media type, 400 for a body that is no such document; RpcError malformed-message, invalid-value
 */
export function contentOf(request: FaceRequest, structure: string): Members {
  const { headers } = request;
  const type = parseMediaType(headers['content-type'] ?? '')?.name;
  if (type !== MEDIA_TYPE)
    throw new Fault(415, 'invalid-value', `the body must be ${MEDIA_TYPE}`, { 'accept-post': MEDIA_TYPE });
  const name = `yangent-workflows:${structure}`;
  const value = read.get(request) ?? jsonOf(request.body);
  read.set(request, value);
  const content = isObject(value) && Object.keys(value).length === 1 ? value[name] : undefined;
  if (isObject(content)) return content;
  throw badRequest(`the body must be an object with the one member "${name}", an object`);
}

/** @throws Fault 400 for members that the structure does not have */
export function requireMembers(what: string, value: Members, known: readonly string[]): void {
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const shown = JSON.stringify(stranger.slice(0, 64));
  throw new Fault(400, 'unknown-element', `${what} has no member ${shown}; it has: ${known.join(', ')}`);
}

/** The bodies that were read: each is looked at for several purposes. */
const read = new WeakMap<FaceRequest, unknown>();

function jsonOf(body: Uint8Array): unknown {
  // Two members with one name could be read in one way here, and in another before.
  return parseJson(textOf(body));
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Fault(400, 'malformed-message', 'the body is no JSON text in UTF-8 (RFC 8259)');
  }
}
