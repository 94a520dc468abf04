/** The axes (XPath 1.0 §2.2): from a node to the nodes of a step, in axis order (reverse axes nearest first). */
import type { DataParent } from '../../yang/schema.js';
import type { Axis, NameTest } from '../../yang/xpath/index.js';
import type { XPathNode } from './node.js';

export const REVERSE_AXES: ReadonlySet<Axis> = new Set([
  'parent',
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'preceding-sibling',
]);

type Select = (node: XPathNode, test: NameTest) => readonly XPathNode[];

const NONE: readonly XPathNode[] = [];

/** Functions for the axes. YANG data have neither attributes nor namespace nodes. */
export const AXES: Readonly<Record<Axis, Select>> = {
  child: children,
  parent: (node, test) => (node.parent ? tested([node.parent], test) : NONE),
  self: (node, test) => tested([node], test),
  ancestor: (node, test) => tested(ancestors(node), test),
  'ancestor-or-self': (node, test) => tested([node, ...ancestors(node)], test),
  descendant: (node, test) => descendants(node, test),
  'descendant-or-self': (node, test) => [...tested([node], test), ...descendants(node, test)],
  following: (node, test) =>
    siblingsOfAll(node, following).flatMap((sibling) => AXES['descendant-or-self'](sibling, test)),
  'following-sibling': (node, test) => tested(following(node), test),
  preceding: (node, test) =>
    siblingsOfAll(node, preceding).flatMap((sibling) => [...AXES['descendant-or-self'](sibling, test)].reverse()),
  'preceding-sibling': (node, test) => tested(preceding(node), test),
  attribute: () => NONE,
  namespace: () => NONE,
};

export function matches(node: XPathNode, test: NameTest): boolean {
  switch (test.kind) {
    case 'name':
      return (
        node.kind === 'element' &&
        node.named?.name === test.name &&
        (test.module === undefined || node.named.module.name === test.module)
      );
    case 'any':
      return node.kind === 'element' && (test.module === undefined || node.named?.module.name === test.module);
    case 'node':
      return true;
    case 'text':
      return node.kind === 'text';
    case 'comment':
    case 'processing-instruction':
      return false;
  }
}

function tested(nodes: readonly XPathNode[], test: NameTest): readonly XPathNode[] {
  return test.kind === 'node' ? nodes : nodes.filter((node) => matches(node, test));
}

export function children(node: XPathNode, test: NameTest): readonly XPathNode[] {
  if (node.kind === 'text') return NONE;
  switch (test.kind) {
    case 'name':
      return test.module === undefined ? tested(node.elements(), test) : node.children(`${test.module}:${test.name}`);
    case 'any':
      return tested(node.elements(), test);
    case 'node':
      return node.container ? node.elements() : node.text();
    case 'text':
      return node.text();
    default:
      return NONE;
  }
}

export function ancestors(node: XPathNode): readonly XPathNode[] {
  const found: XPathNode[] = [];
  for (let at = node.parent; at; at = at.parent) found.push(at);
  return found;
}

function descendants(node: XPathNode, test: NameTest): readonly XPathNode[] {
  const found: XPathNode[] = [];
  const visit = (from: XPathNode): void => {
    if (!mayHold(from, test)) return;
    const below = children(from, { kind: 'node' });
    from.owner.spend(below.length);
    for (const child of below) {
      if (matches(child, test)) found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}

/** False when the schema excludes such a node below this one. */
export function mayHold({ container, owner }: XPathNode, test: NameTest): boolean {
  return test.kind !== 'name' || !container || owner.hasOperation || namesBelow(container).has(test.name);
}

const known = new WeakMap<DataParent, ReadonlySet<string>>();

/** Returns the local names of all data nodes below a schema node: other names need no search. */
function namesBelow(schema: DataParent): ReadonlySet<string> {
  const found = known.get(schema);
  if (found) return found;
  const names = new Set<string>();
  for (const child of schema.data.values()) {
    names.add(child.name);
    if (child.kind === 'container' || child.kind === 'list') for (const name of namesBelow(child)) names.add(name);
  }
  known.set(schema, names);
  return names;
}

export function following(node: XPathNode): readonly XPathNode[] {
  return siblings(node).slice(node.order + 1);
}

/** Returns the preceding siblings, nearest first. */
export function preceding(node: XPathNode): readonly XPathNode[] {
  return siblings(node).slice(0, node.order).reverse();
}

function siblings(node: XPathNode): readonly XPathNode[] {
  if (node.kind !== 'element' || !node.parent) return NONE;
  const all = node.parent.elements();
  node.owner.spend(all.length);
  return all;
}

function siblingsOfAll(node: XPathNode, side: (of: XPathNode) => readonly XPathNode[]): readonly XPathNode[] {
  return [node, ...ancestors(node)].flatMap(side);
}
