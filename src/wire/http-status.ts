/** Error tags and HTTP status codes (RFC 8040 §7). */
import type { ErrorOrigin, ErrorTag, RpcError } from '../data/index.js';

/** Statuses of operation-failed by the origin of the error (RFC 8040 §7 allows both): a caller's fault is never a 5xx. */
const OPERATION_FAILED: Readonly<Record<ErrorOrigin, number>> = { caller: 412, node: 500 };

/** Allowed statuses of each other tag, the default first. 415 and 503 come from HTTP itself (RFC 8040 §5.2, RFC 9110 §15.6.4). */
const STATUSES: Readonly<Record<Exclude<ErrorTag, 'operation-failed'>, readonly [number, ...number[]]>> = {
  'in-use': [409],
  'invalid-value': [400, 404, 406, 415],
  'too-big': [413, 400],
  'missing-attribute': [400],
  'bad-attribute': [400],
  'unknown-attribute': [400],
  'missing-element': [400],
  'bad-element': [400],
  'unknown-element': [400],
  'unknown-namespace': [400],
  'access-denied': [403, 401],
  'lock-denied': [409],
  'resource-denied': [409, 503],
  'rollback-failed': [500],
  'data-exists': [409],
  'data-missing': [409],
  'operation-not-supported': [405, 501],
  'partial-operation': [500],
  'malformed-message': [400],
};

const UNKNOWN: readonly [number] = [500];

/**
 * Returns the HTTP status for an error. @param wanted the status that fits the request (404 for a missing resource); used
 * when the table allows it for the error's tag
 */
export function statusOf({ tag, origin }: Pick<RpcError, 'tag' | 'origin'>, wanted?: number): number {
  if (tag === 'operation-failed') return OPERATION_FAILED[origin];
  // Users' code may give a tag that does not exist.
  const allowed = Object.hasOwn(STATUSES, tag) ? STATUSES[tag] : UNKNOWN;
  return wanted !== undefined && allowed.includes(wanted) ? wanted : allowed[0];
}

/** Tags for a response without an error document; where the RFC's table is ambiguous, the most expected tag. */
const TAGS: ReadonlyMap<number, ErrorTag> = new Map([
  [400, 'invalid-value'],
  [401, 'access-denied'],
  [403, 'access-denied'],
  [404, 'invalid-value'],
  [405, 'operation-not-supported'],
  [406, 'invalid-value'],
  [409, 'in-use'],
  [412, 'operation-failed'],
  [413, 'too-big'],
  [415, 'invalid-value'],
  [429, 'resource-denied'],
  [501, 'operation-not-supported'],
  [503, 'resource-denied'],
]);

/** Returns the error tag for a status without an error document. */
export function tagOfStatus(status: number): ErrorTag {
  return TAGS.get(status) ?? 'operation-failed';
}
