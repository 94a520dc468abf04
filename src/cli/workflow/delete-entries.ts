import { keyed, type RestconfClient } from '../../clients/index.js';
import type { RpcError } from '../../data/index.js';
import { WORKFLOWS } from './records.js';

/** Names of the entries that there are, and the error for one that is not there. */
interface Known {
  readonly present: readonly string[];
  missing(name: string): RpcError;
}

/** Deletes entries of a list of the workflows, all or none. @throws RpcError for a name that is not there */
export async function deleteEntries(
  node: RestconfClient,
  list: 'definition' | 'trigger',
  names: readonly string[],
  { present, missing }: Known,
): Promise<readonly { readonly name: string }[]> {
  const distinct = [...new Set(names)];
  for (const name of distinct) if (!present.includes(name)) throw missing(name);
  await node.yangPatch(
    WORKFLOWS,
    distinct.map((name) => ({ operation: 'delete', target: `/${keyed(list, name)}` })),
  );
  return distinct.map((name) => ({ name }));
}
