/** Tells refused clients when they may try again: in error-info, and over HTTP in `Retry-After` (RFC 9110 §10.2.3). */
import type { RpcError, RpcErrorFields } from '../data/index.js';

/** The member of error-info with the seconds. */
const MEMBER = 'yangent-access:retry-after';

/** Returns the error-info that names the time. @param seconds are rounded up to whole ones, at least one */
export function retryAfter(seconds: number): NonNullable<RpcErrorFields['info']> {
  return { [MEMBER]: String(Math.max(1, Math.ceil(seconds))) };
}

/** Returns the seconds after which the refused client may try again; undefined for an error that does not say so. */
export function retryAfterOf({ info }: Pick<RpcError, 'info'>): string | undefined {
  const seconds = info?.[MEMBER];
  return typeof seconds === 'string' ? seconds : undefined;
}

/** Returns the refusal of a request that comes too fast: over HTTP, 429 (RFC 6585 §4). @param later milliseconds */
export function rateLimited(later: number, what: string) {
  return {
    tag: 'resource-denied',
    appTag: 'rate-limited',
    message: `${what}: send again in ${later} ms`,
    info: retryAfter(later / 1_000),
  } as const;
}
