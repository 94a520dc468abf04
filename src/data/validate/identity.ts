/** Detects expressions that distinguish nodes by position and not only by content. */
import { type Axis, chainOf, type Expr, operandsOf, type Step } from '../../yang/xpath/index.js';

/** Axes that depend on a node's position among its siblings. */
const PLACES: ReadonlySet<Axis> = new Set(['following', 'following-sibling', 'preceding', 'preceding-sibling']);

/**
 * True when evaluation needs the same node object for each path to a node: for unions, which drop duplicates, and for
 * the sibling axes. For all other expressions a validator may make its own nodes.
 */
export function needsIdentity(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'literal':
    case 'variable':
      return false;
    case 'negate':
      return needsIdentity(expr.operand);
    case 'binary':
      return chainOf(expr).rest.some(({ op }) => op === '|') || operandsOf(expr).some(needsIdentity);
    case 'call':
      return expr.args.some(needsIdentity);
    case 'path':
      return expr.steps.some(stepNeedsIdentity);
    case 'filter':
      return (
        needsIdentity(expr.primary) ||
        expr.predicates.some(needsIdentity) ||
        (expr.path?.steps.some(stepNeedsIdentity) ?? false)
      );
  }
}

function stepNeedsIdentity(step: Step): boolean {
  return PLACES.has(step.axis) || step.predicates.some(needsIdentity);
}
