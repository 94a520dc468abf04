/** Content that no schema models, to JSON: as a reader would expect it, since nothing says which elements are lists or numbers. */
import type { AnyNode, Schema } from '../../yang/schema.js';
import { schemaOf } from '../schema-of.js';
import type { AnyContent } from '../tree.js';
import { elementsOf, textOf } from '../xml/build.js';
import type { XmlElement } from '../xml/element.js';

export function anyToJson(content: Exclude<AnyContent, { readonly form: 'tree' }>, node: AnyNode): unknown {
  return content.form === 'json' ? content.value : elementToJson(content.element, schemaOf(node.module));
}

/** Text is a string; elements are members, repeated ones an array. Names are qualified where the module is known and not the parent's. */
function elementToJson(element: XmlElement, schema: Schema | undefined): unknown {
  const elements = elementsOf(element);
  if (elements.length === 0) return textOf(element);
  const members = new Map<string, unknown[]>();
  for (const child of elements) {
    const module = child.namespace === element.namespace ? undefined : schema?.moduleByNamespace(child.namespace)?.name;
    const name = module === undefined ? child.name : `${module}:${child.name}`;
    const values = members.get(name) ?? [];
    values.push(elementToJson(child, schema));
    members.set(name, values);
  }
  return Object.fromEntries([...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
