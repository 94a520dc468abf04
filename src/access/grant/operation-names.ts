/** The names of the operations of the models, as capabilities and rules about approvals spell them. */
import type { ContainerNode, ListNode, Schema } from '../../yang/index.js';

const known = new WeakMap<Schema, ReadonlyMap<string, string>>();

/** Returns the qualified name of each rpc and action by its name as an action, `MODULE.NAME`. */
export function operationNames(schema: Schema): ReadonlyMap<string, string> {
  const found = known.get(schema);
  if (found) return found;
  const qnames = [...schema.rpcs.keys(), ...actionsIn(schema.root)];
  const names = new Map(qnames.map((qname) => [qname.replace(':', '.'), qname]));
  known.set(schema, names);
  return names;
}

function* actionsIn(parent: Pick<ContainerNode | ListNode, 'data'>): Iterable<string> {
  for (const node of parent.data.values()) {
    if (node.kind !== 'container' && node.kind !== 'list') continue;
    yield* node.actions.keys();
    yield* actionsIn(node);
  }
}
