import { jsonNames, parseLexical, ValueFault } from '../../data/index.js';
import type { LeafListNode, LeafNode, LeafValue, Schema } from '../../yang/index.js';
import { badRequest } from '../refusal.js';

/**
 * Returns a decoded key value in the canonical form of its leaf's type, so that `1.00` and `1.0` name the same entry. Names in
 * values (identities) have module names, as in JSON (RFC 8040 §3.5.3, RFC 7951 §6.8).
 *
 * @throws Refusal 400 when the type does not allow the value
 */
export function keyValue(schema: Schema, leaf: LeafNode | LeafListNode, text: string, offset: number): LeafValue {
  const value = parseLexical(leaf.type, text, jsonNames(schema, leaf.module.name));
  if (!(value instanceof ValueFault)) return value;
  throw badRequest(`path, offset ${offset}: bad value for "${leaf.name}": ${value.message}`);
}
