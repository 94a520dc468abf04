/** The nodes of a definition, in an order in which each follows those before it. */
import type { Definition, Node } from './records.js';

/** Nodes that could come next keep the order of the definition; so do the nodes of a cycle, which drafts may have. */
export function inOrder({ node, edge = [] }: Pick<Definition, 'node' | 'edge'>): readonly Node[] {
  const open = new Map(node.map(({ name }) => [name, 0]));
  const after = new Map<string, string[]>();
  for (const { from, to } of edge) {
    open.set(to, (open.get(to) ?? 0) + 1);
    const targets = after.get(from);
    if (targets) targets.push(to);
    else after.set(from, [to]);
  }
  const nodes = new Map(node.map((each) => [each.name, each]));
  const order = node.filter(({ name }) => open.get(name) === 0);
  for (const { name } of order) {
    for (const next of after.get(name) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      const found = nodes.get(next);
      if (left === 0 && found) order.push(found);
    }
  }
  const seen = new Set(order);
  return [...order, ...node.filter((each) => !seen.has(each))];
}
