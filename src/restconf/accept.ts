import { type Encoding, encodingOf, MEDIA_TYPE, negotiate } from '../wire/index.js';
import { notAcceptable } from './refusal.js';

/** Accepted media types by encoding. Plain types stand for the YANG types, which every answer has (RFC 8040 §5.2). */
const OFFERED: Readonly<Record<Encoding, readonly string[]>> = {
  json: [MEDIA_TYPE.json, MEDIA_TYPE.plainJson, MEDIA_TYPE.xml, MEDIA_TYPE.plainXml, 'text/xml'],
  xml: [MEDIA_TYPE.xml, MEDIA_TYPE.plainXml, 'text/xml', MEDIA_TYPE.json, MEDIA_TYPE.plainJson],
};

/** Size of the cache of parsed Accept headers: parsing one costs more than the rest of a small GET. */
const MAX_REMEMBERED = 64;
const remembered: Readonly<Record<Encoding, Map<string, Encoding | undefined>>> = { json: new Map(), xml: new Map() };

/**
 * Returns the encoding of the answer (RFC 9110 §12.5.1); undefined when the client accepts neither.
 *
 * @param preferred encoding when both are equally accepted: that of the message-body, or JSON
 */
export function answerEncoding(accept: string | undefined, preferred: Encoding): Encoding | undefined {
  if (accept === undefined || accept === '*/*') return preferred;
  const known = remembered[preferred];
  if (known.has(accept)) return known.get(accept);
  // When a client names a YANG type, only this type counts for its encoding.
  const named = (encoding: Encoding) => accept.toLowerCase().includes(MEDIA_TYPE[encoding]);
  const offered = OFFERED[preferred].filter((type) => {
    const encoding = encodingOf(type);
    return encoding === undefined || type === MEDIA_TYPE[encoding] || !named(encoding);
  });
  const type = negotiate(accept, offered);
  const encoding = type === undefined ? undefined : encodingOf(type);
  if (known.size < MAX_REMEMBERED) known.set(accept, encoding);
  return encoding;
}

/** Refuses clients that do not accept event streams (RFC 8040 §6.3). @throws Refusal 406 */
export function requireEventStream(accept: string | undefined): void {
  if (negotiate(accept, [MEDIA_TYPE.eventStream]) !== undefined) return;
  throw notAcceptable(`an event stream is answered as ${MEDIA_TYPE.eventStream}; Accept is "${accept}"`);
}
