/** The claim `htu` of a DPoP proof against the URL of a request (RFC 9449 §4.3). */

/** An absolute URL of visible ASCII; a browser's URL parser would take more. */
const WRITTEN = /^https?:\/\/[^\s\\@#?/][!-[\]-~]*$/i;

/**
 * True when both name the same resource. Query and fragment do not count, nor do case of scheme and host, the default port, and escapes
 * of characters that need none (RFC 3986 §6.2.2, §6.2.3).
 *
 * @param claimed the claim `htu`
 * @param url the URL of the request, without query
 */
export function sameUrl(claimed: string, url: string): boolean {
  if (claimed === url) return true;
  const normal = normalised(claimed);
  return normal !== undefined && normal === normalised(url);
}

function normalised(text: string): string | undefined {
  if (!WRITTEN.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '') return undefined;
  return origin + pathname.replace(ESCAPE, plain);
}

const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;

function plain(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return UNRESERVED.test(character) ? character : escaped.toUpperCase();
}
