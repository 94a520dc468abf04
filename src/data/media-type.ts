/** A type and a subtype (RFC 6838 §4.2), and at most 200 characters of parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]{1,200})?$/;

/** True for a media type, as a request or an answer names it in Content-Type. */
export function isMediaType(field: string): boolean {
  return MEDIA_TYPE.test(field);
}

/** Returns a media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function bareType(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
