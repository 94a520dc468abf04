import { bareType } from '../../data/media-type.js';
import type { YangentAgents_Modality } from '../../generated/index.js';

/** Returns the kind of data (`yangent-agents:modality`) of a media type. */
export function modalityOf(mediaType: string): YangentAgents_Modality {
  const [top = '', rest = ''] = bareType(mediaType).split('/');
  if (KINDS.has(top)) return top;
  return TEXTUAL.test(rest) ? 'text' : 'file';
}

const KINDS: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'video']);
/** Structured data counts as text. */
const TEXTUAL = /^(?:json|xml|yaml|.*\+(?:json|xml|yaml))$/;

/** Media type of bytes whose sender gives none (RFC 9110 §8.3). */
export const UNKNOWN_TYPE = 'application/octet-stream';
/** Media type of data given as text in a message. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';
