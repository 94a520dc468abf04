import { MEDIA_TYPE, namespaces } from '../../wire/index.js';
import type { Answer } from './exchange.js';

const XRD = `<?xml version="1.0" encoding="UTF-8"?>\n<XRD xmlns="${namespaces.XRD}"><Link rel="restconf" href="/restconf"/></XRD>`;
const JRD = JSON.stringify({ links: [{ rel: 'restconf', href: '/restconf' }] });

/** Answers root resource discovery (RFC 8040 §3.1, RFC 6415): the path of the RESTCONF root. It is public. */
export function hostMeta(json: boolean): Answer {
  return json
    ? { status: 200, headers: { 'content-type': MEDIA_TYPE.plainJson }, body: JRD }
    : { status: 200, headers: { 'content-type': MEDIA_TYPE.hostMeta }, body: XRD };
}

/** True when the client prefers the JSON form of the document. */
export function wantsJson(accept: string | undefined): boolean {
  return accept !== undefined && /json/i.test(accept) && !/xml/i.test(accept);
}
