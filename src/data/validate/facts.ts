/** The checks needed at and below each schema node, found once per schema. Skips nodes without constraints. */
import type { ChoiceNode, DataNode, DataParent, SchemaNode, When } from '../../yang/schema.js';
import type { LeafrefType } from '../../yang/types.js';
import { dataParentOf } from '../data-parent.js';
import { plainPath } from '../xpath/index.js';
import { ANYTHING, type Dependencies, dependenciesOf, INSIDE, mergeDependencies, REMOVALS } from './dependencies.js';
import { needsIdentity } from './identity.js';
import { referencesOf, requiresInstance } from './reference-types.js';

/** 'config': the document is configuration, and state data are not allowed. */
export type Mode = 'config' | 'all';

/** Returns the conditions for the existence of a data node: its own and those of its choices and cases. */
export function conditionsOf(schema: DataNode): readonly When[] {
  const whens = [...schema.whens];
  for (let node = schema.parent; node?.kind === 'case' || node?.kind === 'choice'; node = node.parent)
    whens.push(...node.whens);
  return whens;
}

/** Returns the choices among a parent's children, including choices inside cases. */
export function choicesOf(children: readonly SchemaNode[]): readonly ChoiceNode[] {
  return children.flatMap((child) =>
    child.kind === 'choice' ? [child, ...child.cases.flatMap((one) => choicesOf(one.children))] : [],
  );
}

/** True when an existing node must be checked, itself or a descendant. */
export function checksPresent(schema: DataNode, mode: Mode): boolean {
  if (mode === 'config' && !schema.config) return true;
  if (schema.musts.length > 0 || conditionsOf(schema).length > 0) return true;
  switch (schema.kind) {
    case 'leaf':
      return requiresInstance(schema.type);
    case 'leaf-list':
      return requiresInstance(schema.type) || schema.minElements > 0 || schema.maxElements !== undefined;
    case 'list':
      return (
        schema.minElements > 0 ||
        schema.maxElements !== undefined ||
        schema.unique.length > 0 ||
        checksBelow(schema, mode)
      );
    case 'container':
      return checksBelow(schema, mode);
    case 'anydata':
    case 'anyxml':
      return false;
  }
}

/** True when the absence of a node may be a fault, or its default must be checked. */
export function checksAbsent(schema: DataNode, mode: Mode): boolean {
  if (schema.status === 'obsolete' || (mode === 'config' && !schema.config)) return false;
  switch (schema.kind) {
    case 'leaf':
      return (
        schema.mandatory || (schema.default !== undefined && (schema.musts.length > 0 || requiresInstance(schema.type)))
      );
    case 'leaf-list':
      return (
        schema.minElements > 0 ||
        (schema.defaults.length > 0 && (schema.musts.length > 0 || requiresInstance(schema.type)))
      );
    case 'list':
      return schema.minElements > 0;
    case 'container':
      return !schema.presence && (schema.musts.length > 0 || absenceBelow(schema, mode));
    case 'anydata':
    case 'anyxml':
      return schema.mandatory;
  }
}

function absenceBelow(schema: DataParent, mode: Mode): boolean {
  return (
    choicesOf(schema.children).some((choice) => choice.mandatory) ||
    [...schema.data.values()].some((child) => checksAbsent(child, mode))
  );
}

const withState = new WeakMap<DataParent, boolean>();

/** True when any data node below a parent is state. */
export function holdsState(schema: DataParent): boolean {
  const known = withState.get(schema);
  if (known !== undefined) return known;
  const answer = [...schema.data.values()].some((node) => !node.config || ('data' in node && holdsState(node)));
  withState.set(schema, answer);
  return answer;
}

const below: Readonly<Record<Mode, WeakMap<DataParent, boolean>>> = { config: new WeakMap(), all: new WeakMap() };

/** True when any check is needed for the children of a parent. */
export function checksBelow(schema: DataParent, mode: Mode): boolean {
  const known = below[mode].get(schema);
  if (known !== undefined) return known;
  const answer =
    choicesOf(schema.children).length > 0 ||
    [...schema.data.values()].some((child) => checksPresent(child, mode) || checksAbsent(child, mode));
  below[mode].set(schema, answer);
  return answer;
}

const identities = new WeakMap<DataNode, boolean>();

/** True when expressions at a node or below it need the document's own nodes (see identity.ts). */
export function needsNodes(schema: DataNode): boolean {
  const known = identities.get(schema);
  if (known !== undefined) return known;
  const own = [...schema.musts, ...conditionsOf(schema)].some(({ xpath }) => needsIdentity(xpath.expr));
  const answer = own || ('data' in schema && [...schema.data.values()].some(needsNodes));
  identities.set(schema, answer);
  return answer;
}

const dependencies: Readonly<Record<Mode, WeakMap<DataNode, Dependencies>>> = {
  config: new WeakMap(),
  all: new WeakMap(),
};

/** Returns the reads of all constraints at and below a node, seen from the node; configuration has no state. */
export function dependenciesBelow(schema: DataNode, mode: Mode): Dependencies {
  if (mode === 'config' && !schema.config) return INSIDE;
  const known = dependencies[mode].get(schema);
  if (known) return known;
  const found = mergeDependencies([
    ...schema.musts.map((must) => dependenciesOf(must.xpath, schema)),
    ...('type' in schema ? referencesOf(schema.type) : []).map((reference) =>
      reference.base === 'leafref' ? referenceDependencies(reference, schema) : ANYTHING,
    ),
    ...conditionDependencies(schema),
    ...('data' in schema ? [...schema.data.values()].map((child) => raise(dependenciesBelow(child, mode))) : []),
  ]);
  dependencies[mode].set(schema, found);
  return found;
}

/** Returns the reads of a leafref. Without predicates it stays valid as long as no target is removed. */
function referenceDependencies(type: LeafrefType, schema: DataNode): Dependencies {
  const { climb, reads } = dependenciesOf(type.path, schema);
  if (reads === 'all' || plainPath(type) === 'other') return { climb, reads };
  return { climb, reads: new Set([...reads].map((way) => way + REMOVALS)) };
}

function conditionDependencies(schema: DataNode): readonly Dependencies[] {
  return conditionsOf(schema).map((when) => {
    if (!when.onParent) return dependenciesOf(when.xpath, schema);
    const { climb, reads } = dependenciesOf(when.xpath, dataParentOf(schema));
    return { climb: climb + 1, reads };
  });
}

/** Returns the dependencies seen from one level higher. */
function raise(found: Dependencies): Dependencies {
  return { climb: Math.max(0, found.climb - 1), reads: found.reads };
}

const presence = new WeakMap<DataNode, Dependencies>();

/** Returns the dependencies of the conditions that decide which defaults below a node are in use. */
export function conditionsBelow(schema: DataNode): Dependencies {
  const known = presence.get(schema);
  if (known) return known;
  const parts = [...conditionDependencies(schema)];
  if ('data' in schema) parts.push(...[...schema.data.values()].map((child) => raise(conditionsBelow(child))));
  const found = parts.length === 0 ? INSIDE : mergeDependencies(parts);
  presence.set(schema, found);
  return found;
}
