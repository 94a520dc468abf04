/** Which expressions tell nodes apart by where they are, not by what they hold. */
import { type Axis, chainOf, type Expr, operandsOf, type Step } from '../../yang/xpath/index.js';

/** Axes that ask for a node's place among others. */
const PLACES: ReadonlySet<Axis> = new Set(['following', 'following-sibling', 'preceding', 'preceding-sibling']);

/**
 * Whether evaluation needs one and the same node object however a node is reached: only unions, which drop
 * repetitions, and the axes that look sideways do. For all others a validator may make nodes of its own on the way.
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
