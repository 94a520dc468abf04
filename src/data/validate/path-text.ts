/** Paths of nodes for error messages. */
import type { DataNode } from '../../yang/schema.js';
import { formatStep } from '../values/instance-path/format.js';
import type { XPathNode } from '../xpath/index.js';

/** Returns the instance path of a node in RFC 7951 form, or of its child `child` when given; '/' for the root. */
export function pathText(node: XPathNode, child?: DataNode): string {
  const text = `${ancestry(node)}${child ? formatStep(child, undefined, node.named?.module.name) : ''}`;
  return text === '' ? '/' : text;
}

function ancestry(node: XPathNode): string {
  const { data, named, parent } = node;
  if (!named || !parent) return '';
  const before = ancestry(parent);
  const module = parent.named?.module.name;
  // The tree of an operation, notification or structure has the name of that statement.
  if (data.kind === 'root') return `${before}/${named.module.name === module ? named.name : named.qname}`;
  const key = data.kind === 'entry' || data.kind === 'item' ? data.key : undefined;
  return before + formatStep(data.schema, key, module);
}
