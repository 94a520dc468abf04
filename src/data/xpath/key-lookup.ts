/**
 * The fast path of child steps: `list[key = 'x']` and `leaf-list[. = 'x']` are looked up by key rather than
 * found by testing every entry. Only leading predicates that say what every key must equal qualify.
 */
import type { DataNode } from '../../yang/schema.js';
import type { Type } from '../../yang/types.js';
import { type Expr, FUNCTIONS, type Step } from '../../yang/xpath/index.js';
import { entryKey } from '../tree.js';
import type { Compiled, Compiler, Context } from './context.js';
import { mayBeIdentity, resolveName } from './names.js';
import type { XPathNode } from './node.js';
import { documentOrder, type XPathValue } from './value.js';

/** What a lookup found; `predicates` says how many leading predicates that already settles. */
export interface Lookup {
  readonly nodes: readonly XPathNode[];
  readonly predicates: number;
}

type Condition = { readonly key: string; readonly value: Compiled };

/** For more combinations of key values than this, testing every entry is as good. */
const MAX_COMBINATIONS = 64;
const INTEGERS = new Set(['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']);

/** A lookup for the step, or undefined when its predicates are not of that kind; it answers undefined to mean: test every entry. */
export function compileLookup(step: Step, compiler: Compiler): ((context: Context) => Lookup | undefined) | undefined {
  const { test } = step;
  if (step.axis !== 'child' || test.kind !== 'name' || test.module === undefined) return undefined;
  const qname = `${test.module}:${test.name}`;
  const leading: (readonly Condition[])[] = [];
  for (const predicate of step.predicates) {
    const conditions = conjuncts(predicate).map((expr) => condition(expr, compiler));
    const known = conditions.filter((c) => c !== undefined);
    if (known.length < conditions.length) break;
    leading.push(known);
  }
  if (leading.length === 0) return undefined;
  return (context) => {
    const schema = context.node.container?.data.get(qname);
    if (!schema) return undefined;
    const count = settles(schema, leading);
    if (count === 0) return undefined;
    const keys = entryKeys(schema, leading.slice(0, count).flat(), context, compiler);
    if (!keys) return undefined;
    const nodes = keys.map((key) => context.node.entry(qname, key)).filter((node) => node !== undefined);
    return { nodes: documentOrder(nodes), predicates: count };
  };
}

function conjuncts(expr: Expr): readonly Expr[] {
  return expr.kind === 'binary' && expr.op === 'and' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

function condition(expr: Expr, compiler: Compiler): Condition | undefined {
  if (expr.kind !== 'binary' || expr.op !== '=') return undefined;
  return oneSide(expr.left, expr.right, compiler) ?? oneSide(expr.right, expr.left, compiler);
}

function oneSide(key: Expr, value: Expr, compiler: Compiler): Condition | undefined {
  const name = keyName(key);
  return name !== undefined && isContextFree(value) ? { key: name, value: compiler.compile(value) } : undefined;
}

/** The qname of a `key` operand; '.' for the item itself. */
function keyName(expr: Expr): string | undefined {
  const step = expr.kind === 'path' && !expr.absolute && expr.steps.length === 1 ? expr.steps[0] : undefined;
  if (!step || step.predicates.length > 0) return undefined;
  if (step.axis === 'self' && step.test.kind === 'node') return '.';
  if (step.axis !== 'child' || step.test.kind !== 'name' || step.test.module === undefined) return undefined;
  return `${step.test.module}:${step.test.name}`;
}

/** Whether the value is the same for every entry the predicate is tested on. */
function isContextFree(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'literal':
    case 'variable':
      return true;
    case 'negate':
      return isContextFree(expr.operand);
    case 'binary':
      return isContextFree(expr.left) && isContextFree(expr.right);
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

/** How many of the leading predicates together name every key exactly once; 0 when none do. */
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
  // State leaf-lists may repeat a value: the key is then not the value.
  return schema.kind === 'leaf-list' && schema.config ? ['.'] : [];
}

function entryKeys(
  schema: DataNode,
  conditions: readonly Condition[],
  context: Context,
  compiler: Compiler,
): readonly string[] | undefined {
  const types: readonly [string, Type][] =
    schema.kind === 'list'
      ? schema.keys.map((key) => [key.qname, key.type])
      : schema.kind === 'leaf-list'
        ? [['.', schema.type]]
        : [];
  let rows: (readonly string[])[] = [[]];
  for (const [name, type] of types) {
    const value = conditions.find(({ key }) => key === name)?.value(context);
    const texts = value === undefined ? undefined : equalTexts(value, type, compiler);
    if (!texts || rows.length * texts.length > MAX_COMBINATIONS) return undefined;
    rows = rows.flatMap((row) => texts.map((text) => [...row, text]));
  }
  return rows.map(entryKey);
}

/** The canonical values a key of this type may have to equal `value`; undefined when they cannot be listed. */
function equalTexts(value: XPathValue, type: Type, compiler: Compiler): readonly string[] | undefined {
  switch (typeof value) {
    case 'boolean':
      return undefined;
    case 'number':
      return INTEGERS.has(type.base) && Number.isSafeInteger(value) ? [String(value)] : undefined;
    case 'string': {
      const resolved = mayBeIdentity(type) ? resolveName(compiler.xpath, value) : undefined;
      return resolved === undefined || resolved === value ? [value] : [value, resolved];
    }
    default:
      return value.length > MAX_COMBINATIONS ? undefined : [...new Set(value.map((node) => node.stringValue))];
  }
}
