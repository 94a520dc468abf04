/**
 * Names in content without a model. In JSON a name is qualified by its module (RFC 7951 §4). When no module of the
 * schema has its namespace, the namespace itself qualifies it, so that XML output gives the same element again.
 */
import type { Schema } from '../../yang/schema.js';

/** Namespaces that cannot be a default namespace (Namespaces in XML 1.0 §3). */
const RESERVED: readonly string[] = ['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'];
const NO_NAMESPACE_NAME = /[\s\p{Cc}\p{Cs}]/u;

/** Returns the member name for an element; unqualified when it has no namespace or that of its parent. */
export function memberName(
  { name, namespace }: { readonly name: string; readonly namespace: string },
  parent: string,
  schema: Schema | undefined,
): string {
  if (namespace === parent || namespace === '') return name;
  return `${schema?.moduleByNamespace(namespace)?.name ?? namespace}:${name}`;
}

/** Returns the element name for a member, and its namespace; absent: the namespace of the parent. */
export function elementOf(
  member: string,
  schema: Schema | undefined,
): { readonly name: string; readonly namespace?: string } {
  const colon = member.lastIndexOf(':');
  const qualifier = member.slice(0, Math.max(0, colon));
  if (qualifier === '' || RESERVED.includes(qualifier) || NO_NAMESPACE_NAME.test(qualifier)) {
    return { name: elementName(qualifier === '' ? member.slice(colon + 1) : member) };
  }
  const namespace = schema?.modules.get(qualifier)?.namespace ?? qualifier;
  return { name: elementName(member.slice(colon + 1)), namespace };
}

const NO_NAME_CHARACTER =
  /[^\w.\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f-\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/gu;
const NO_START = /^(?:[\d.\-\u00b7\u203f-\u2040]|[\u0300-\u036f])/;

/** Replaces characters that an element name (NCName, Namespaces in XML 1.0 §3) cannot have; JSON names are free. */
function elementName(name: string): string {
  const legal = name.replace(NO_NAME_CHARACTER, '_');
  return legal === '' || NO_START.test(legal) ? `_${legal}` : legal;
}
