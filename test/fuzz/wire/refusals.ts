/** What a proper refusal is, in this process and over the wire. */
import { ok } from 'node:assert/strict';
import { elementsOf, parseXml, RpcError, textOf, type XmlElement } from '../../../src/data/index.js';
import { Refusal } from '../../../src/restconf/refusal.js';
import { isErrorTag, isErrorType } from '../../../src/wire/messages/rpc-error.js';

/** What the parsers make of an input; undefined when they refuse it as they may. @throws what is no proper refusal */
export function orRefusal<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Refusal) {
      ok(error.status >= 400 && error.status < 500, `a refusal with status ${error.status}`);
      ok(isErrorTag(error.error.tag));
    } else if (!(error instanceof RpcError)) throw error;
    ok(error.message.length > 5, 'the refusal says nothing');
    return undefined;
  }
}

/** The texts by which a fault inside the node is told. */
const INTERNAL = /failed inside the server|the server failed to carry out|its log has the details|internal error/;

/** Judges an rpc-reply: well-formed, of the base namespace, its errors of tags and types that RFC 6241 knows. */
export function judgeReply(text: string): void {
  ok(!INTERNAL.test(text), `a fault inside the node: ${text.slice(0, 500)}`);
  // Most replies are alike, and a parser for each would be most of the work.
  if (PLAIN_ERROR.test(text)) return;
  const reply = parseXml(text, { maxDepth: 1_000 });
  ok(reply.name === 'rpc-reply', `not an rpc-reply: ${text.slice(0, 200)}`);
  ok(elementsOf(reply).length > 0, 'the rpc-reply is empty');
  for (const error of elementsOf(reply).filter(({ name }) => name === 'rpc-error')) judgeError(error);
}

const PLAIN_ERROR =
  /^<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1\.0"><rpc-error xmlns="urn:ietf:params:xml:ns:netconf:base:1\.0"><error-type>rpc<\/error-type><error-tag>malformed-message<\/error-tag><error-severity>error<\/error-severity><error-message xml:lang="en">[^<>&]{10,}<\/error-message><\/rpc-error><\/rpc-reply>$/;

function judgeError(error: XmlElement): void {
  const text = (name: string): string => {
    const member = elementsOf(error).find((each) => each.name === name);
    return member ? textOf(member) : '';
  };
  ok(isErrorTag(text('error-tag')), `error-tag "${text('error-tag')}"`);
  ok(isErrorType(text('error-type')), `error-type "${text('error-type')}"`);
  ok(text('error-message').length > 5, 'no error-message');
}

/** Judges an answer of RESTCONF: what it carries is well-formed, and an errors document where it refuses. */
export function judgeAnswer({ status, type, body }: { status: number; type: string; body: string }): void {
  ok(status >= 200 && status < 600, `status ${status}`);
  ok(status < 500 || status === 501 || status === 503 || status === 505, `status ${status}: ${body.slice(0, 500)}`);
  ok(!INTERNAL.test(body), `a fault inside the node: ${body.slice(0, 500)}`);
  if (body === '') return;
  if (type.endsWith('json')) {
    const value: unknown = JSON.parse(body);
    if (status >= 400) for (const error of errorsIn(value)) ok(isErrorTag(error), `error-tag "${error}"`);
  } else if (type.endsWith('xml')) {
    const root = parseXml(body, { maxDepth: 1_000 });
    if (status >= 400) elementsOf(root).forEach(judgeError);
  } else ok(status < 400, `an error as "${type}"`);
}

function errorsIn(value: unknown): readonly string[] {
  const errors = member(member(value, 'ietf-restconf:errors'), 'error');
  ok(Array.isArray(errors) && errors.length > 0, 'no errors document');
  return errors.map((error) => String(member(error, 'error-tag')));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : value;
}
