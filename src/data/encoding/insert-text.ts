import type { LeafListNode, ListNode } from '../../yang/schema.js';
import { formatStep } from '../values/instance-path/format.js';

/**
 * Returns the neighbour of an insertion as the attributes `key` (`[name='x']`) and `value` name it (RFC 7950 §7.7.9,
 * §7.8.6), with module names.
 */
export function insertText(schema: ListNode | LeafListNode, key: string): string {
  if (schema.kind === 'leaf-list') return key;
  return formatStep(schema, key, schema.module.name).slice(schema.name.length + 1);
}
