/** A validator: `parse`, `safeParse`, `is`, and the Standard Schema interface for the same check. */
import { RpcError, type Tree } from '../../data/index.js';
import { issuePath } from './issue-path.js';
import type { StandardIssue, StandardSchema } from './standard-schema.js';

export interface ParseOptions {
  /** The datastore for references and conditions of the value (RFC 7950 §6.4.1). Default: an empty one. */
  readonly context?: Tree;
}

export type SafeParseResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: RpcError; readonly issues: readonly StandardIssue[] };

export interface Validator<T> extends StandardSchema<T> {
  /**
   * Returns the value in canonical form, as in RFC 7951, without added defaults.
   * @throws RpcError with every fault in `all`
   */
  parse(value: unknown, options?: ParseOptions): T;
  /** Works as `parse`, but returns the faults. */
  safeParse(value: unknown, options?: ParseOptions): SafeParseResult<T>;
  is(value: unknown, options?: ParseOptions): value is T;
}

/**
 * @param judge decodes and validates: returns the canonical value or raises RpcError. `T` is generated from the same schema,
 * so only here the result is cast to it.
 * @param member the name of the value in the document, for error paths
 */
export function validatorOver<T>(
  judge: (value: unknown, options: ParseOptions) => unknown,
  member?: string,
): Validator<T> {
  const check = (value: unknown, options: ParseOptions): T => judge(value, options) as T;
  const safeParse = (value: unknown, options: ParseOptions = {}): SafeParseResult<T> => {
    try {
      return { success: true, data: check(value, options) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { success: false, error, issues: error.all.map((each) => issueOf(each, value, member)) };
    }
  };
  return {
    parse: (value, options = {}) => check(value, options),
    safeParse,
    is: (value, options): value is T => safeParse(value, options).success,
    '~standard': {
      version: 1,
      vendor: 'yangent',
      validate: (value) => {
        const result = safeParse(value);
        return result.success ? { value: result.data } : { issues: result.issues };
      },
    },
  };
}

function issueOf({ message, path }: RpcError, value: unknown, member: string | undefined): StandardIssue {
  if (member === undefined) return { message, path: issuePath(value, path) };
  return { message, path: issuePath({ [member]: value }, path).slice(1) };
}
