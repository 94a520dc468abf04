import { MEDIA_TYPE } from '../../wire/index.js';
import type { Schema } from '../../yang/index.js';
import { methodNotAllowed } from '../refusal.js';
import { isNotModified } from '../resources/conditions.js';
import type { Answer } from '../resources/exchange.js';
import type { ServicePage } from '../resources/place.js';
import { docsPage } from './docs/index.js';
import { health } from './health.js';
import { homePage } from './home.js';
import type { HtmlPage } from './html.js';
import { EXPOSITION_TYPE, exposition, type Metric } from './metrics/index.js';
import { type FixedDocument, openApiDocument } from './openapi.js';

export type { Metric, Sample } from './metrics/index.js';

export interface ServiceRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Returns the schema of the described view. */
  readonly schema: () => Schema;
  /** The described RESTCONF root. */
  readonly root: string;
  /** Returns the names of its datastores. */
  readonly datastores: () => readonly string[];
  readonly stopping: boolean;
  /** Reason why nothing can be stored, in words for all clients. */
  readonly fault: string | undefined;
  readonly metrics: () => Promise<readonly Metric[]>;
}

const ALLOW = 'GET, HEAD';

/** Answers a request for a page. @throws Refusal 405 for other methods than GET and HEAD */
export async function answerService(page: ServicePage, request: ServiceRequest): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, page, ALLOW);
  switch (page) {
    case 'home':
      return html(request, homePage());
    case 'health':
      return health(request.stopping, request.fault);
    case 'metrics':
      return {
        status: 200,
        headers: { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' },
        body: exposition(await request.metrics()),
      };
    case 'openapi':
      return fixed(request, openApiDocument(request.schema(), request.root, request.datastores()), {
        'content-type': MEDIA_TYPE.plainJson,
      });
    case 'docs':
      return html(request, docsPage());
    default:
      return page satisfies never;
  }
}

function html(request: ServiceRequest, { page, headers }: HtmlPage): Answer {
  return fixed(request, page, headers);
}

function fixed(
  { headers }: ServiceRequest,
  { text, etag }: FixedDocument,
  own: Readonly<Record<string, string>>,
): Answer {
  const all = { ...own, etag: `"${etag}"`, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  const noneMatch = headers['if-none-match'];
  const conditions = typeof noneMatch === 'string' ? { 'if-none-match': noneMatch } : {};
  if (isNotModified(conditions, { etag, lastModified: new Date(0) })) return { status: 304, headers: all };
  return { status: 200, headers: all, body: text };
}
