import {
  type Data,
  formatPath,
  type InstancePath,
  type LeafListItem,
  type ListEntry,
  type PathStep,
  RpcError,
  type Tree,
} from '../../../data/index.js';
import { badRequest } from '../../refusal.js';

/** The only resource in a message-body, and its step below the parent. */
export interface OneResource {
  readonly step: PathStep;
  readonly node: Data | ListEntry | LeafListItem;
}

/**
 * Returns the only child resource of a decoded message-body (RFC 8040 §4.4.1, §4.5).
 *
 * @throws RpcError malformed-message when there is none or more than one
 */
export function oneResource(tree: Tree): OneResource {
  const [data, ...more] = tree.children.values();
  if (!data || more.length > 0) throw notOne(tree.children.size);
  if (data.kind !== 'list' && data.kind !== 'leaf-list') return { step: { schema: data.schema }, node: data };
  const [entry, ...others] = data.entries;
  if (!entry || others.length > 0) throw notOne(data.entries.size);
  return { step: { schema: entry.schema, key: entry.key }, node: entry };
}

/**
 * Returns the resource of a message-body, which must be the target itself: same node, same keys.
 *
 * @throws Refusal 400 when it is another resource (RFC 8040 §4.5: keys must match those of the URI)
 */
export function sameResource(tree: Tree, path: InstancePath): OneResource {
  const found = oneResource(tree);
  const target = path.at(-1);
  if (target === undefined || found.step.schema !== target.schema) {
    throw badRequest(
      `the message-body holds "${found.step.schema.qname}"; expected "${target?.schema.qname}", the target resource`,
    );
  }
  if (found.step.key !== target.key) {
    throw badRequest(`the keys in the message-body are not those of the target resource ${formatPath(path)}`);
  }
  return found;
}

function notOne(count: number): RpcError {
  return new RpcError({
    type: 'rpc',
    tag: 'malformed-message',
    message: `the message-body holds ${count} resources; expected exactly one`,
  });
}
