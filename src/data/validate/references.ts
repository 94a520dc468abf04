/** `require-instance` of leafrefs and instance-identifiers (RFC 7950 §9.9.3, §9.13), also as members of unions. */
import type { LeafListNode, LeafNode, Schema } from '../../yang/schema.js';
import type { LeafrefType, Type } from '../../yang/types.js';
import type { Step } from '../../yang/xpath/index.js';
import { jsonNames, parseLexical, ValueFault } from '../values/index.js';
import { leafrefTargets, type XPathNode } from '../xpath/index.js';
import { pathText } from './path-text.js';
import { referencesOf } from './reference-types.js';
import type { Run } from './run.js';

/** Reports a leaf or leaf-list item whose value must refer to an existing node and does not. */
export function checkReference(node: XPathNode, schema: LeafNode | LeafListNode, run: Run): void {
  if (refers(node, schema.type, run)) return;
  const value = node.stringValue;
  const wanted = referencesOf(schema.type)
    .filter((reference) => reference.requireInstance)
    .map((reference) =>
      reference.base === 'leafref' ? `a value of ${reference.pathText}` : 'the path of an existing node',
    );
  run.report(
    'require-instance',
    pathText(node),
    `'${schema.name}' refers to "${value}", which does not exist; it must be ${wanted.join(' or ')}`,
  );
}

function refers(node: XPathNode, type: Type, run: Run): boolean {
  switch (type.base) {
    case 'leafref':
      return !type.requireInstance || hasTarget(node, type, run);
    case 'instance-identifier':
      return !type.requireInstance || node.owner.locate(node.stringValue) !== undefined;
    case 'union':
      return type.members.some((member) => isOfType(member, node, node.owner.schema) && refers(node, member, run));
    default:
      return true;
  }
}

function isOfType(type: Type, node: XPathNode, schema: Schema): boolean {
  const target = type.base === 'leafref' ? type.target : type;
  return !(parseLexical(target, node.stringValue, jsonNames(schema, '')) instanceof ValueFault);
}

/** A leafref path without predicates: so many levels up (or from the root), then down by name. */
interface PlainPath {
  readonly absolute: boolean;
  readonly up: number;
  readonly down: readonly string[];
}

const plainPaths = new WeakMap<LeafrefType, PlainPath | 'other'>();

function plainPath(type: LeafrefType): PlainPath | 'other' {
  const known = plainPaths.get(type) ?? toPlainPath(type);
  plainPaths.set(type, known);
  return known;
}

function toPlainPath(type: LeafrefType): PlainPath | 'other' {
  const { expr } = type.path;
  if (expr.kind !== 'path') return 'other';
  const up = expr.steps.findIndex((step) => step.axis !== 'parent');
  const down = expr.steps.slice(Math.max(0, up)).map(childName);
  const names = down.filter((name) => name !== undefined);
  if (up < 0 || names.length < down.length || (expr.absolute && up > 0)) return 'other';
  return { absolute: expr.absolute, up, down: names };
}

function childName(step: Step): string | undefined {
  if (step.axis !== 'child' || step.test.kind !== 'name' || step.test.module === undefined) return undefined;
  return step.predicates.length > 0 ? undefined : `${step.test.module}:${step.test.name}`;
}

function hasTarget(node: XPathNode, type: LeafrefType, run: Run): boolean {
  const path = plainPath(type);
  if (path === 'other') return leafrefTargets(node, type).length > 0;
  const anchor = path.absolute ? node.owner.root : ancestor(node, path.up);
  if (!anchor) return false;
  return byKey(anchor, path.down, node.stringValue) ?? valuesAt(anchor, type, path.down, run).has(node.stringValue);
}

function ancestor(node: XPathNode, levels: number): XPathNode | undefined {
  let found: XPathNode | undefined = node;
  for (let n = 0; n < levels; n += 1) found = found?.parent;
  return found;
}

/** Looks the value up where the path ends in the only key of a list, or in a leaf-list; undefined where it does not. */
function byKey(anchor: XPathNode, down: readonly string[], value: string): boolean | undefined {
  const last = down.at(-1) ?? '';
  const list = down.at(-2) ?? '';
  const toList = below([anchor], down.slice(0, -2));
  const schema = toList[0]?.container?.data.get(list);
  if (toList.length === 0) return false;
  if (schema?.kind === 'list' && schema.keys.length === 1 && schema.keys[0]?.qname === last) {
    return toList.some((node) => node.hasEntry(list, value));
  }
  return undefined;
}

function valuesAt(anchor: XPathNode, type: LeafrefType, down: readonly string[], run: Run): ReadonlySet<string> {
  let byAnchor = run.targets.get(type.path);
  if (!byAnchor) {
    byAnchor = new Map();
    run.targets.set(type.path, byAnchor);
  }
  let values = byAnchor.get(anchor);
  if (!values) {
    values = new Set(below([anchor], down).map((node) => node.stringValue));
    byAnchor.set(anchor, values);
  }
  return values;
}

function below(nodes: readonly XPathNode[], down: readonly string[]): readonly XPathNode[] {
  return down.reduce((found, qname) => found.flatMap((node) => node.children(qname)), nodes);
}
