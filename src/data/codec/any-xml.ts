/** Decodes anydata and anyxml from XML (RFC 7950 §7.10, §7.11). */
import type { AnyNode, DataParent } from '../../yang/schema.js';
import { DEEPEST } from '../nesting.js';
import { any } from '../nodes.js';
import type { Any, AnyContent, Metadata, Tree } from '../tree.js';
import { quoted } from '../values/fault.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement, XmlNode } from '../xml-element.js';
import { ATTRIBUTES, badAttribute, operationOf } from './metadata.js';
import { isMetadata } from './metadata-xml.js';
import type { DecodeRun } from './run.js';

/** Decodes without an error; returns undefined when the elements do not fit the parent. */
type Decode = (parent: DataParent, elements: readonly XmlNode[], run: DecodeRun) => Tree | undefined;

export function anyFromXml(
  schema: AnyNode,
  element: XmlElement,
  run: DecodeRun,
  meta: Metadata | undefined,
  decode: Decode,
): Any | undefined {
  const text = textOf(element).trim();
  if (schema.kind === 'anydata' && text !== '') {
    const message = `the anydata '${schema.name}' holds elements only, not the text ${quoted(text)}`;
    run.fault('invalid-value', message, '', undefined, { schema });
    return undefined;
  }
  if (!checkContent(element, schema, run, 0)) return undefined;
  return any(
    schema,
    (text === '' ? modelled(schema, element, run, decode) : undefined) ?? {
      form: 'xml',
      element: withoutMetadata(element, run),
    },
    meta,
  );
}

/**
 * Checks content without a model: an `operation` attribute of NETCONF must have a valid value (RFC 6241 §7.2). Returns
 * false when the content is nested too deep, or an anydata has text between elements.
 */
function checkContent(element: XmlElement, schema: AnyNode, run: DecodeRun, depth: number): boolean {
  if (depth > DEEPEST) {
    run.fault('invalid-value', `the content of '${schema.name}' is nested deeper than ${DEEPEST}`, '', undefined, {
      schema,
    });
    return false;
  }
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (!isMixed(child, element, schema)) continue;
      const message = `in the anydata '${schema.name}' the text ${quoted(child.trim())} stands between elements`;
      run.fault('invalid-value', message, '', undefined, { schema });
      return false;
    }
    for (const { name, namespace, value } of child.attributes) {
      const isOperation = name === ATTRIBUTES.operation.name && namespace === ATTRIBUTES.operation.namespace;
      if (isOperation && operationOf(value) === undefined)
        badAttribute(
          run,
          name,
          schema,
          '',
          `${quoted(value)} on the element '${child.name}' is no operation of NETCONF`,
        );
    }
    if (!checkContent(child, schema, run, depth + 1)) return false;
  }
  return true;
}

/** True for text between elements in an anydata: YANG could not model it (RFC 7950 §7.10). */
function isMixed(text: string, within: XmlElement, schema: AnyNode): boolean {
  return schema.kind === 'anydata' && text.trim() !== '' && within.children.some((child) => typeof child !== 'string');
}

/** Returns the element without the attributes that are metadata of the node; an anyxml may have attributes of its own. */
function withoutMetadata(element: XmlElement, run: DecodeRun): XmlElement {
  return element.attributes.length === 0
    ? element
    : { ...element, attributes: element.attributes.filter((one) => !isMetadata(one, run.schema)) };
}

/** Returns the content as a Tree when each element is a top-level node of the schema, or its only element is a structure. */
function modelled(schema: AnyNode, element: XmlElement, run: DecodeRun, decode: Decode): AnyContent | undefined {
  const elements = elementsOf(element);
  // White space may be the content of an anyxml; an anydata has none.
  if (elements.length === 0 && element.children.length > 0 && schema.kind === 'anyxml') return undefined;
  const qnames = elements.map(({ name, namespace }) => `${run.schema.moduleByNamespace(namespace)?.name}:${name}`);
  const structure = qnames.length === 1 ? run.schema.structures.get(qnames[0] ?? '') : undefined;
  if (structure === undefined && !qnames.every((qname) => run.schema.root.data.has(qname))) return undefined;
  const tree =
    structure === undefined
      ? decode(run.schema.root, elements, run)
      : decode(structure, elements[0]?.children ?? [], run);
  return tree === undefined ? undefined : { form: 'tree', tree };
}
