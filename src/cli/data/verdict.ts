import { RpcError, type Tree, validate } from '../../data/index.js';
import { decodeStored, type Stored } from '../../datastore/index.js';
import type { Offline } from '../../node/index.js';

/** Result of the validation of stored data under the models served now. */
export type Verdict =
  | { readonly valid: true; readonly tree: Tree }
  | { readonly valid: false; readonly errors: readonly RpcError[] };

export function judgeStored(offline: Offline, stored: Stored): Verdict {
  try {
    const tree = decodeStored(offline.schema, stored);
    validate(tree, { schema: offline.schema, type: 'config' });
    return { valid: true, tree };
  } catch (error) {
    if (error instanceof RpcError) return { valid: false, errors: error.all };
    throw error;
  }
}
