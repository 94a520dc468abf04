import { type LeafListNode, type LeafNode, type LeafValue, parseLexical } from '../../yang/index.js';
import { badRequest } from '../refusal.js';

/**
 * A decoded key value in the canonical form of its leaf's type, so that `1.00` and `1.0` name one entry. Names in
 * values (identities) carry module names, as in JSON (RFC 8040 §3.5.3, RFC 7951 §6.8).
 *
 * @throws Refusal 400 when the type does not allow the value
 */
export function keyValue(leaf: LeafNode | LeafListNode, text: string, offset: number): LeafValue {
  try {
    return parseLexical(leaf.type, text, { moduleOf: (prefix) => prefix ?? leaf.module.name });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badRequest(`path, offset ${offset}: bad value for "${leaf.name}": ${reason}`);
  }
}
