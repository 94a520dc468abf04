/** The path and query of a request-target, both still percent-encoded (RFC 9112 §3.2). */
export interface RequestTarget {
  readonly path: string;
  /** Without `?`; empty when there is none. */
  readonly query: string;
}

/** Splits origin-form (`/path?query`) and absolute-form (`https://host/path?query`) targets. */
export function parseRequestTarget(target: string): RequestTarget {
  const origin = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const mark = origin.indexOf('?');
  if (mark < 0) return { path: origin, query: '' };
  return { path: origin.slice(0, mark), query: origin.slice(mark + 1) };
}
