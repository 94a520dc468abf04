import { elementsOf, escapeText, RpcError, type XmlElement } from '../../data/index.js';
import { NETCONF_NOTIFICATION } from '../namespaces.js';
import { childOf, trimmedText } from '../xml.js';

/** A received event (RFC 5277 §4). */
export interface Notification {
  /** RFC 3339 date and time. */
  readonly eventTime: string;
  /** The event's own element, in its module's namespace. */
  readonly event: XmlElement;
}

/** Builds the text of a notification. @param event XML of the event, with its namespace declarations */
export function buildNotification(eventTime: string, event: string): string {
  return `<notification xmlns="${NETCONF_NOTIFICATION}"><eventTime>${escapeText(eventTime)}</eventTime>${event}</notification>`;
}

/** Parses a notification. @throws RpcError missing-element when it has no eventTime or no event */
export function parseNotification(element: XmlElement): Notification {
  const time = childOf(element, NETCONF_NOTIFICATION, 'eventTime');
  const event = elementsOf(element).find((child) => child !== time);
  if (!time) throw missing('eventTime', 'the notification has no eventTime');
  if (!event) throw missing('notification', 'the notification carries no event');
  return { eventTime: trimmedText(time), event };
}

function missing(element: string, message: string): RpcError {
  return new RpcError({ type: 'rpc', tag: 'missing-element', message, info: { 'bad-element': element } });
}
