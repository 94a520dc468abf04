/** Encodes content without a model as XML. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { refuseDeepJson } from '../nesting.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { escapeAttribute, escapeText } from '../xml/escape.js';
import { serializeContent, type XmlParts } from '../xml/serialize.js';
import { elementOf } from './any-names.js';

const NO_PREFIXES: ReadonlyMap<string, string> = new Map();

/**
 * Returns the content of the element, and the attributes and namespace declarations for its start tag.
 *
 * @throws RpcError invalid-value for content that is nested too deep
 */
export function anyToXml(content: Exclude<AnyContent, { readonly form: 'tree' }>, schema: AnyNode): XmlParts {
  if (content.form === 'xml') return serializeContent(content.element, schema.module.namespace);
  refuseDeepJson(content.value, `the content of '${schema.name}'`);
  return {
    attributes: '',
    declared: NO_PREFIXES,
    inside: jsonToXml(content.value, schemaOf(schema.module), schema.module.namespace),
  };
}

/** Encodes members as elements (`elementOf`), an array as repeated elements, null as nothing. */
function jsonToXml(value: unknown, schema: Schema | undefined, outer: string): string {
  if (typeof value !== 'object' || value === null) return value === null ? '' : escapeText(String(value));
  if (Array.isArray(value)) return value.map((one) => jsonToXml(one, schema, outer)).join(' ');
  let text = '';
  for (const [member, content] of Object.entries(value)) {
    const { name, namespace = outer } = elementOf(member, schema);
    const declaration = namespace === outer ? '' : ` xmlns="${escapeAttribute(namespace)}"`;
    const values: readonly unknown[] = Array.isArray(content) ? content : [content];
    for (const one of values) {
      const inside = jsonToXml(one, schema, namespace);
      text += inside === '' ? `<${name}${declaration}/>` : `<${name}${declaration}>${inside}</${name}>`;
    }
  }
  return text;
}
