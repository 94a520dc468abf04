/** A device may know more than our models do: what they do not describe is cut off before decoding, so that the rest can be read. */
import {
  type DataNode,
  type DataParent,
  elementsOf,
  parseLexical,
  type Schema,
  textOf,
  type XmlElement,
} from '../../src/index.js';

export interface Pruned {
  readonly elements: readonly XmlElement[];
  /** What was cut off, as `name: why`. */
  readonly dropped: readonly string[];
}

/** Keeps of the elements what the schema describes: known nodes with values that fit their types. Attributes are left out. */
export function prune(parent: DataParent, elements: readonly XmlElement[], schema: Schema): Pruned {
  const dropped: string[] = [];
  return { elements: children(parent, elements, schema, dropped), dropped };
}

function children(
  parent: DataParent,
  elements: readonly XmlElement[],
  schema: Schema,
  dropped: string[],
): XmlElement[] {
  return elements.flatMap((element) => {
    const module = schema.moduleByNamespace(element.namespace)?.name;
    const node = module === undefined ? undefined : parent.data.get(`${module}:${element.name}`);
    if (!node) {
      dropped.push(`${element.name}: no model of namespace ${element.namespace} describes it`);
      return [];
    }
    const kept = keep(node, element, schema, dropped);
    return kept ? [kept] : [];
  });
}

function keep(node: DataNode, element: XmlElement, schema: Schema, dropped: string[]): XmlElement | undefined {
  const bare = { ...element, attributes: [] };
  switch (node.kind) {
    case 'container':
      return { ...bare, children: children(node, elementsOf(element), schema, dropped) };
    case 'list': {
      const inside = children(node, elementsOf(element), schema, dropped);
      // An entry whose key cannot be read cannot be told from the others.
      const complete = node.keys.every((key) => inside.some(({ name }) => name === key.name));
      return complete ? { ...bare, children: inside } : undefined;
    }
    case 'leaf':
    case 'leaf-list':
      try {
        parseLexical(node.type, textOf(element), { moduleOf: (prefix) => moduleOf(element, prefix, schema) });
        return bare;
      } catch (error) {
        dropped.push(`${element.name}: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    case 'anydata':
    case 'anyxml':
      return bare;
    default:
      return node satisfies never;
  }
}

function moduleOf(element: XmlElement, prefix: string | undefined, schema: Schema): string | undefined {
  const namespace = element.scope.get(prefix ?? '');
  return namespace === undefined ? undefined : schema.moduleByNamespace(namespace)?.name;
}
