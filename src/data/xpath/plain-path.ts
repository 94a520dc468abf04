/** Leafref paths without predicates (RFC 7950 §9.9.2): their targets are found without an evaluation. */
import type { LeafrefType } from '../../yang/types.js';
import type { Step } from '../../yang/xpath/index.js';
import type { XPathNode } from './node.js';

/** A leafref path without predicates: `up` levels up (or from the root), then down by name. */
export interface PlainPath {
  readonly absolute: boolean;
  readonly up: number;
  readonly down: readonly string[];
}

const plainPaths = new WeakMap<LeafrefType, PlainPath | 'other'>();

/** Returns the path of a leafref; 'other' when it has predicates or begins with a function. */
export function plainPath(type: LeafrefType): PlainPath | 'other' {
  const known = plainPaths.get(type) ?? toPlainPath(type);
  plainPaths.set(type, known);
  return known;
}

function toPlainPath(type: LeafrefType): PlainPath | 'other' {
  const { expr } = type.path;
  if (expr.kind !== 'path') return 'other';
  const up = expr.steps.findIndex((step) => step.axis !== 'parent');
  const down = expr.steps.slice(Math.max(0, up)).map(childName);
  const names = down.filter((name) => name !== undefined);
  if (up < 0 || names.length < down.length || (expr.absolute && up > 0)) return 'other';
  return { absolute: expr.absolute, up, down: names };
}

function childName(step: Step): string | undefined {
  if (step.axis !== 'child' || step.test.kind !== 'name' || step.test.module === undefined) return undefined;
  return step.predicates.length > 0 ? undefined : `${step.test.module}:${step.test.name}`;
}

/** Returns the node from which the path goes down. */
export function anchorOf(node: XPathNode, path: PlainPath): XPathNode | undefined {
  if (path.absolute) return node.owner.root;
  let found: XPathNode | undefined = node;
  for (let n = 0; n < path.up; n += 1) found = found?.parent;
  return found;
}

/** Returns the nodes at the end of the names. */
export function below(nodes: readonly XPathNode[], down: readonly string[]): readonly XPathNode[] {
  return down.reduce((found, qname) => found.flatMap((node) => node.children(qname)), nodes);
}
