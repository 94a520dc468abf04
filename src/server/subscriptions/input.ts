/** What only a protocol face knows of the input of establish- and modify-subscription. */
import { leaf, type Tree, withChildren } from '../../data/index.js';
import { ENCODING, MODULE } from './names.js';
import type { SubscriptionEncoding } from './subscription.js';

/** The input with the encoding of the request where it names none (RFC 8639 §2.4.2). */
export function subscriptionInput(input: Tree, encoding: SubscriptionEncoding): Tree {
  const node = input.schema.data.get(ENCODING);
  if (node?.kind !== 'leaf' || input.children.has(ENCODING)) return input;
  return withChildren(input, new Map([...input.children, [ENCODING, leaf(node, `${MODULE}:encode-${encoding}`)]]));
}
