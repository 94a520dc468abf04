import { elementsOf, escapeText, RpcError, type XmlElement } from '../../data/index.js';
import { NETCONF_BASE } from '../namespaces.js';
import { childOf, is, trimmedText } from '../xml.js';

/** The first message of each side (RFC 6241 §8.1). */
export interface Hello {
  readonly capabilities: readonly string[];
  /** Sent by servers only; 1 to 4294967295. */
  readonly sessionId?: number;
}

const MAX_SESSION_ID = 4_294_967_295;

/** Builds the text of a hello. */
export function buildHello(hello: Hello): string {
  const capabilities = hello.capabilities.map((each) => `<capability>${escapeText(each)}</capability>`).join('');
  const sessionId = hello.sessionId === undefined ? '' : `<session-id>${hello.sessionId}</session-id>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<hello xmlns="${NETCONF_BASE}"><capabilities>${capabilities}</capabilities>${sessionId}</hello>`;
}

/** Parses a hello. @throws RpcError when it is another message, has no capabilities, or its session-id is not a valid number */
export function parseHello(element: XmlElement): Hello {
  if (!is(element, NETCONF_BASE, 'hello')) {
    throw bad(
      element.name,
      `the first message must be a hello in namespace ${NETCONF_BASE}, not ${element.name} in "${element.namespace}"`,
    );
  }
  const list = childOf(element, NETCONF_BASE, 'capabilities');
  if (!list) throw bad('hello', 'the hello has no capabilities element');
  const capabilities = elementsOf(list)
    .filter((each) => is(each, NETCONF_BASE, 'capability'))
    .map(trimmedText);
  const sessionId = childOf(element, NETCONF_BASE, 'session-id');
  return sessionId ? { capabilities, sessionId: parseSessionId(trimmedText(sessionId)) } : { capabilities };
}

function parseSessionId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MAX_SESSION_ID)
    throw bad('session-id', `session-id must be a number from 1 to ${MAX_SESSION_ID}, not "${text.slice(0, 40)}"`);
  return id;
}

function bad(element: string, message: string): RpcError {
  return new RpcError({ type: 'rpc', tag: 'bad-element', message, info: { 'bad-element': element } });
}
