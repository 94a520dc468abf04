import type { Parameter } from './parameters.js';

/** The permitted query parameters of requests (RFC 8040 §4.8, table of methods). */
export const ALLOWED = {
  none: new Set<Parameter>(),
  /** GET and HEAD of a datastore or data resource. */
  retrieval: new Set<Parameter>(['content', 'depth', 'fields', 'with-defaults']),
  /** GET and HEAD in the operational datastore (RFC 8527 §3.2). */
  operational: new Set<Parameter>(['content', 'depth', 'fields', 'with-defaults', 'with-origin']),
  /** POST and PUT of an entry of an ordered-by user list or leaf-list. */
  placement: new Set<Parameter>(['insert', 'point']),
  /** GET of an event stream. */
  stream: new Set<Parameter>(['filter', 'start-time', 'stop-time']),
} as const satisfies Record<string, ReadonlySet<Parameter>>;
