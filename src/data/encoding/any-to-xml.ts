/** Content that no schema models, to XML. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { refuseDeepJson } from '../nesting.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { escapeAttribute, escapeText } from '../xml/escape.js';
import { serializeContent, type XmlParts } from '../xml/serialize.js';

const NO_PREFIXES: ReadonlyMap<string, string> = new Map();

/**
 * What stands inside the element, and the attributes and declarations that belong on it.
 *
 * @throws RpcError invalid-value for content that is nested too deep
 */
export function anyToXml(content: Exclude<AnyContent, { readonly form: 'tree' }>, schema: AnyNode): XmlParts {
  if (content.form === 'xml') return serializeContent(content.element, schema.module.namespace);
  refuseDeepJson(content.value, `the content of '${schema.name}'`);
  return {
    attributes: '',
    declared: NO_PREFIXES,
    inside: jsonToXml(content.value, schemaOf(schema.module), schema.module.name),
  };
}

/** Members are elements, in the namespace of the module they name if it is known; arrays repeat their element; null is empty. */
function jsonToXml(value: unknown, schema: Schema | undefined, module: string): string {
  if (typeof value !== 'object' || value === null) return value === null ? '' : escapeText(String(value));
  if (Array.isArray(value)) return value.map((one) => jsonToXml(one, schema, module)).join(' ');
  let text = '';
  for (const [name, content] of Object.entries(value)) {
    const colon = name.indexOf(':');
    const own = colon < 0 ? module : name.slice(0, colon);
    const local = elementName(name.slice(colon + 1));
    const namespace = own === module ? undefined : schema?.modules.get(own)?.namespace;
    const declaration = namespace === undefined ? '' : ` xmlns="${escapeAttribute(namespace)}"`;
    const values: readonly unknown[] = Array.isArray(content) ? content : [content];
    for (const one of values) {
      const inside = jsonToXml(one, schema, namespace === undefined ? module : own);
      text += inside === '' ? `<${local}${declaration}/>` : `<${local}${declaration}>${inside}</${local}>`;
    }
  }
  return text;
}

const NO_NAME_CHARACTER =
  /[^\w.\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f-\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/gu;
const NO_START = /^(?:[\d.\-\u00b7\u203f-\u2040]|[\u0300-\u036f])/;

/** JSON member names may be anything; an element's is an NCName (Namespaces in XML 1.0 §3). */
function elementName(name: string): string {
  const legal = name.replace(NO_NAME_CHARACTER, '_');
  return legal === '' || NO_START.test(legal) ? `_${legal}` : legal;
}
