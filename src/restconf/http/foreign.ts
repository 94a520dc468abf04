/** TimeSlice away, before anybody logs in, what a browser was made to send: by a name pointed at this node, or by a page of another site. */
import type { FailedLogin } from '../../server/index.js';
import { crossSite, misdirected } from '../refusal.js';
import { type Authority, authorityOf } from './authority.js';
import type { HttpRequest } from './http-request.js';
import type { OwnNames } from './own-names.js';

export interface ForeignOptions {
  readonly names: OwnNames;
  /** Scheme, host and port by which clients reach the node, where a proxy stands before it. */
  readonly publicOrigin?: string;
  readonly onForeign?: (request: Pick<FailedLogin, 'method' | 'foreign' | 'remedy' | 'source'>) => void;
}

/**
 * Refuses a request that is not addressed to this node, or comes from a page that is not this node's.
 *
 * @throws Refusal 421 for another Host (RFC 9110 §15.5.20), 403 for another Origin or Sec-Fetch-Site (OPTIONS too: a preflight
 * is the question whether another site may ask, and none may), 400 for no Host
 */
export function refuseForeign(o: ForeignOptions, request: HttpRequest): void {
  const authority = authorityOf(request);
  if (!authority.isAddress && !o.names.has(authority.name)) {
    tell(o, request, 'host', authority.name);
    throw misdirected(authority.name);
  }
  const site = foreignSite(o, request, authority);
  if (site === undefined || isPage(request)) return;
  tell(o, request, 'origin', site);
  throw crossSite(site);
}

/** Values of Sec-Fetch-Site of what a person typed in, and of what a page of this node sent. */
const OWN_SITE: readonly unknown[] = ['none', 'same-origin', undefined];

/** Whose page sent the request; undefined where it is this node's, or no page. */
function foreignSite(
  { publicOrigin }: ForeignOptions,
  { headers, protocol }: HttpRequest,
  { text }: Authority,
): string | undefined {
  const { origin } = headers;
  if (origin !== undefined && origin !== publicOrigin && origin !== originOf(`${protocol}://${text}`)) return origin;
  const site = headers['sec-fetch-site'];
  return OWN_SITE.includes(site) ? undefined : String(site);
}

/** Without the port that goes without saying. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A link on another site may lead to the pages for people, which change nothing. */
function isPage({ method, originalUrl }: HttpRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && PAGE.test(originalUrl);
}

/** The pages hold all they need; a page of the docs asks for `openapi.json` by itself, which is of the same origin. */
const PAGE = /^(?:\/|(?:\/agents\/[^/?]+)?\/docs)(?:\?|$)/;

/** The option of `serve` that lets such requests in, where they are the node's own after all. */
const REMEDY = { host: '--allow-host', origin: '--public-url' } as const;

function tell({ onForeign }: ForeignOptions, { ip }: HttpRequest, method: 'host' | 'origin', name: string): void {
  onForeign?.({ method, foreign: name.slice(0, LONGEST_NAME), remedy: REMEDY[method], source: ip });
}

const LONGEST_NAME = 255;
