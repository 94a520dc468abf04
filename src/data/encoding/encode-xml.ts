/** Encodes Trees as XML text (RFC 7950 §7, "XML encoding rules"). */
import { membersOf } from '../codec/members.js';
import { dataParentOf } from '../data-parent.js';
import type { Data, ListEntry, Tree } from '../tree.js';
import { escapeAttribute } from '../xml/escape.js';
import { type EncodeOptions, nodeToWrite, treeToWrite } from './options.js';
import { XmlWriter } from './xml-writer.js';

/**
 * Encodes the top-level elements in sequence; each declares its namespace, so that it can stand anywhere.
 *
 * @throws RpcError invalid-value for anydata or anyxml that is nested too deep for a reader
 */
export function encodeXml(tree: Tree, options: EncodeOptions = {}): string {
  const prepared = treeToWrite(tree, options);
  return new XmlWriter(options)
    .children(prepared.schema, prepared.children, true, options.pretty === true ? '\n' : '')
    .replace(/^\n/, '');
}

/** Encodes a notification or structure as one element of its name; elements inside declare only other namespaces. */
export function encodeTreeElementXml(tree: Tree, options: EncodeOptions = {}): string {
  const { schema, children } = treeToWrite(tree, options);
  const { name, module } = schema;
  const inside = new XmlWriter(options).children(schema, children, false, '');
  return `<${name} xmlns="${escapeAttribute(module.namespace)}">${inside}</${name}>`;
}

/** Encodes one node as an element, a list or leaf-list as several; empty when the options remove it. */
export function encodeNodeXml(node: Data | ListEntry, options: EncodeOptions = {}): string {
  const prepared = nodeToWrite(node, options);
  if (prepared === undefined) return '';
  const member = membersOf(dataParentOf(prepared.schema)).byQname.get(prepared.schema.qname);
  if (member === undefined) throw new Error(`'${prepared.schema.qname}' is not a child of its parent`);
  const writer = new XmlWriter(options);
  const indent = options.pretty === true ? '\n' : '';
  return (
    prepared.kind === 'entry'
      ? writer.entry(member, prepared, true, indent)
      : writer.node(member, prepared, true, indent)
  ).replace(/^\n/, '');
}
