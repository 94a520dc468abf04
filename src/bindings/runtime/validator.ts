/** One validator: `parse`, `safeParse`, `is`, and the Standard Schema interface over the same check. */
import { RpcError, type Tree } from '../../data/index.js';
import { issuePath } from './issue-path.js';
import type { StandardIssue, StandardSchema } from './standard-schema.js';

export interface ParseOptions {
  /** The datastore that references and conditions of the value look into (RFC 7950 §6.4.1); absent: an empty one. */
  readonly context?: Tree;
}

export type SafeParseResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: RpcError; readonly issues: readonly StandardIssue[] };

export interface Validator<T> extends StandardSchema<T> {
  /**
   * The value in canonical form, as RFC 7951 writes it; defaults are not added.
   * @throws RpcError, `all` of it every fault found
   */
  parse(value: unknown, options?: ParseOptions): T;
  /** As `parse`, with the faults as a result. */
  safeParse(value: unknown, options?: ParseOptions): SafeParseResult<T>;
  is(value: unknown, options?: ParseOptions): value is T;
}

/**
 * @param judge decodes and validates; answers the canonical value or raises RpcError. What passes it is what the schema allows,
 * and `T` says the same of that schema: here alone the one is taken for the other.
 * @param member the name under which the value stands in the document that error paths speak of
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
