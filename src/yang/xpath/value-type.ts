/** The result type of an expression: XPath 1.0 types are known before the evaluation. */
import type { BinaryOperator, Expr } from './ast.js';
import { FUNCTIONS, type ValueType } from './functions.js';

const RESULTS: Readonly<Record<BinaryOperator, ValueType>> = {
  or: 'boolean',
  and: 'boolean',
  '=': 'boolean',
  '!=': 'boolean',
  '<': 'boolean',
  '<=': 'boolean',
  '>': 'boolean',
  '>=': 'boolean',
  '+': 'number',
  '-': 'number',
  '*': 'number',
  div: 'number',
  mod: 'number',
  '|': 'node-set',
};

export function valueType(expr: Expr): ValueType {
  switch (expr.kind) {
    case 'binary':
      return RESULTS[expr.op];
    case 'negate':
    case 'number':
      return 'number';
    case 'literal':
    case 'variable':
      return 'string';
    case 'call':
      return FUNCTIONS.get(expr.name)?.result ?? 'string';
    case 'filter':
    case 'path':
      return 'node-set';
  }
}
