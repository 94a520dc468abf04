/** Encodes content without a model as JSON. No schema tells which elements are lists or numbers. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { refuseDeepJson, refuseTooDeep } from '../nesting.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';
import { memberName } from './any-names.js';

/** @throws RpcError invalid-value for content that is nested too deep */
export function anyToJson(content: Exclude<AnyContent, { readonly form: 'tree' }>, node: AnyNode): unknown {
  const what = `the content of '${node.name}'`;
  if (content.form === 'xml') return elementToJson(content.element, schemaOf(node.module), what, 0);
  refuseDeepJson(content.value, what);
  return content.value;
}

/** Encodes text as a string, elements as members (`memberName`), repeated elements as an array. */
function elementToJson(element: XmlElement, schema: Schema | undefined, what: string, depth: number): unknown {
  refuseTooDeep(depth, what);
  const elements = elementsOf(element);
  if (elements.length === 0) return textOf(element);
  const members = new Map<string, unknown[]>();
  for (const child of elements) {
    const name = memberName(child, element.namespace, schema);
    const values = members.get(name) ?? [];
    values.push(elementToJson(child, schema, what, depth + 1));
    members.set(name, values);
  }
  return Object.fromEntries([...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
