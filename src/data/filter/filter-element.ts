/** The elements of a subtree filter (RFC 6241 §6.2), by their function. */
import type { DataNode, LeafListNode, LeafNode, ListNode, Schema } from '../../yang/schema.js';
import { canonical, type Type } from '../../yang/types.js';
import { NETCONF_NAMESPACE } from '../codec/metadata.js';
import { XmlNames } from '../codec/run.js';
import { schemaOf } from '../schema-of.js';
import { type AnyContent, entryKey, type Metadata } from '../tree.js';
import { parseLexical, ValueFault } from '../values/index.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';

/** The sibling set of filter elements under one parent. */
export interface SiblingSet {
  /** Content match nodes: leaves whose values decide if anything of the set is selected (§6.2.5). */
  readonly matches: readonly XmlElement[];
  /** Empty elements: nodes selected with all descendants (§6.2.4). */
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
 * True when the element names the node (§6.2.1). No namespace matches any. The NETCONF namespace does too: elements
 * without their own namespace inherit it from the rpc, and no data are in it.
 */
export function namesNode(element: XmlElement, schema: DataNode): boolean {
  if (element.name !== schema.name) return false;
  return (
    element.namespace === schema.module.namespace || element.namespace === '' || element.namespace === NETCONF_NAMESPACE
  );
}

/** True when the node has the attributes of the element (§6.2.2): annotations with equal canonical values. */
export function matchesAttributes(element: XmlElement, meta: Metadata | undefined, node: DataNode): boolean {
  const schema = schemaOf(node.module);
  return element.attributes.every(({ name, namespace, value }) => {
    const annotation = namespace === '' ? undefined : schema?.moduleByNamespace(namespace)?.annotations.get(name);
    if (schema === undefined || annotation === undefined) return false;
    const has = meta?.annotations?.get(annotation.qname);
    return has !== undefined && has === canonicalValue(annotation.type, value, element, schema);
  });
}

function canonicalValue(type: Type, text: string, element: XmlElement, schema: Schema): string | undefined {
  const names = new XmlNames(schema);
  names.element = element;
  const value = parseLexical(type, text, names);
  return value instanceof ValueFault ? undefined : canonical(value);
}

/**
 * Returns the value that a content match node requires of a leaf: canonical, without surrounding white space, which is
 * ignored (§6.2.5); undefined when its text is not a value of the type.
 */
export function wantedValue(element: XmlElement, node: LeafNode | LeafListNode, schema: Schema): string | undefined {
  const text = textOf(element);
  if (isString(node.type)) return text.trim();
  // A union may have a string member whose value needs white space.
  return (
    canonicalValue(node.type, text.trim(), element, schema) ?? canonicalValue(node.type, text, element, schema)
  )?.trim();
}

const isString = (type: Type): boolean => (type.base === 'leafref' ? isString(type.target) : type.base === 'string');

/**
 * Returns the only entry that content match nodes for all keys allow; 'any' when several are possible, 'none' when no
 * entry can match.
 */
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
    const text = textOf(element);
    const asWritten = canonicalValue(leaf.type, text, element, schema);
    const trimmed = canonicalValue(leaf.type, text.trim(), element, schema);
    const value = asWritten ?? trimmed;
    // The text may have lost white space that the type requires: it can still equal the value of an entry.
    if (value === undefined) return isString(leaf.type) ? 'any' : 'none';
    if (trimmed !== undefined && trimmed !== value) return 'any';
    values.push(value);
  }
  return { key: entryKey(values) };
}

/** Returns the text of an element without child elements, in content without a schema, for a content match node. */
export function plainText(content: AnyContent): string | undefined {
  switch (content.form) {
    case 'tree':
      return undefined;
    case 'xml':
      return elementsOf(content.element).length === 0 ? textOf(content.element) : undefined;
    case 'json':
      return typeof content.value === 'object' ? undefined : String(content.value);
  }
}

/** Returns the top-level elements by namespace: those of one namespace are a sibling set (§6.3). */
export function topLevelSets(filter: XmlElement): SiblingSet[] {
  const byNamespace = new Map<string, XmlElement[]>();
  for (const element of elementsOf(filter)) {
    const set = byNamespace.get(element.namespace);
    if (set) set.push(element);
    else byNamespace.set(element.namespace, [element]);
  }
  return [...byNamespace.values()].map(siblingSet);
}
