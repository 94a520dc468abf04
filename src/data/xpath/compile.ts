/** XPath expressions as closures: compiled once per expression, run for every instance. */
import { type BinaryOperator, chainOf, type Expr, type XPath } from '../../yang/xpath/index.js';
import { compileCall } from './calls.js';
import { compare } from './compare.js';
import type { Compiled, Compiler, Context } from './context.js';
import { compilePredicate, compileSteps } from './paths.js';
import { documentOrder, toBoolean, toNodes, toNumber, type XPathValue } from './value.js';

const compiled = new WeakMap<XPath, Compiled>();

/** Compiles the expression to a function of its context. */
export function compileXPath(xpath: XPath): Compiled {
  const known = compiled.get(xpath);
  if (known) return known;
  const compiler: Compiler = { xpath, compile: (expr) => compileExpr(expr, compiler) };
  const made = compiler.compile(xpath.expr);
  compiled.set(xpath, made);
  return made;
}

export function compileExpr(expr: Expr, compiler: Compiler): Compiled {
  switch (expr.kind) {
    case 'number':
    case 'literal':
      return () => expr.value;
    case 'negate': {
      const operand = compiler.compile(expr.operand);
      return (context) => -toNumber(operand(context));
    }
    case 'binary':
      return operations(expr, compiler);
    case 'call':
      return compileCall(
        expr.name,
        expr.args.map((arg) => compiler.compile(arg)),
        compiler.xpath,
      );
    case 'path': {
      const walk = compileSteps(expr.steps, compiler);
      return expr.absolute
        ? (context) => walk([context.node.owner.root], context)
        : (context) => walk([context.node], context);
    }
    case 'filter': {
      const primary = compiler.compile(expr.primary);
      const predicates = expr.predicates.map((predicate) => compilePredicate(predicate, compiler));
      const walk = compileSteps(expr.path?.steps ?? [], compiler);
      return (context) => {
        const nodes = documentOrder(toNodes(primary(context)));
        return walk(
          predicates.reduce((found, filter) => filter(found, context), nodes),
          context,
        );
      };
    }
    case 'variable':
      throw new Error(`the variable '${expr.name}' has no value: YANG binds none`);
  }
}

function operations(expr: Expr, compiler: Compiler): Compiled {
  const { first, rest } = chainOf(expr);
  const begin = compiler.compile(first);
  const steps = rest.map(({ op, right }) => ({ op, right: compiler.compile(right) }));
  return (context) => {
    let value = begin(context);
    for (const { op, right } of steps) value = operation(op, value, right, context, compiler.xpath);
    return value;
  };
}

function operation(op: BinaryOperator, left: XPathValue, right: Compiled, context: Context, xpath: XPath): XPathValue {
  if (op === 'or') return toBoolean(left) || toBoolean(right(context));
  if (op === 'and') return toBoolean(left) && toBoolean(right(context));
  return OPERATORS[op](left, right(context), xpath);
}

type Operator = (left: XPathValue, right: XPathValue, xpath: XPath) => XPathValue;

const relation =
  (op: '=' | '!=' | '<' | '<=' | '>' | '>='): Operator =>
  (left, right, xpath) =>
    compare(op, left, right, xpath);

const arithmetic =
  (calculate: (a: number, b: number) => number): Operator =>
  (left, right) =>
    calculate(toNumber(left), toNumber(right));

/** Operators that need both operands; `or` and `and` may need only one. */
export const OPERATORS: Readonly<Record<Exclude<BinaryOperator, 'or' | 'and'>, Operator>> = {
  '=': relation('='),
  '!=': relation('!='),
  '<': relation('<'),
  '<=': relation('<='),
  '>': relation('>'),
  '>=': relation('>='),
  '+': arithmetic((a, b) => a + b),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  div: arithmetic((a, b) => a / b),
  mod: arithmetic((a, b) => a % b),
  '|': (left, right) => documentOrder([...new Set([...toNodes(left), ...toNodes(right)])]),
};
