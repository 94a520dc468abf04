/** The nodes that an expression reads, derived from its text: levels above its context node, and parts of the datastore. */
import type { DataNode, DataParent } from '../../yang/schema.js';
import { chainOf, type Expr, type LocationPath, operandsOf, type Step, type XPath } from '../../yang/xpath/index.js';
import { dataParentOf } from '../data-parent.js';

/** Ends a path to a list key that depends on removed entries only: added entries change nothing. */
export const REMOVALS = '!';

/** Paths from the root to the nodes read: qnames joined by `/`, and `REMOVALS`; 'all' when they cannot be derived. */
export type Reads = ReadonlySet<string> | 'all';

export interface Dependencies {
  /** Number of levels above the context node that are read; 0 or less: none above it. */
  readonly climb: number;
  readonly reads: Reads;
}

export const INSIDE: Dependencies = { climb: 0, reads: new Set() };
export const ANYTHING: Dependencies = { climb: 0, reads: 'all' };

/** @param home the schema node of the context node */
export function dependenciesOf(xpath: XPath, home: DataParent | DataNode): Dependencies {
  return ofExpr(xpath.expr, { level: 0, home, isHome: true });
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

/** The place where an expression is evaluated. */
interface Place {
  /** Levels of the context node above the node of the whole expression (negative: below it). */
  readonly level: number;
  /** Schema node of `current()`. */
  readonly home: DataParent | DataNode;
  /** True when the context node is that of the whole expression. */
  readonly isHome: boolean;
}

function ofExpr(expr: Expr, place: Place): Dependencies {
  switch (expr.kind) {
    case 'number':
    case 'literal':
    case 'variable':
      return INSIDE;
    case 'negate':
      return ofExpr(expr.operand, place);
    case 'binary':
      return mergeDependencies(operandsOf(expr).map((operand) => ofExpr(operand, place)));
    case 'call':
      // The target of a reference depends on its type's path and its value.
      return expr.name === 'deref' ? ANYTHING : mergeDependencies([at(place.level), ...ofAll(expr.args, place)]);
    case 'path':
      return expr.absolute ? ofAbsolute([], expr, place) : ofRelative(expr.steps, place);
    case 'filter':
      return ofFilter(expr, place);
  }
}

function ofAll(exprs: readonly Expr[], place: Place): readonly Dependencies[] {
  return exprs.map((expr) => ofExpr(expr, place));
}

function at(level: number): Dependencies {
  return { climb: level, reads: new Set() };
}

function ofFilter({ primary, predicates, path }: Extract<Expr, { kind: 'filter' }>, place: Place): Dependencies {
  const { home } = place;
  const steps = path?.steps ?? [];
  if (isCurrent(primary)) {
    const inside = ofAll(predicates, { level: 0, home, isHome: true });
    return mergeDependencies([...inside, ofRelative(steps, { level: 0, home, isHome: true })]);
  }
  const found = ofExpr(primary, place);
  // Nodes of an absolute path have no level relative to this node.
  if (found.reads === 'all' || found.reads.size > 0) return ANYTHING;
  // The nodes it yields are not higher than the highest node it reads.
  const start = { level: found.climb, home, isHome: false };
  return mergeDependencies([found, ...ofAll(predicates, start), ofRelative(steps, start)]);
}

function isCurrent(expr: Expr): boolean {
  return expr.kind === 'call' && expr.name === 'current';
}

function ofRelative(steps: readonly Step[], place: Place): Dependencies {
  const up = steps.findIndex((step) => step.axis !== 'parent' || step.predicates.length > 0);
  const above = place.isHome && up > 0 ? wayTo(place.home, up) : undefined;
  return above ? ofAbsolute(above, { steps: steps.slice(up) }, place) : ofSteps(steps, place);
}

/**
 * Returns the path from the root to the node `up` levels above, when a datastore has only one such node; undefined when
 * it may have several.
 */
function wayTo(home: DataParent | DataNode, up: number): readonly string[] | undefined {
  switch (home.kind) {
    case 'root':
      return up === 0 ? [] : undefined;
    case 'input':
    case 'output':
    case 'notification':
    case 'structure':
      return undefined;
    default:
      if (up > 0) return wayTo(dataParentOf(home), up - 1);
      if (home.kind !== 'container') return undefined;
      return wayTo(dataParentOf(home), 0)?.concat(home.qname);
  }
}

function ofSteps(steps: readonly Step[], { level: start, home }: Place): Dependencies {
  let level = start;
  const parts: Dependencies[] = [at(start)];
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
        parts.push(at(level + 1));
        break;
      case 'ancestor':
      case 'ancestor-or-self':
      case 'following':
      case 'preceding':
        return ANYTHING;
    }
    parts.push(at(level), ...ofAll(step.predicates, { level, home, isHome: false }));
  }
  return mergeDependencies(parts);
}

/**
 * Returns the reads of a path `/a/b/c`: that node, or the first node with a predicate; everything below `a` when a predicate
 * climbs; anything when it climbs higher.
 */
function ofAbsolute(way: readonly string[], { steps }: Pick<LocationPath, 'steps'>, { home }: Place): Dependencies {
  const names: string[] = [];
  for (const { axis, test } of steps) {
    if (axis !== 'child' || test.kind !== 'name' || test.module === undefined) return ANYTHING;
    names.push(`${test.module}:${test.name}`);
  }
  const all = [...way, ...names];
  if (all.length === 0) return ANYTHING;
  const picked = steps.findIndex(({ predicates }) => predicates.length > 0);
  const lowest = way.length + (picked < 0 ? names.length : picked + 1);
  for (const end of [lowest, 1]) {
    const inside = steps.flatMap(({ predicates }, n) =>
      predicates.map((predicate) => ofPredicate(predicate, { level: end - (way.length + n + 1), home, isHome: false })),
    );
    if (inside.every(({ reads }) => reads !== 'all'))
      return mergeDependencies([{ climb: 0, reads: new Set([all.slice(0, end).join('/')]) }, ...inside]);
  }
  return ANYTHING;
}

/**
 * Returns the reads of a predicate: relative to its own node, `-level` levels below the compared one, and through
 * current() relative to the outer node.
 */
function ofPredicate(predicate: Expr, place: Place): Dependencies {
  const inner = ofExpr(withoutCurrent(predicate), place);
  if (inner.climb > 0) return ANYTHING;
  return mergeDependencies([inner, ofExpr(predicate, { ...place, level: Number.NEGATIVE_INFINITY })]);
}

function withoutCurrentIn(expr: Expr): Expr {
  const { first, rest } = chainOf(expr);
  return rest.reduce<Expr>(
    (left, { op, right }) => ({ kind: 'binary', op, left, right: withoutCurrent(right) }),
    withoutCurrent(first),
  );
}

/** Returns the predicate without each `current()/...`, which does not start at the node of the predicate. */
function withoutCurrent(expr: Expr): Expr {
  switch (expr.kind) {
    case 'binary':
      return withoutCurrentIn(expr);
    case 'negate':
      return { ...expr, operand: withoutCurrent(expr.operand) };
    case 'call':
      return { ...expr, args: expr.args.map(withoutCurrent) };
    case 'filter':
      return isCurrent(expr.primary) ? { kind: 'literal', value: '' } : expr;
    default:
      return expr;
  }
}
