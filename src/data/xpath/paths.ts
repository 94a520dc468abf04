/** Location paths (XPath 1.0 §2): steps from nodes to nodes; node-sets stay in document order. */
import { type Axis, type Expr, operandsOf, type Step, valueType } from '../../yang/xpath/index.js';
import { AXES, REVERSE_AXES } from './axes.js';
import type { Compiled, Compiler, Context } from './context.js';
import { compileLookup } from './key-lookup.js';
import type { XPathNode } from './node.js';
import { documentOrder, toBoolean, type XPathValue } from './value.js';

/** Leads from the start nodes of a path to the nodes it selects. */
export type Walk = (nodes: readonly XPathNode[], context: Context) => readonly XPathNode[];

export function compileSteps(steps: readonly Step[], compiler: Compiler): Walk {
  const walks = shorten(steps).map((step) => compileStep(step, compiler));
  return (nodes, context) => walks.reduce((found, walk) => walk(found, context), nodes);
}

/** Joins `descendant-or-self::node()/child::x` to `descendant::x`, unless a predicate depends on positions. */
export function shorten(steps: readonly Step[]): readonly Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const before = result.at(-1);
    const joins =
      before?.axis === 'descendant-or-self' && before.test.kind === 'node' && before.predicates.length === 0;
    if (joins && step.axis === 'child' && !step.predicates.some(counts)) {
      result[result.length - 1] = { ...step, axis: 'descendant' };
    } else result.push(step);
  }
  return result;
}

/** True when a predicate may depend on positions. */
function counts(predicate: Expr): boolean {
  return valueType(predicate) === 'number' || callsPosition(predicate);
}

function callsPosition(expr: Expr): boolean {
  switch (expr.kind) {
    case 'binary':
      return operandsOf(expr).some(callsPosition);
    case 'negate':
      return callsPosition(expr.operand);
    case 'call':
      return expr.name === 'position' || expr.name === 'last' || expr.args.some(callsPosition);
    case 'filter':
      return callsPosition(expr.primary);
    default:
      // Positions inside the predicates of a path belong to that path.
      return false;
  }
}

function compileStep(step: Step, compiler: Compiler): Walk {
  const { axis } = step;
  const one = compileOne(step, compiler);
  return (nodes, context) => {
    const [first] = nodes;
    if (!first) return nodes;
    if (nodes.length === 1) return one(first, context);
    const found = nodes.flatMap((node) => one(node, context));
    return asSet(found, nodes, axis);
  };
}

/** Returns the nodes found from several nodes along an axis, without duplicates and in document order. */
export function asSet(found: readonly XPathNode[], from: readonly XPathNode[], axis: Axis): readonly XPathNode[] {
  if (!sameDepth(from)) return documentOrder([...new Set(found)]);
  return LEVEL_AXES.has(axis) ? (axis === 'parent' ? [...new Set(found)] : found) : documentOrder([...new Set(found)]);
}

/** Compiles the step from one node. */
export function compileOne(step: Step, compiler: Compiler): Selection {
  const select = compileSelection(step, compiler);
  return (node, context) => taken(node, select(node, context), step.axis);
}

/** Returns the result of a step in document order, and counts its nodes. */
export function taken(node: XPathNode, found: readonly XPathNode[], axis: Axis): readonly XPathNode[] {
  node.owner.spend(found.length + 1);
  return REVERSE_AXES.has(axis) && found.length > 1 ? [...found].reverse() : found;
}

/** Axes that lead from ordered nodes of one depth to ordered nodes. */
const LEVEL_AXES: ReadonlySet<Axis> = new Set(['child', 'self', 'parent']);

function sameDepth(nodes: readonly XPathNode[]): boolean {
  const depth = nodes[0]?.depth;
  return nodes.every((node) => node.depth === depth);
}

export type Selection = (node: XPathNode, context: Context) => readonly XPathNode[];

function compileSelection(step: Step, compiler: Compiler): Selection {
  const select = AXES[step.axis];
  const { test } = step;
  if (step.predicates.length === 0) return (node, context) => visible(select(node, test), context);
  const predicates = step.predicates.map((predicate) => compilePredicate(predicate, compiler));
  const lookup = compileLookup(step, compiler);
  return (node, context) => {
    const found = lookup?.({ ...context, node });
    const settled = found?.predicates ?? 0;
    let nodes = visible(found?.nodes ?? select(node, test), context);
    for (let i = settled; i < predicates.length; i += 1) nodes = predicates[i]?.(nodes, context) ?? nodes;
    return nodes;
  };
}

/** Removes the nodes that the expression cannot see. */
export function visible(nodes: readonly XPathNode[], { configOnly }: Context): readonly XPathNode[] {
  return configOnly && nodes.some(isState) ? nodes.filter((node) => !isState(node)) : nodes;
}

function isState({ kind, data }: XPathNode): boolean {
  return kind !== 'root' && !data.schema.config;
}

/** Compiles a filter of nodes that are given in axis order. */
export function compilePredicate(predicate: Expr, compiler: Compiler): Walk {
  if (predicate.kind === 'number') {
    const { value } = predicate;
    return (nodes) => {
      const node = nodes[value - 1];
      return node ? [node] : [];
    };
  }
  const holds: Compiled = compiler.compile(predicate);
  return (nodes, { current, configOnly }) =>
    nodes.filter((node, i) => {
      const value = holds({ node, position: i + 1, size: nodes.length, current, configOnly });
      return holdsAt(value, i + 1);
    });
}

/** True when the value of a predicate accepts the node at this position. */
export function holdsAt(value: XPathValue, position: number): boolean {
  return typeof value === 'number' ? value === position : toBoolean(value);
}
