/** Completes the input of establish-subscription and modify-subscription with data that only a protocol face has. */
import { leaf, type Tree, withChildren } from '../../data/index.js';
import { ENCODING, MODULE } from './names.js';
import type { SubscriptionEncoding } from './subscription.js';

/** Returns the input, with the encoding of the request if it names none (RFC 8639 §2.4.2). */
export function subscriptionInput(input: Tree, encoding: SubscriptionEncoding): Tree {
  const node = input.schema.data.get(ENCODING);
  if (node?.kind !== 'leaf' || input.children.has(ENCODING)) return input;
  return withChildren(input, new Map([...input.children, [ENCODING, leaf(node, `${MODULE}:encode-${encoding}`)]]));
}
