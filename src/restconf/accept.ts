import { type Encoding, encodingOf, MEDIA_TYPE, negotiate } from '../wire/index.js';
import { notAcceptable } from './refusal.js';

/** The plain types are taken as a wish for the YANG types, which the answer is always labelled with (RFC 8040 §5.2). */
const OFFERED: Readonly<Record<Encoding, readonly string[]>> = {
  json: [MEDIA_TYPE.json, MEDIA_TYPE.plainJson, MEDIA_TYPE.xml, MEDIA_TYPE.plainXml, 'text/xml'],
  xml: [MEDIA_TYPE.xml, MEDIA_TYPE.plainXml, 'text/xml', MEDIA_TYPE.json, MEDIA_TYPE.plainJson],
};

/** Accept headers repeat from request to request, and reading one costs more than the rest of a small GET. */
const MAX_REMEMBERED = 64;
const remembered: Readonly<Record<Encoding, Map<string, Encoding | undefined>>> = { json: new Map(), xml: new Map() };

/**
 * The encoding to answer in (RFC 9110 §12.5.1); undefined when the client accepts neither.
 *
 * @param preferred the one used where both are equally welcome: that of the message-body, or JSON
 */
export function answerEncoding(accept: string | undefined, preferred: Encoding): Encoding | undefined {
  if (accept === undefined || accept === '*/*') return preferred;
  const known = remembered[preferred];
  if (known.has(accept)) return known.get(accept);
  // A client that names a YANG type has said what it wants of that encoding.
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

/** @throws Refusal 406 unless the client takes an event stream (RFC 8040 §6.3) */
export function requireEventStream(accept: string | undefined): void {
  if (negotiate(accept, [MEDIA_TYPE.eventStream]) !== undefined) return;
  throw notAcceptable(`an event stream is answered as ${MEDIA_TYPE.eventStream}; Accept is "${accept}"`);
}
