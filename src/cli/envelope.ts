/** Removes protocol envelopes from documents. */

import { isObject, RpcError, type XmlElement } from '../data/index.js';
import { parseNotification, parseRpc } from '../wire/index.js';

/** Returns the operation of a NETCONF rpc. @throws RpcError unless the envelope is that of RFC 6241 §4.1 */
export function operationOf(element: XmlElement): XmlElement {
  return parseRpc(element).operation;
}

/** Returns the event of a NETCONF or RESTCONF notification. @throws RpcError unless the envelope is that of RFC 5277 §4 */
export function eventOf(element: XmlElement): XmlElement {
  const { eventTime, event } = parseNotification(element);
  checkTime(eventTime);
  return event;
}

export const JSON_NOTIFICATION = 'ietf-restconf:notification';

/**
 * Returns the event of a RESTCONF notification, as an object with one member. @throws RpcError unless the envelope is that of
 * RFC 8040 §6.4
 */
export function eventOfJson(value: unknown): unknown {
  const envelope = isObject(value) ? value[JSON_NOTIFICATION] : undefined;
  if (!isObject(envelope)) throw missing('notification', `the document must be an object "${JSON_NOTIFICATION}"`);
  const { eventTime, ...event } = envelope;
  if (typeof eventTime !== 'string') throw missing('eventTime', 'the notification has no eventTime');
  checkTime(eventTime);
  return event;
}

/** Date and time of RFC 3339, which both protocols require. */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function checkTime(text: string): void {
  if (TIME.test(text)) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `the eventTime "${text}" is not a date and time of RFC 3339, such as 2026-01-31T12:00:00Z`,
    info: { 'bad-element': 'eventTime' },
  });
}

const missing = (element: string, message: string) =>
  new RpcError({ type: 'application', tag: 'missing-element', message, info: { 'bad-element': element } });
