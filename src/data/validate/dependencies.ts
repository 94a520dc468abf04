/** What an expression looks at, told from its text: how far above its context node, and which top-level nodes. */
import type { Expr, LocationPath, Step, XPath } from '../../yang/xpath/index.js';

/** Top-level qnames that are looked at; 'all' when that cannot be told. */
export type Reads = ReadonlySet<string> | 'all';

export interface Dependencies {
  /** How many levels above the context node something is looked at; 0 or less: not above it. */
  readonly climb: number;
  readonly reads: Reads;
}

export const INSIDE: Dependencies = { climb: 0, reads: new Set() };
export const ANYTHING: Dependencies = { climb: 0, reads: 'all' };

const known = new WeakMap<XPath, Dependencies>();

export function dependenciesOf(xpath: XPath): Dependencies {
  const found = known.get(xpath) ?? ofExpr(xpath.expr, 0);
  known.set(xpath, found);
  return found;
}

export function mergeDependencies(parts: readonly Dependencies[]): Dependencies {
  const climb = Math.max(0, ...parts.map((part) => part.climb));
  const reads = new Set<string>();
  for (const part of parts) {
    if (part.reads === 'all') return { climb, reads: 'all' };
    for (const qname of part.reads) reads.add(qname);
  }
  return { climb, reads };
}

/** `level`: how far the context node lies above the node the whole expression is for (below it: negative). */
function ofExpr(expr: Expr, level: number): Dependencies {
  switch (expr.kind) {
    case 'number':
    case 'literal':
    case 'variable':
      return INSIDE;
    case 'negate':
      return ofExpr(expr.operand, level);
    case 'binary':
      return mergeDependencies([ofExpr(expr.left, level), ofExpr(expr.right, level)]);
    case 'call':
      // What a reference leads to depends on its type's path and its value.
      return expr.name === 'deref'
        ? ANYTHING
        : mergeDependencies([{ climb: level, reads: new Set() }, ...expr.args.map((arg) => ofExpr(arg, level))]);
    case 'path':
      return expr.absolute ? ofAbsolute(expr) : ofSteps(expr.steps, level);
    case 'filter': {
      const isCurrent = expr.primary.kind === 'call' && expr.primary.name === 'current';
      const primary = isCurrent ? INSIDE : ofExpr(expr.primary, level);
      // Whatever nodes it yields, they are no higher than the highest it looks at.
      const start = isCurrent ? 0 : primary.climb;
      const predicates = expr.predicates.map((predicate) => ofExpr(predicate, start));
      // Nodes of an absolute path have no level in relation to this node.
      if (primary.reads === 'all' || primary.reads.size > 0) return ANYTHING;
      return mergeDependencies([primary, ...predicates, ofSteps(expr.path?.steps ?? [], start)]);
    }
  }
}

function ofSteps(steps: readonly Step[], start: number): Dependencies {
  let level = start;
  const parts: Dependencies[] = [{ climb: start, reads: new Set() }];
  for (const step of steps) {
    switch (step.axis) {
      case 'child':
        level -= 1;
        break;
      case 'parent':
        level += 1;
        break;
      case 'self':
      case 'descendant-or-self':
      case 'attribute':
      case 'namespace':
        break;
      case 'descendant':
        level -= 1;
        break;
      case 'following-sibling':
      case 'preceding-sibling':
        parts.push({ climb: level + 1, reads: new Set() });
        break;
      case 'ancestor':
      case 'ancestor-or-self':
      case 'following':
      case 'preceding':
        return ANYTHING;
    }
    parts.push({ climb: level, reads: new Set() });
    for (const predicate of step.predicates) parts.push(ofExpr(predicate, level));
  }
  return mergeDependencies(parts);
}

/** `/top/...` looks below `top` only, unless something on the way climbs. */
function ofAbsolute(path: LocationPath): Dependencies {
  const [first, ...rest] = path.steps;
  if (first?.axis !== 'child' || first.test.kind !== 'name' || first.test.module === undefined) return ANYTHING;
  const below: Dependencies[] = [];
  let level = 0;
  for (const step of [first, ...rest]) {
    if (step !== first && step.axis !== 'child') return ANYTHING;
    for (const predicate of step.predicates) below.push(ofPredicate(predicate, level));
    level -= 1;
  }
  if (below.some((part) => part.reads === 'all')) return ANYTHING;
  return mergeDependencies([{ climb: 0, reads: new Set([`${first.test.module}:${first.test.name}`]) }, ...below]);
}

/** Of a predicate `-level` levels below a top-level node: what it says of its own node and, through current(), of the outer one. */
function ofPredicate(predicate: Expr, level: number): Dependencies {
  const inner = ofExpr(withoutCurrent(predicate), level);
  if (inner.climb > 0 || inner.reads === 'all') return ANYTHING;
  return mergeDependencies([inner, ofExpr(predicate, Number.NEGATIVE_INFINITY)]);
}

/** The predicate with every `current()/...` left out, which does not start at the predicate's node. */
function withoutCurrent(expr: Expr): Expr {
  switch (expr.kind) {
    case 'binary':
      return { ...expr, left: withoutCurrent(expr.left), right: withoutCurrent(expr.right) };
    case 'negate':
      return { ...expr, operand: withoutCurrent(expr.operand) };
    case 'call':
      return { ...expr, args: expr.args.map(withoutCurrent) };
    case 'filter':
      return expr.primary.kind === 'call' && expr.primary.name === 'current' ? { kind: 'literal', value: '' } : expr;
    default:
      return expr;
  }
}
