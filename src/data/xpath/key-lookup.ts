/**
 * The fast path of child steps: `list[key = 'x']` and `leaf-list[. = 'x']` are looked up by key, without testing every
 * entry. Only leading predicates that give a value for every key qualify.
 */
import type { DataNode } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { type Expr, FUNCTIONS, operandsOf, type Step, type XPath } from '../../yang/xpath/index.js';
import { entryKey } from '../tree.js';
import type { Compiled, Compiler, Context } from './context.js';
import { mayBeIdentity, resolveName } from './names.js';
import type { XPathNode } from './node.js';
import { documentOrder, type XPathValue } from './value.js';

/** The result of a lookup; `predicates` is the number of leading predicates it covers. */
export interface Lookup {
  readonly nodes: readonly XPathNode[];
  readonly predicates: number;
}

type Condition = { readonly key: string; readonly value: Expr };

/** Maximum number of combinations of key values; with more, testing every entry is as fast. */
const MAX_COMBINATIONS = 64;
const INTEGERS = new Set(['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']);

/** The key conditions of the leading predicates of a step: one group per predicate. */
export type KeyedStep = {
  readonly qname: string;
  readonly leading: readonly (readonly Condition[])[];
};

/** Returns undefined when the predicates do not compare keys. */
export function keyedStep(step: Step): KeyedStep | undefined {
  const { test } = step;
  if (step.axis !== 'child' || test.kind !== 'name' || test.module === undefined) return undefined;
  const leading: (readonly Condition[])[] = [];
  for (const predicate of step.predicates) {
    const conditions = conjuncts(predicate).map(condition);
    const known = conditions.filter((c) => c !== undefined);
    if (known.length < conditions.length) break;
    leading.push(known);
  }
  return leading.length === 0 ? undefined : { qname: `${test.module}:${test.name}`, leading };
}

/** Returns the conditions that together identify entries of a list below the node, and the number of predicates they cover. */
export function settledBy(
  { qname, leading }: KeyedStep,
  node: XPathNode,
): { readonly schema: DataNode; readonly conditions: readonly Condition[]; readonly predicates: number } | undefined {
  const schema = node.container?.data.get(qname);
  const predicates = schema ? settles(schema, leading) : 0;
  if (schema === undefined || predicates === 0) return undefined;
  return { schema, conditions: leading.slice(0, predicates).flat(), predicates };
}

/** @returns undefined when every entry must be tested */
export function lookUp(
  keyed: KeyedStep,
  node: XPathNode,
  xpath: XPath,
  evaluate: (expr: Expr) => XPathValue,
): Lookup | undefined {
  const settled = settledBy(keyed, node);
  const keys = settled && entryKeys(settled.schema, settled.conditions, evaluate, xpath);
  if (!keys) return undefined;
  const nodes = keys.map((key) => node.entry(keyed.qname, key)).filter((found) => found !== undefined);
  return { nodes: documentOrder(nodes), predicates: settled.predicates };
}

/**
 * Returns a lookup for the step; undefined when its predicates do not compare keys. The lookup returns undefined when
 * every entry must be tested.
 */
export function compileLookup(step: Step, compiler: Compiler): ((context: Context) => Lookup | undefined) | undefined {
  const keyed = keyedStep(step);
  if (!keyed) return undefined;
  const compiled = new Map<Expr, Compiled>();
  for (const { value } of keyed.leading.flat()) compiled.set(value, compiler.compile(value));
  return (context) => lookUp(keyed, context.node, compiler.xpath, (expr) => compiled.get(expr)?.(context) ?? []);
}

function conjuncts(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  let rest = expr;
  for (; rest.kind === 'binary' && rest.op === 'and'; rest = rest.left) found.unshift(...conjuncts(rest.right));
  return [rest, ...found];
}

function condition(expr: Expr): Condition | undefined {
  if (expr.kind !== 'binary' || expr.op !== '=') return undefined;
  return oneSide(expr.left, expr.right) ?? oneSide(expr.right, expr.left);
}

function oneSide(key: Expr, value: Expr): Condition | undefined {
  const name = keyName(key);
  return name !== undefined && isContextFree(value) ? { key: name, value } : undefined;
}

/** Returns the qname of a `key` operand; '.' for the item itself. */
function keyName(expr: Expr): string | undefined {
  const step = expr.kind === 'path' && !expr.absolute && expr.steps.length === 1 ? expr.steps[0] : undefined;
  if (!step || step.predicates.length > 0) return undefined;
  if (step.axis === 'self' && step.test.kind === 'node') return '.';
  if (step.axis !== 'child' || step.test.kind !== 'name' || step.test.module === undefined) return undefined;
  return `${step.test.module}:${step.test.name}`;
}

/** True when the value is the same for every entry that the predicate tests. */
function isContextFree(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'literal':
    case 'variable':
      return true;
    case 'negate':
      return isContextFree(expr.operand);
    case 'binary':
      return operandsOf(expr).every(isContextFree);
    case 'path':
      return expr.absolute;
    case 'filter':
      return isContextFree(expr.primary);
    case 'call':
      if (expr.name === 'position' || expr.name === 'last' || expr.name === 'lang') return false;
      if (expr.args.length === 0 && FUNCTIONS.get(expr.name)?.defaultsToContext) return false;
      return expr.args.every(isContextFree);
  }
}

/** Returns how many leading predicates together give every key exactly once; 0 when none do. */
function settles(schema: DataNode, leading: readonly (readonly Condition[])[]): number {
  const wanted = new Set(keyQnames(schema));
  if (wanted.size === 0) return 0;
  for (const [i, conditions] of leading.entries()) {
    for (const { key } of conditions) if (!wanted.delete(key)) return 0;
    if (wanted.size === 0) return i + 1;
  }
  return 0;
}

function keyQnames(schema: DataNode): readonly string[] {
  if (schema.kind === 'list') return schema.keys.map((key) => key.qname);
  // State leaf-lists may repeat a value, so the key may differ from the value.
  return schema.kind === 'leaf-list' && schema.config ? ['.'] : [];
}

function entryKeys(
  schema: DataNode,
  conditions: readonly Condition[],
  evaluate: (expr: Expr) => XPathValue,
  xpath: XPath,
): readonly string[] | undefined {
  const types: readonly [string, Type][] =
    schema.kind === 'list'
      ? schema.keys.map((key) => [key.qname, key.type])
      : schema.kind === 'leaf-list'
        ? [['.', schema.type]]
        : [];
  let rows: (readonly string[])[] = [[]];
  for (const [name, type] of types) {
    const wanted = conditions.find(({ key }) => key === name);
    const texts = wanted && equalTexts(evaluate(wanted.value), type, xpath);
    if (!texts || rows.length * texts.length > MAX_COMBINATIONS) return undefined;
    rows = rows.flatMap((row) => texts.map((text) => [...row, text]));
  }
  return rows.map(entryKey);
}

/** Returns the canonical key values of this type that equal `value`; undefined when they cannot be listed. */
function equalTexts(value: XPathValue, type: Type, xpath: XPath): readonly string[] | undefined {
  switch (typeof value) {
    case 'boolean':
      return undefined;
    case 'number':
      return INTEGERS.has(type.base) && Number.isSafeInteger(value) ? [String(value)] : undefined;
    case 'string': {
      const resolved = mayBeIdentity(type) ? resolveName(xpath, value) : undefined;
      return resolved === undefined || resolved === value ? [value] : [value, resolved];
    }
    default:
      return value.length > MAX_COMBINATIONS ? undefined : [...new Set(value.map((node) => node.stringValue))];
  }
}
