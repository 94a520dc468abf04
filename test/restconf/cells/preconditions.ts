/** What conditions do to requests that would succeed without them (RFC 9110 §13; RFC 8040 §3.4.1, §3.5.1 and §3.5.2). */
import type { Method } from './resources.js';

export interface Precondition {
  readonly title: string;
  /** Header fields for a resource with this entity-tag, which is that of another one where there is none. */
  readonly headers: (etag: string) => Readonly<Record<string, string>>;
  /** Whether it holds where the resource is there, and where it is not. */
  readonly holds: { readonly present: boolean; readonly absent: boolean };
}

const LONG_AGO = 'Mon, 01 Jan 1990 00:00:00 GMT';
const FAR_OFF = 'Fri, 01 Jan 2100 00:00:00 GMT';

export const PRECONDITIONS: readonly Precondition[] = [
  {
    title: 'If-Match with its entity-tag',
    headers: (etag) => ({ 'if-match': etag }),
    holds: { present: true, absent: false },
  },
  {
    title: 'If-Match with its entity-tag among others',
    headers: (etag) => ({ 'if-match': `"none", ${etag}` }),
    holds: { present: true, absent: false },
  },
  { title: 'If-Match: *', headers: () => ({ 'if-match': '*' }), holds: { present: true, absent: false } },
  {
    title: 'If-Match with another entity-tag',
    headers: () => ({ 'if-match': '"none"' }),
    holds: { present: false, absent: false },
  },
  {
    title: 'If-Match with a weak entity-tag',
    headers: (etag) => ({ 'if-match': `W/${etag}` }),
    holds: { present: false, absent: false },
  },
  { title: 'If-None-Match: *', headers: () => ({ 'if-none-match': '*' }), holds: { present: false, absent: true } },
  {
    title: 'If-None-Match with its entity-tag',
    headers: (etag) => ({ 'if-none-match': etag }),
    holds: { present: false, absent: true },
  },
  {
    title: 'If-None-Match with another entity-tag',
    headers: () => ({ 'if-none-match': '"none"' }),
    holds: { present: true, absent: true },
  },
  {
    title: 'If-Unmodified-Since a time before',
    headers: () => ({ 'if-unmodified-since': LONG_AGO }),
    holds: { present: false, absent: true },
  },
  {
    title: 'If-Unmodified-Since a time after',
    headers: () => ({ 'if-unmodified-since': FAR_OFF }),
    holds: { present: true, absent: true },
  },
  {
    title: 'If-Unmodified-Since what is no time',
    headers: () => ({ 'if-unmodified-since': 'yesterday' }),
    holds: { present: true, absent: true },
  },
];

/** The status of a request that answers `status` without the precondition. */
export function statusUnder(
  precondition: Precondition,
  method: Method,
  status: number,
  presence: 'present' | 'absent',
): number {
  // A request that fails before its content is looked at ignores its conditions (RFC 9110 §13.2.1).
  if (status === 404 || status === 405 || precondition.holds[presence]) return status;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && precondition.title.startsWith('If-None-Match') ? 304 : 412;
}
