/** Returns a media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function bareType(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
