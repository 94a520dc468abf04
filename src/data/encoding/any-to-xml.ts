/** Content that no schema models, to XML. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { escapeAttribute, escapeText } from '../xml/escape.js';
import { serializeContent } from '../xml/serialize.js';

/** What stands inside the element, and the attributes and declarations that belong on it. */
export function anyToXml(
  content: Exclude<AnyContent, { readonly form: 'tree' }>,
  schema: AnyNode,
): { attributes: string; inside: string } {
  if (content.form === 'xml') return serializeContent(content.element, schema.module.namespace);
  return { attributes: '', inside: jsonToXml(content.value, schemaOf(schema.module), schema.module.name) };
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

/** JSON member names may be anything; an element's may not. */
function elementName(name: string): string {
  const legal = name.replace(/[^\w.-]/g, '_');
  return /^[A-Za-z_]/.test(legal) ? legal : `_${legal}`;
}
