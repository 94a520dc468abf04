import type { Schema } from '../../yang/index.js';
import { resolveSegments } from './resolve.js';
import { parseSegments } from './segment.js';
import type { ApiTarget } from './target.js';

export { formatApiPath } from './format.js';
export type { ActionTarget, ApiTarget, DatastoreTarget, DataTarget } from './target.js';

/**
 * Parses the part of a request-target after `/restconf/data/` (RFC 8040 §3.5.3).
 *
 * @param raw still percent-encoded, without leading slash; empty for the datastore itself
 * @param start offset of `raw` in the request-target
 */
export function parseApiPath(schema: Schema, raw: string, start = 0): ApiTarget {
  return resolveSegments(schema, parseSegments(raw, start));
}
