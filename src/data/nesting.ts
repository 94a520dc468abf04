/** How deep content may go that no schema bounds: that of anydata and anyxml, and elements made by programs. */
import { RpcError } from './rpc-error.js';

/** As deep as the readers of JSON and XML let a document be. */
export const DEEPEST = 200;

/** @throws RpcError `invalid-value` where `depth` is beyond the bound: what is deeper would exhaust the stack of whoever descends into it */
export function refuseTooDeep(depth: number, what: string): void {
  if (depth <= DEEPEST) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `${what} is nested deeper than ${DEEPEST}`,
  });
}

/** @throws RpcError as `refuseTooDeep`; circles have no end and are too deep as well */
export function refuseDeepJson(value: unknown, what: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  refuseTooDeep(depth + 1, what);
  for (const one of Object.values(value)) refuseDeepJson(one, what, depth + 1);
}
