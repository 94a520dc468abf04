import type { DataNode } from '../../../yang/index.js';

const known = new WeakMap<DataNode, boolean>();

/** True when neither the node nor anything below it is state. */
export function isConfigOnly(node: DataNode): boolean {
  const remembered = known.get(node);
  if (remembered !== undefined) return remembered;
  const below = node.kind === 'container' || node.kind === 'list' ? [...node.data.values()] : [];
  const answer = node.config && below.every(isConfigOnly);
  known.set(node, answer);
  return answer;
}
