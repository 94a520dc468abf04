/** Bound of nesting for content without a schema: anydata, anyxml, and elements made by programs. */
import { RpcError } from './rpc-error.js';

/** The same bound as in the readers of JSON and XML. */
export const DEEPEST = 200;

/** @throws RpcError `invalid-value` when `depth` exceeds the bound: a recursion into deeper content would exhaust the stack */
export function refuseTooDeep(depth: number, what: string): void {
  if (depth <= DEEPEST) return;
  throw new RpcError({
    type: 'application',
    tag: 'invalid-value',
    message: `${what} is nested deeper than ${DEEPEST}`,
  });
}

/** @throws RpcError as `refuseTooDeep`; circular references are too deep as well */
export function refuseDeepJson(value: unknown, what: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  refuseTooDeep(depth + 1, what);
  for (const one of Object.values(value)) refuseDeepJson(one, what, depth + 1);
}
