import { createHash } from 'node:crypto';
import type { FixedDocument } from '../openapi.js';
import { page } from './page.js';
import { script } from './script.js';
import { style } from './style.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** Nothing but this page's own script and style runs, and nothing is fetched but from this server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${sha256(script)}'`,
  `style-src 'sha256-${sha256(style)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const text = page(style, script);

const made: { readonly page: FixedDocument; readonly headers: Readonly<Record<string, string>> } = {
  page: { text, etag: sha256(text).slice(0, 22).replaceAll('/', '_').replaceAll('+', '-') },
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  },
};

/** The page that shows the OpenAPI document beside it (`openapi.json`) to people; the same for every view. */
export function docsPage(): typeof made {
  return made;
}
