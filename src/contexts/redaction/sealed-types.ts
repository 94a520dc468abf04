/** The media types of sealed content: encrypted by its sender, so that the node cannot read or search it. */
import { bareType } from '../../data/media-type.js';

/** JOSE in both serializations (RFC 7515 §9.2.1), and MLS (RFC 9420 §17.10). */
export const SEALED_TYPES = ['application/jose', 'application/jose+json', 'message/mls'] as const;
export type SealedType = (typeof SEALED_TYPES)[number];

/** Returns the media type without its parameters when it is one of sealed content; undefined for others. */
export function sealedType(mediaType: string | undefined): SealedType | undefined {
  if (mediaType === undefined) return undefined;
  const bare = bareType(mediaType);
  return SEALED_TYPES.find((type) => type === bare);
}
