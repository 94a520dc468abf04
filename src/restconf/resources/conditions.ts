import type { IncomingHttpHeaders } from 'node:http';
import type { Server } from '../../server/index.js';
import { preconditionFailed } from '../refusal.js';

/** The version of a resource, for header fields of answers (RFC 8040 §3.4.1, §3.5.1). */
export type Version = ReturnType<Server['version']>;

/** Returns `ETag` and `Last-Modified` of the datastore or of a configuration resource in it (RFC 8040 §3.4.1, §3.5.1, §3.5.2). */
export function validators(version: Version): Record<string, string> {
  return { etag: `"${version.etag}"`, 'last-modified': version.lastModified.toUTCString() };
}

/**
 * True when the client's copy is still valid and 304 can be answered (RFC 9110 §13.2.2).
 *
 * @throws Refusal 412 when If-Match or If-Unmodified-Since does not hold
 */
export function isNotModified(headers: IncomingHttpHeaders, version: Version): boolean {
  requireUnchanged(headers, version);
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return tagsOf(noneMatch, 'weak').some((tag) => tag === '*' || tag === version.etag);
  const since = dateOf(headers['if-modified-since']);
  return since !== undefined && seconds(version.lastModified) <= since;
}

/** The state of a resource before an edit. */
export interface Present {
  readonly exists: boolean;
  /** Absent when the resource does not exist, or has no version of its own. */
  readonly version?: Version;
}

/** The conditions of an edit. */
export interface EditConditions {
  /** The resource must still have one of these entity-tags. */
  readonly ifMatch?: readonly string[];
  /** If-Match: * */
  readonly mustExist?: true;
  /** If-None-Match: * */
  readonly mustNotExist: boolean;
}

export const UNCONDITIONAL: EditConditions = { mustNotExist: false };

/** True when a request has a condition, so that the resource must be read first. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-unmodified-since': unmodified } = headers;
  return match !== undefined || noneMatch !== undefined || unmodified !== undefined;
}

/**
 * Reads the conditions of an editing request (RFC 9110 §13.2.2). If-Unmodified-Since becomes a condition on the present
 * entity-tag, so that a change in between is noticed.
 *
 * @throws Refusal 412 when one does not hold now
 */
export function editConditions(headers: IncomingHttpHeaders, { exists, version }: Present): EditConditions {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-unmodified-since': unmodified } = headers;
  const wanted = match === undefined ? [] : tagsOf(match, 'strong');
  const any = wanted.includes('*');
  if (match !== undefined && !exists) throw preconditionFailed(`If-Match is ${match} and the resource does not exist`);
  if (version) requireUnchanged(headers, version);
  else if (match !== undefined && !any)
    throw preconditionFailed(`If-Match is ${match}; the resource has no entity-tag`);
  const forbidden = noneMatch === undefined ? [] : tagsOf(noneMatch, 'weak');
  if (version && forbidden.includes(version.etag)) {
    throw preconditionFailed(`If-None-Match names the present entity-tag "${version.etag}"`);
  }
  const mustNotExist = forbidden.includes('*');
  if (mustNotExist && exists) throw preconditionFailed('If-None-Match is "*" and the resource exists');
  if (any) return { mustExist: true, mustNotExist };
  if (match !== undefined) return { ifMatch: wanted, mustNotExist };
  return { ifMatch: version && dateOf(unmodified) !== undefined ? [version.etag] : undefined, mustNotExist };
}

function requireUnchanged(headers: IncomingHttpHeaders, version: Version): void {
  const match = headers['if-match'];
  if (match !== undefined) {
    const tags = tagsOf(match, 'strong');
    if (tags.includes('*') || tags.includes(version.etag)) return;
    throw preconditionFailed(`If-Match is ${match}; the entity-tag is now "${version.etag}"`);
  }
  const since = dateOf(headers['if-unmodified-since']);
  if (since === undefined || seconds(version.lastModified) <= since) return;
  throw preconditionFailed(`the resource was changed at ${version.lastModified.toUTCString()}`);
}

/** Returns the opaque tags of a list, or `*`. A weak tag never matches in a strong comparison (RFC 9110 §8.8.3.2). */
function tagsOf(header: string, comparison: 'strong' | 'weak'): string[] {
  if (header.trim() === '*') return ['*'];
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) =>
    tag === undefined || (weak !== undefined && comparison === 'strong') ? [] : [tag],
  );
}

/** Returns the seconds since 1970 of an HTTP-date; undefined for none or an invalid one, which must be ignored. */
function dateOf(header: string | undefined): number | undefined {
  const time = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
