import { badRequest } from '../refusal.js';

const MAX_DEPTH = 65535;

/** Reads the `depth` parameter (RFC 8040 §4.8.2): 1 is the target resource alone; undefined: unbounded. */
export function depthOf(value: string | undefined): number | undefined {
  if (value === undefined || value === 'unbounded') return undefined;
  const depth = /^[1-9]\d{0,4}$/.test(value) ? Number(value) : 0;
  if (depth < 1 || depth > MAX_DEPTH) {
    throw badRequest(`depth "${value}"; expected "unbounded" or a number from 1 to ${MAX_DEPTH}`);
  }
  return depth;
}
