/** Resolves instance-identifier syntax to a path of schema nodes with canonical keys. */

import { didYouMean } from '../../../yang/index.js';
import type { DataNode, DataParent, LeafValue, ListNode } from '../../../yang/schema.js';
import { canonical } from '../../../yang/types.js';
import { isPositional } from '../../entries/index.js';
import type { InstancePath, PathStep } from '../../path.js';
import { entryKey } from '../../tree.js';
import { ValueFault } from '../fault.js';
import type { Names, ParseLexical } from '../parser.js';
import type { RawPredicate, RawStep } from './lexer.js';

/** A fault of a path; `unknownName` is set when a name, not a value, was wrong. */
export class PathFault extends ValueFault {
  constructor(
    message: string,
    readonly unknownName?: string,
  ) {
    super(message);
  }
}

/**
 * Resolves the steps from the schema's root. A JSON name without a module belongs to the module of the step before; the
 * first must name one. In XML each name has a prefix.
 */
export function resolvePath(steps: readonly RawStep[], names: Names, parse: ParseLexical): InstancePath | PathFault {
  const path: PathStep[] = [];
  let parent: DataParent | undefined = names.schema.root;
  let module: string | undefined;
  for (const step of steps) {
    const own =
      step.prefix === '' && names.syntax === 'json'
        ? module
        : step.prefix === ''
          ? undefined
          : names.resolve(step.prefix)?.name;
    if (own === undefined) return unknownModule(step, names);
    if (parent === undefined)
      return new PathFault(
        `'${step.name}' stands below '${path.at(-1)?.schema.name}', which has no children`,
        step.name,
      );
    const schema: DataNode | undefined = parent.data.get(`${own}:${step.name}`);
    if (schema === undefined) return unknownNode(parent, own, step.name);
    const key = resolveKey(schema, step.predicates, names, parse);
    if (key instanceof ValueFault) return new PathFault(key.message);
    path.push(key === undefined ? { schema } : { schema, key });
    parent = schema.kind === 'container' || schema.kind === 'list' ? schema : undefined;
    module = own;
  }
  return path;
}

function unknownModule(step: RawStep, names: Names): PathFault {
  if (step.prefix === '')
    return new PathFault(
      `the name '${step.name}' lacks its ${names.syntax === 'xml' ? 'prefix' : 'module: write module-name:'.concat(step.name)}`,
      step.name,
    );
  return new PathFault(
    `'${step.prefix}' is no ${names.syntax === 'xml' ? 'prefix in scope of a known module' : 'known module'}`,
    step.name,
  );
}

function unknownNode(parent: DataParent, module: string, name: string): PathFault {
  const where = parent.kind === 'root' ? 'at the top level' : `in '${parent.qname}'`;
  const known = [...parent.data.values()].filter((child) => child.module.name === module).map((child) => child.name);
  return new PathFault(`there is no node '${module}:${name}' ${where}${didYouMean(name, known)}`, `${module}:${name}`);
}

/** Returns the key string that the predicates give; undefined when there are none. */
export function resolveKey(
  schema: DataNode,
  predicates: readonly RawPredicate[],
  names: Names,
  parse: ParseLexical,
): string | undefined | ValueFault {
  const [first] = predicates;
  if (first === undefined) return undefined;
  if (schema.kind === 'leaf-list') {
    if (predicates.length > 1 || first.kind !== 'value')
      return new ValueFault(`'${schema.name}' is a leaf-list: an item is named as [.='value']`);
    const value = parse(schema.type, first.value, names);
    return value instanceof ValueFault ? value : canonical(value);
  }
  if (schema.kind !== 'list') return new ValueFault(`'${schema.name}' is a ${schema.kind} and takes no predicates`);
  if (isPositional(schema)) {
    if (predicates.length > 1 || first.kind !== 'position')
      return new ValueFault(`the list '${schema.name}' has no keys: an entry is named by its position, as [1]`);
    return String(first.position);
  }
  return resolveListKeys(schema, predicates, names, parse);
}

function resolveListKeys(
  schema: ListNode,
  predicates: readonly RawPredicate[],
  names: Names,
  parse: ParseLexical,
): string | ValueFault {
  const wanted = schema.keys.map((leaf) => `[${leaf.name}='...']`).join('');
  const values = new Map<string, LeafValue>();
  for (const predicate of predicates) {
    const leaf = predicate.kind === 'key' ? schema.keys.find((key) => key.name === predicate.name) : undefined;
    if (leaf === undefined || predicate.kind !== 'key' || values.has(leaf.name)) {
      return new ValueFault(`${predicate.text} does not name a key of the list '${schema.name}': write ${wanted}`);
    }
    const value = parse(leaf.type, predicate.value, names);
    if (value instanceof ValueFault) return value;
    values.set(leaf.name, value);
  }
  const keys: LeafValue[] = [];
  for (const leaf of schema.keys) {
    const value = values.get(leaf.name);
    if (value === undefined)
      return new ValueFault(`the key '${leaf.name}' of the list '${schema.name}' is missing: write ${wanted}`);
    keys.push(value);
  }
  return entryKey(keys);
}
