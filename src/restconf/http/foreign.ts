/**
 * Refuses, before login, requests that a browser was tricked to send: by a foreign name for this node, or by a page of another
 * site.
 */
import type { FailedLogin } from '../../server/index.js';
import { crossSite, misdirected } from '../refusal.js';
import { type Authority, authorityOf } from './authority.js';
import type { HttpRequest } from './http-request.js';
import type { OwnNames } from './own-names.js';

export interface ForeignOptions {
  readonly names: OwnNames;
  /** Scheme, host and port at which clients reach the node, when there is a proxy in front of it. */
  readonly publicOrigin?: string;
  readonly onForeign?: (request: Pick<FailedLogin, 'method' | 'foreign' | 'remedy' | 'source'>) => void;
}

/**
 * Refuses a request that is not addressed to this node, or that comes from a page of another site.
 *
 * @throws Refusal 421 for another Host (RFC 9110 §15.5.20), 403 for another Origin or Sec-Fetch-Site (also for OPTIONS: no other
 *   site is permitted, so preflights are refused), 400 without Host
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

/** Values of Sec-Fetch-Site for requests typed by a user, and for requests of pages of this node. */
const OWN_SITE: readonly unknown[] = ['none', 'same-origin', undefined];

/** Returns the foreign site whose page sent the request; undefined for this node's pages, and without a page. */
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

/** Returns the origin of a URL, without the default port. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** True for the HTML pages, which change nothing: links from other sites may lead to them. */
function isPage({ method, originalUrl }: HttpRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && PAGE.test(originalUrl);
}

/** Paths of the HTML pages. The docs page fetches `openapi.json` itself, from the same origin. */
const PAGE = /^(?:\/|(?:\/agents\/[^/?]+)?\/docs)(?:\?|$)/;

/** The option of `serve` that permits such requests when they are legitimate. */
const REMEDY = { host: '--allow-host', origin: '--public-url' } as const;

function tell({ onForeign }: ForeignOptions, { ip }: HttpRequest, method: 'host' | 'origin', name: string): void {
  onForeign?.({ method, foreign: name.slice(0, LONGEST_NAME), remedy: REMEDY[method], source: ip });
}

const LONGEST_NAME = 255;
