/** Server-sent events, the wire form of event streams (RFC 8040 §6.3; W3C EventSource). */
import type { EventDelivery } from '../../../server/index.js';
import { type Encoding, encodeEvent } from '../../../wire/index.js';

/** Texts by event; they are released with their events. */
const texts: Readonly<Record<Encoding, WeakMap<EventDelivery, string>>> = { json: new WeakMap(), xml: new WeakMap() };

/** Returns the text of an event, made once for all subscribers: they get the same object. */
export function eventText(event: EventDelivery, encoding: Encoding): string {
  const known = texts[encoding].get(event);
  if (known !== undefined) return known;
  const text = sseText(event.id, encodeEvent(event, encoding));
  texts[encoding].set(event, text);
  return text;
}

/** Returns one event; each line of the text becomes a data field. @param id empty for a message that is in no event log */
export function sseText(id: string, data: string): string {
  return `${id === '' ? '' : `id: ${id.replace(/[\r\n\0]/g, '')}\n`}${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}

/** Returns a comment, which clients do not show: it keeps the connection alive or gives the reason of the end. */
export function commentText(text: string): string {
  return `: ${text.replace(/[\r\n]+/g, ' ')}\n\n`;
}
