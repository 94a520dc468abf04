import { createHash } from 'node:crypto';
import type { FixedDocument } from './openapi.js';

/** An HTML page, the same for every reader, and its header fields. */
export interface HtmlPage {
  readonly page: FixedDocument;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Makes a page from its text. Its Content-Security-Policy permits only its own script and style, and requests to this server
 * only.
 *
 * @param style the content of its `style` element
 * @param script the content of its `script` element; undefined: the page has none
 */
export function htmlPage(text: string, style: string, script?: string): HtmlPage {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'sha256-${sha256(script)}'`]),
    `style-src 'sha256-${sha256(style)}'`,
    ...(script === undefined ? [] : ["connect-src 'self'"]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    page: { text, etag: createHash('sha256').update(text).digest('base64url').slice(0, 22) },
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
