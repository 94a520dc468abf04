/**
 * Evaluates long expressions in steps. Each part of an expression is first tried with the closures of compile.ts. Only
 * a part that touches more nodes than allowed is split here.
 */
import {
  type Axis,
  type BinaryOperator,
  chainOf,
  type Expr,
  FUNCTIONS,
  type NameTest,
  type Step,
  type XPath,
} from '../../yang/xpath/index.js';
import type { Steps, TimeSlice } from '../time-slice.js';
import { AXES, ancestors, children, following, matches, mayHold, preceding } from './axes.js';
import { callWith } from './calls.js';
import { compileExpr, OPERATORS } from './compile.js';
import type { Compiled, Compiler, Context } from './context.js';
import type { XPathDocument } from './document.js';
import { keyedStep, type Lookup, lookUp, settledBy } from './key-lookup.js';
import type { XPathNode } from './node.js';
import { asSet, compileOne, holdsAt, type Selection, shorten, taken, visible } from './paths.js';
import { documentOrder, firstNode, toBoolean, toNodes, toNumber, type XPathValue } from './value.js';

/** Maximum number of nodes for a part that is evaluated at once. */
const FEW = 1_000;

const ANY_NODE: NameTest = { kind: 'node' };
/** Functions that read the texts of all given nodes, and functions that read none; the others read the first. */
const ALL_TEXTS: ReadonlySet<string> = new Set(['sum']);
const NO_TEXTS: ReadonlySet<string> = new Set(['count', 'not', 'boolean', 'local-name', 'name', 'namespace-uri']);

/** Evaluates an expression at the root of a document; raises as `evaluateXPath` does. */
export function evaluateSteps(xpath: XPath, document: XPathDocument, slice: TimeSlice): Steps<XPathValue> {
  const { root } = document;
  const context: Context = { node: root, position: 1, size: 1, current: root, configOnly: false };
  return new Evaluation(xpath, document, slice).evaluate(xpath.expr, context);
}

class Evaluation {
  readonly #xpath: XPath;
  readonly #document: XPathDocument;
  readonly #turns: TimeSlice;
  readonly #compiler: Compiler;
  readonly #closures = new Map<Expr, Compiled>();
  readonly #selections = new Map<Step, Selection>();
  /** Nodes whose children have been made. */
  readonly #prepared = new Set<XPathNode>();

  constructor(xpath: XPath, document: XPathDocument, slice: TimeSlice) {
    this.#xpath = xpath;
    this.#document = document;
    this.#turns = slice;
    this.#compiler = { xpath, compile: (expr) => compileExpr(expr, this.#compiler) };
  }

  *evaluate(expr: Expr, context: Context): Steps<XPathValue> {
    if (this.#turns.due) yield;
    const closure = this.#closure(expr);
    const value = this.#document.within(FEW, () => closure(context));
    if (value !== undefined) return value;
    if (this.#turns.over) yield;
    return yield* this.#long(expr, context);
  }

  #closure(expr: Expr): Compiled {
    let known = this.#closures.get(expr);
    if (known === undefined) {
      known = this.#compiler.compile(expr);
      this.#closures.set(expr, known);
    }
    return known;
  }

  *#long(expr: Expr, context: Context): Steps<XPathValue> {
    switch (expr.kind) {
      case 'negate':
        return -toNumber(yield* this.#operand(expr.operand, context));
      case 'binary':
        return yield* this.#binary(expr, context);
      case 'call':
        return yield* this.#call(expr, context);
      case 'path': {
        const from = expr.absolute ? context.node.owner.root : context.node;
        return yield* this.#path(expr.steps, [from], context);
      }
      case 'filter': {
        let nodes = documentOrder(toNodes(yield* this.evaluate(expr.primary, context)));
        for (const predicate of expr.predicates) nodes = yield* this.#filter(predicate, nodes, context);
        return yield* this.#path(expr.path?.steps ?? [], nodes, context);
      }
      default:
        return this.#closure(expr)(context);
    }
  }

  /** Evaluates a sequence of operators, where each left operand is everything before it. */
  *#binary(last: Extract<Expr, { kind: 'binary' }>, context: Context): Steps<XPathValue> {
    const { first, rest } = chainOf(last);
    let value = yield* this.evaluate(first, context);
    for (const { op, right } of rest) value = yield* this.#operation(op, value, right, context);
    return value;
  }

  *#operation(op: BinaryOperator, left: XPathValue, operand: Expr, context: Context): Steps<XPathValue> {
    if (op === 'or' || op === 'and') {
      const known = toBoolean(left);
      return known === (op === 'or') ? known : toBoolean(yield* this.evaluate(operand, context));
    }
    const right = yield* this.evaluate(operand, context);
    if (op !== '|') for (const value of [left, right]) yield* this.#texts(toNodes(value));
    return OPERATORS[op](left, right, this.#xpath);
  }

