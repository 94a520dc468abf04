/** The elements of a subtree filter (RFC 6241 §6.2), as what they are to do. */
import type { DataNode, LeafListNode, LeafNode, ListNode, Schema } from '../../yang/schema.js';
import { canonical } from '../../yang/types.js';
import { NETCONF_NAMESPACE } from '../codec/metadata.js';
import { XmlNames } from '../codec/run.js';
import { schemaOf } from '../schema-of.js';
import { entryKey, type Metadata } from '../tree.js';
import { parseLexical, ValueFault } from '../values/index.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml/element.js';

/** The sibling set of filter elements under one parent. */
export interface SiblingSet {
  /** Leaves whose value decides whether anything of the set is selected (§6.2.5). */
  readonly matches: readonly XmlElement[];
  /** Empty elements: the nodes wanted as a whole (§6.2.4). */
  readonly selections: readonly XmlElement[];
  /** Elements with elements inside (§6.2.3). */
  readonly containments: readonly XmlElement[];
}

export function siblingSet(elements: readonly XmlElement[]): SiblingSet {
  const matches: XmlElement[] = [];
  const selections: XmlElement[] = [];
  const containments: XmlElement[] = [];
  for (const element of elements) {
    if (elementsOf(element).length > 0) containments.push(element);
    else if (textOf(element).trim() !== '') matches.push(element);
    else selections.push(element);
  }
  return { matches, selections, containments };
}

/**
 * Whether the element means the node (§6.2.1). No namespace means any; so does that of NETCONF itself, which elements written without
 * a namespace of their own inherit from the rpc, and in which no data are.
 */
export function namesNode(element: XmlElement, schema: DataNode): boolean {
  if (element.name !== schema.name) return false;
  return (
    element.namespace === schema.module.namespace || element.namespace === '' || element.namespace === NETCONF_NAMESPACE
  );
}

/** Whether the node has the attributes that the element has (§6.2.2). */
export function matchesAttributes(element: XmlElement, meta: Metadata | undefined, node: DataNode): boolean {
  const known = schemaOf(node.module);
  return element.attributes.every(({ name, namespace, value }) => {
    const module = namespace === '' ? undefined : known?.moduleByNamespace(namespace)?.name;
    return module !== undefined && meta?.annotations?.get(`${module}:${name}`) === value;
  });
}

/** The canonical value that a content match node wants of a leaf; undefined when its text is no value of the type. White space around it is ignored. */
export function wantedValue(element: XmlElement, node: LeafNode | LeafListNode, schema: Schema): string | undefined {
  const names = new XmlNames(schema);
  names.scope = element.scope;
  const value = parseLexical(node.type, textOf(element).trim(), names);
  return value instanceof ValueFault ? undefined : canonical(value);
}

/** The one entry that content match nodes for all keys leave; 'any' when a key is not given, 'none' when no entry can match. */
export function wantedEntry(
  inside: SiblingSet,
  list: ListNode,
  schema: Schema,
): { readonly key: string } | 'any' | 'none' {
  if (list.keys.length === 0) return 'any';
  const values: string[] = [];
  for (const leaf of list.keys) {
    const element = inside.matches.find((one) => namesNode(one, leaf));
    if (element === undefined) return 'any';
    const value = wantedValue(element, leaf, schema);
    if (value === undefined) return 'none';
    values.push(value);
  }
  return { key: entryKey(values) };
}

/** Top-level elements by namespace: those of one namespace are a sibling set (§6.3). */
export function topLevelSets(filter: XmlElement): SiblingSet[] {
  const byNamespace = new Map<string, XmlElement[]>();
  for (const element of elementsOf(filter))
    byNamespace.set(element.namespace, [...(byNamespace.get(element.namespace) ?? []), element]);
  return [...byNamespace.values()].map(siblingSet);
}
