/** JSON Schemas for the RFC 7951 values of data nodes. */
import type { ContainerNode, DataNode, DataParent, LeafListNode, ListNode, SchemaNode } from '../../yang/index.js';
import { dataPath } from '../data-path.js';
import type { Definitions } from './definitions.js';
import { type NameOf, rulesOf } from './rules.js';
import type { JsonSchema } from './schema.js';
import { typeSchema } from './type-schema.js';

/**
 * Returns an object schema with the children of `parent` as members. Other members are refused; annotations (RFC 7952) are
 * not checked.
 */
export function objectSchema(parent: DataParent, nodes: Iterable<DataNode>, definitions: Definitions): JsonSchema {
  const nameOf: NameOf = (node) =>
    parent.kind === 'root' || node.module.name !== parent.module.name ? node.qname : node.name;
  const properties = Object.fromEntries([...nodes].map((node) => [nameOf(node), nodeSchema(node, definitions)]));
  const known = new Set(Object.keys(properties));
  const children = parent.children.filter((child) => holdsAny(child, nameOf, known));
  return {
    type: 'object',
    properties,
    patternProperties: { '^@': true },
    additionalProperties: false,
    ...rulesOf(children, nameOf),
  };
}

function holdsAny(child: SchemaNode, nameOf: NameOf, known: ReadonlySet<string>): boolean {
  if (child.kind === 'choice')
    return child.cases.some((each) => [...each.data.values()].some((n) => known.has(nameOf(n))));
  return 'qname' in child && (known.has(child.qname) || known.has(child.name));
}

/** Returns the schema of one node's value, without its member name. */
export function nodeSchema(node: DataNode, definitions: Definitions): JsonSchema {
  return { ...notesOf(node), ...valueSchema(node, definitions) };
}

function valueSchema(node: DataNode, definitions: Definitions): JsonSchema {
  switch (node.kind) {
    case 'leaf': {
      const type = typeSchema(node.type, { definitions, module: node.module.name });
      return node.default === undefined ? type : { ...type, default: node.default };
    }
    case 'leaf-list': {
      const items = typeSchema(node.type, { definitions, module: node.module.name });
      return { type: 'array', items, ...elements(node), ...(node.config && { uniqueItems: true }) };
    }
    case 'list':
      return { type: 'array', items: parentSchema(node, definitions), ...elements(node) };
    case 'container':
      return parentSchema(node, definitions);
    case 'anydata':
      return { type: 'object' };
    case 'anyxml':
      return {};
  }
}

function parentSchema(node: ContainerNode | ListNode, definitions: Definitions): JsonSchema {
  const name = `data.${dataPath(node).slice(1).replace(/[/:]/g, '.')}`;
  return definitions.node(name, () => objectSchema(node, node.data.values(), definitions));
}

function elements({ minElements, maxElements, whens }: ListNode | LeafListNode): JsonSchema {
  return {
    ...(minElements > 0 && whens.length === 0 && { minItems: minElements }),
    ...(maxElements !== undefined && { maxItems: maxElements }),
  };
}

function notesOf(node: DataNode): JsonSchema {
  const description = node.description?.replace(/\s+/g, ' ').trim();
  const units = (node.kind === 'leaf' || node.kind === 'leaf-list') && node.units ? `Unit: ${node.units}.` : undefined;
  const text = [description, units].filter(Boolean).join(' ');
  return {
    ...(text && { description: text }),
    ...(node.status !== 'current' && { deprecated: true }),
    ...(!node.config && isInDatastore(node) && { readOnly: true }),
  };
}

function isInDatastore(node: SchemaNode): boolean {
  let at: SchemaNode | undefined = node;
  while (at?.parent) at = at.parent;
  for (let above: SchemaNode | undefined = node; above; above = above.parent)
    if (above.kind === 'input' || above.kind === 'output' || above.kind === 'notification') return false;
  return at?.kind === 'root';
}