  /** Evaluates an operand whose texts will be read. */
  *#operand(expr: Expr, context: Context): Steps<XPathValue> {
    const value = yield* this.evaluate(expr, context);
    yield* this.#texts(toNodes(value));
    return value;
  }

  *#call({ name, args }: Extract<Expr, { kind: 'call' }>, context: Context): Steps<XPathValue> {
    const values: XPathValue[] = [];
    for (const arg of args) values.push(yield* this.evaluate(arg, context));
    const looksAtContext = args.length === 0 && FUNCTIONS.get(name)?.defaultsToContext === true;
    if (!NO_TEXTS.has(name)) {
      for (const value of looksAtContext ? [[context.node]] : values) {
        const first = firstNode(toNodes(value));
        if (first) yield* this.#texts(ALL_TEXTS.has(name) ? toNodes(value) : [first]);
      }
    }
    return callWith(name, values, context, this.#xpath);
  }

  *#path(steps: readonly Step[], from: readonly XPathNode[], context: Context): Steps<readonly XPathNode[]> {
    let nodes = from;
    for (const step of shorten(steps)) nodes = yield* this.#step(step, nodes, context);
    return nodes;
  }

  *#step(step: Step, from: readonly XPathNode[], context: Context): Steps<readonly XPathNode[]> {
    const select = this.#selection(step);
    const found: XPathNode[] = [];
    for (const node of from) {
      if (this.#turns.due) yield;
      const selected =
        this.#document.within(FEW, () => select(node, context)) ?? (yield* this.#select(step, node, context));
      for (const one of selected) found.push(one);
    }
    return from.length === 1 ? found : asSet(found, from, step.axis);
  }

  #selection(step: Step): Selection {
    let known = this.#selections.get(step);
    if (known === undefined) {
      known = compileOne(step, this.#compiler);
      this.#selections.set(step, known);
    }
    return known;
  }

  /** Evaluates a step from one node to many, or with long predicates. */
  *#select(step: Step, node: XPathNode, context: Context): Steps<readonly XPathNode[]> {
    const found = yield* this.#byKeys(step, node, context);
    let nodes = visible(found?.nodes ?? (yield* this.#axis(step.axis, node, step.test)), context);
    for (const predicate of step.predicates.slice(found?.predicates ?? 0))
      nodes = yield* this.#filter(predicate, nodes, context);
    return taken(node, nodes, step.axis);
  }

  *#byKeys(step: Step, node: XPathNode, context: Context): Steps<Lookup | undefined> {
    const keyed = keyedStep(step);
    const settled = keyed && settledBy(keyed, node);
    if (!settled) return undefined;
    const values = new Map<Expr, XPathValue>();
    for (const { value } of settled.conditions) values.set(value, yield* this.#operand(value, { ...context, node }));
    return lookUp(keyed, node, this.#xpath, (expr) => values.get(expr) ?? []);
  }

  *#filter(predicate: Expr, nodes: readonly XPathNode[], context: Context): Steps<readonly XPathNode[]> {
    if (predicate.kind === 'number') return nodes.slice(predicate.value - 1, predicate.value);
    const kept: XPathNode[] = [];
    for (const [index, node] of nodes.entries()) {
      const value = yield* this.evaluate(predicate, { ...context, node, position: index + 1, size: nodes.length });
      if (holdsAt(value, index + 1)) kept.push(node);
    }
    return kept;
  }

  /** Returns the nodes in axis order, as `AXES` does. */
  *#axis(axis: Axis, node: XPathNode, test: NameTest): Steps<readonly XPathNode[]> {
    switch (axis) {
      case 'descendant':
      case 'descendant-or-self': {
        const found = axis === 'descendant' ? [] : [...AXES.self(node, test)];
        yield* this.#descend(node, test, found);
        return found;
      }
      case 'following':
      case 'preceding': {
        const found: XPathNode[] = [];
        for (const around of [node, ...ancestors(node)]) {
          if (around.parent) yield* this.#prepare(around.parent);
          for (const sibling of axis === 'following' ? following(around) : preceding(around)) {
            const inside = yield* this.#axis('descendant-or-self', sibling, test);
            for (const one of axis === 'following' ? inside : inside.toReversed()) found.push(one);
          }
        }
        return found;
      }
      default:
        yield* this.#prepare(axis === 'child' || !node.parent ? node : node.parent);
        return AXES[axis](node, test);
    }
  }

  *#descend(from: XPathNode, test: NameTest, into: XPathNode[]): Steps<void> {
    if (!mayHold(from, test)) return;
    yield* this.#prepare(from);
    const below = children(from, ANY_NODE);
    from.owner.spend(below.length);
    for (const child of below) {
      if (this.#turns.due) yield;
      if (matches(child, test)) into.push(child);
      yield* this.#descend(child, test, into);
    }
  }

  /** Makes the nodes of long lists in advance, which are needed at once later. */
  *#prepare(node: XPathNode): Steps<void> {
    if (!('children' in node.data) || this.#prepared.has(node)) return;
    for (const child of node.data.children.values()) {
      if (child.kind !== 'list' && child.kind !== 'leaf-list') continue;
      if (child.entries.size <= FEW) continue;
      for (const entry of child.entries) {
        if (this.#turns.due) yield;
        node.adopt(entry);
      }
      this.#prepared.add(node);
    }
  }

  /** Computes the texts of nodes with descendants in advance, before they are read. */
  *#texts(nodes: readonly XPathNode[]): Steps<void> {
    for (const node of nodes) {
      if (node.container === undefined || node.knowsText) continue;
      const text: string[] = [];
      yield* this.#textsBelow(node, text);
      node.noteText(text.join(''));
    }
  }

  *#textsBelow(node: XPathNode, into: string[]): Steps<void> {
    yield* this.#prepare(node);
    for (const child of node.elements()) {
      if (this.#turns.due) yield;
      if (child.container) yield* this.#textsBelow(child, into);
      else into.push(child.stringValue);
    }
  }
}
