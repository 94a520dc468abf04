/**
 * The syntax of leafref paths, a small part of XPath (the `path-arg` rule of RFC 7950 §14, and `deref()` as YANG 1.1 tools
 * accept it).
 */
import type { Expr, LocationPath, Step } from '../../xpath/index.js';

/** Returns the reason why the expression is not a leafref path, or undefined. */
export function pathSyntaxFault(expr: Expr): string | undefined {
  if (expr.kind === 'path') return locationPathFault(expr);
  if (expr.kind !== 'filter' || expr.primary.kind !== 'call' || expr.primary.name !== 'deref' || !expr.path) {
    return "a path of names and '..' is expected";
  }
  const [argument] = expr.primary.args;
  if (!argument || expr.predicates.length > 0) return 'deref() takes one path and no predicate';
  return derefArgumentFault(argument) ?? stepsFault(expr.path.steps);
}

function derefArgumentFault(argument: Expr): string | undefined {
  return argument.kind === 'path' ? locationPathFault(argument) : currentPathFault(argument);
}

function locationPathFault(path: LocationPath): string | undefined {
  const [first] = path.steps;
  if (!path.absolute && first?.axis !== 'parent') return "a relative path must start with '..'";
  return stepsFault(path.steps);
}

function stepsFault(steps: readonly Step[]): string | undefined {
  let descending = false;
  for (const step of steps) {
    if (step.axis === 'child' && step.test.kind === 'name') descending = true;
    else if (step.axis !== 'parent' || step.test.kind !== 'node') return "only names and '..' are allowed as steps";
    else if (descending) return "'..' is allowed only at the start of a path";
    else if (step.predicates.length > 0) return "a predicate is not allowed behind '..'";
    for (const predicate of step.predicates) {
      const fault = predicateFault(predicate);
      if (fault) return fault;
    }
  }
  return descending ? undefined : 'the path must end with the name of a leaf';
}

function predicateFault(predicate: Expr): string | undefined {
  if (predicate.kind !== 'binary' || predicate.op !== '=')
    return 'a predicate must be of the form [key = current()/../leaf]';
  const { left, right } = predicate;
  const isName =
    left.kind === 'path' && !left.absolute && left.steps.length === 1 && left.steps[0]?.test.kind === 'name';
  return isName ? currentPathFault(right) : 'the left side of a predicate must be the name of a key';
}

function currentPathFault(expr: Expr): string | undefined {
  const isCurrent =
    expr.kind === 'filter' &&
    expr.primary.kind === 'call' &&
    expr.primary.name === 'current' &&
    expr.predicates.length === 0;
  if (!isCurrent || expr.path?.steps[0]?.axis !== 'parent')
    return "'current()/..' is expected where a path refers to another leaf";
  return stepsFault(expr.path.steps);
}
