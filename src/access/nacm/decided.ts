/** Remembers by which rule a request was refused: records have its name, the error must not. */
import { RpcError } from '../../data/index.js';

const decided = new WeakMap<RpcError, string>();

/** Notes the rule that refused a request. @returns the error */
export function decidedBy(rule: string | undefined, error: RpcError): RpcError {
  if (rule !== undefined) decided.set(error, rule);
  return error;
}

/** Returns the rule that refused a request, as `RULE-LIST/RULE`; undefined where none did. */
export function ruleIn(error: unknown): string | undefined {
  if (!(error instanceof RpcError)) return undefined;
  return decided.get(error) ?? (error.cause instanceof RpcError ? decided.get(error.cause) : undefined);
}
