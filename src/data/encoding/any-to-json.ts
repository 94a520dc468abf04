/** Content that no schema models, to JSON: as a reader would expect it, since nothing says which elements are lists or numbers. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { refuseDeepJson, refuseTooDeep } from '../nesting.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml/element.js';

/** @throws RpcError invalid-value for content that is nested too deep */
export function anyToJson(content: Exclude<AnyContent, { readonly form: 'tree' }>, node: AnyNode): unknown {
  const what = `the content of '${node.name}'`;
  if (content.form === 'xml') return elementToJson(content.element, schemaOf(node.module), what, 0);
  refuseDeepJson(content.value, what);
  return content.value;
}

/** Text is a string; elements are members, repeated ones an array. Names are qualified where the module is known and not the parent's. */
function elementToJson(element: XmlElement, schema: Schema | undefined, what: string, depth: number): unknown {
  refuseTooDeep(depth, what);
  const elements = elementsOf(element);
  if (elements.length === 0) return textOf(element);
  const members = new Map<string, unknown[]>();
  for (const child of elements) {
    const module = child.namespace === element.namespace ? undefined : schema?.moduleByNamespace(child.namespace)?.name;
    const name = module === undefined ? child.name : `${module}:${child.name}`;
    const values = members.get(name) ?? [];
    values.push(elementToJson(child, schema, what, depth + 1));
    members.set(name, values);
  }
  return Object.fromEntries([...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
