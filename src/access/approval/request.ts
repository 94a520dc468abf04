/** Requests that persons approve, and how the same request is known again. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { RpcError } from '../../data/index.js';
import type { Queries } from '../../store/index.js';
import type { Principal } from '../principal.js';
import { openOfSame } from './rows.js';
import { type ApprovalRule, ruleText } from './rule.js';
import { digestOf } from './statement.js';

/** A request that rules concern. */
export interface ApprovalRequest {
  readonly requester: Pick<Principal, 'name' | 'domain' | 'kind'> & { readonly actors: readonly string[] };
  /** `MODULE.NAME`, or `data.edit`. */
  readonly operation: string;
  /** Instance-identifiers. */
  readonly target: readonly string[];
  /** JSON value: all that is approved. */
  readonly input: unknown;
  /** The part of the input by which the same request is known when the rest has changed. Default: the input. */
  readonly same?: unknown;
}

/** A request with the canonical texts of its input and of the part by which it is known. */
export interface ReadRequest {
  readonly request: ApprovalRequest;
  readonly input: string;
  readonly same: string;
}

/** Maximum octets of the input of a request that can be approved. */
const MAX_INPUT = 1_048_576;
/** Maximum octets of its targets, which the statement has, too. */
const MAX_TARGET = 131_072;

/** @throws RpcError too-big */
export function readRequest(request: ApprovalRequest): ReadRequest {
  const input = canonicalJson(request.input);
  const same = request.same === undefined ? input : canonicalJson(request.same);
  if (Buffer.byteLength(input) > MAX_INPUT) throw tooBig(`has at most ${MAX_INPUT} octets`);
  if (Buffer.byteLength(JSON.stringify(request.target)) > MAX_TARGET)
    throw tooBig(`names its nodes in at most ${MAX_TARGET} octets`);
  return { request, input, same };
}

function tooBig(bound: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'too-big',
    origin: 'caller',
    message: `a request that must be approved ${bound}; make it in parts`,
  });
}

/** Returns the digest by which the same request of the same caller is known again, while its approval by a rule is open. */
export function sameDigest({ request, same }: ReadRequest, rule: ApprovalRule): string {
  const { requester, operation, target } = request;
  const parts = [ruleText(rule), requester.name, requester.actors, operation, target, same];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The approval of a request by one rule. `stale`: it is for the same request, which replaces other values now, or refers to other data. */
export type Found =
  | { readonly kind: 'granted' | 'waiting' | 'stale'; readonly id: string; readonly rule: ApprovalRule }
  | { readonly kind: 'none'; readonly rule: ApprovalRule };

/** Finds the open approval of the same request by a rule. */
export async function findApproval(queries: Queries, read: ReadRequest, rule: ApprovalRule): Promise<Found> {
  let stale: string | undefined;
  for (const { id, salt, digest, state } of await openOfSame(queries, sameDigest(read, rule), Date.now())) {
    if (salt === null || digestOf(salt, read.input) !== digest) stale ??= id;
    else if (state === 'granted' || state === 'waiting') return { kind: state, id, rule };
  }
  return stale === undefined ? { kind: 'none', rule } : { kind: 'stale', id: stale, rule };
}

/** Returns the identifiers of those of one kind. */
export function idsOf(found: readonly Found[], kind: 'granted' | 'waiting' | 'stale'): readonly string[] {
  return found.flatMap((each) => (each.kind === kind && 'id' in each ? [each.id] : []));
}
