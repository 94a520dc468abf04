import type { Selection } from '../../../data/index.js';
import type { DataNode, DataParent } from '../../../yang/index.js';
import { badRequest } from '../../refusal.js';
import { type FieldName, type FieldPath, parseFields } from './grammar.js';

/** The selection below a node: everything, or these children by qname. */
export type Fields = 'all' | ReadonlyMap<string, Fields>;

/**
 * Resolves a `fields` expression against the schema of the target resource (RFC 8040 §4.8.3).
 *
 * @throws Refusal 400 when the expression is malformed or names a node that the schema does not have
 */
export function resolveFields(target: DataParent, text: string): Fields {
  return combine(target, parseFields(text));
}

function combine(parent: DataParent, paths: readonly FieldPath[]): Fields {
  let fields: Fields = new Map();
  for (const path of paths) fields = union(fields, alongSteps(parent, path.steps, path));
  return fields;
}

function alongSteps(parent: DataParent, steps: readonly FieldName[], path: FieldPath): Fields {
  const [first, ...rest] = steps;
  if (first === undefined) return path.below ? combine(parent, path.below) : 'all';
  const node = child(parent, first);
  if (rest.length === 0 && !path.below) return new Map([[node.qname, 'all']]);
  if (node.kind !== 'container' && node.kind !== 'list') {
    throw badRequest(`fields, offset ${first.offset}: ${node.kind} "${node.name}" has no children to select`);
  }
  return new Map([[node.qname, alongSteps(node, rest, path)]]);
}

function child(parent: DataParent, { module, name, offset }: FieldName): DataNode {
  if (parent.kind === 'root' && module === undefined) {
    throw badRequest(`fields, offset ${offset}: expected the module of "${name}" in front of it`);
  }
  const node = parent.data.get(`${module ?? parent.module.name}:${name}`);
  if (!node)
    throw badRequest(`fields, offset ${offset}: there is no node "${name}" below ${parent.path || 'the datastore'}`);
  return node;
}

function union(a: Fields, b: Fields): Fields {
  if (a === 'all' || b === 'all') return 'all';
  const both = new Map(a);
  for (const [name, below] of b) {
    const known = both.get(name);
    both.set(name, known === undefined ? below : union(known, below));
  }
  return both;
}

/** Returns the selection to read for these fields. */
export function selectionOfFields(fields: Fields): Selection {
  if (fields === 'all') return 'all';
  return new Map([...fields].map(([name, below]) => [name, [{ below: selectionOfFields(below) }]]));
}
