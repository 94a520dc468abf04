/** The knowledge of other rooms about a request that persons approve. */
import type { Tree } from '../data/index.js';
import type { Queries, Tx } from '../store/index.js';
import type { Call, Caller } from './call.js';

export interface ApprovalSources {
  /** Describes data parameters as they are now, in the order of the identifiers, without those that the caller may not read. */
  readonly data: (call: Call, ids: readonly string[], queries: Queries) => Promise<readonly object[]>;
  /** Keeps data parameters as they are while work that was approved with them is not over. */
  readonly keep: (tx: Tx, ids: readonly string[]) => Promise<void>;
  /** By qualified name of the operation: the instance-identifiers of what it is about, beside its path. */
  readonly targets: ReadonlyMap<string, OperationTargets>;
}

/** @param input valid by the model */
export type OperationTargets = (caller: Caller, input: Tree) => Promise<readonly string[]>;
