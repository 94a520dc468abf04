/** Paths of data resources as OpenAPI templates (RFC 8040 §3.5.3). */
import type { DataNode, ListNode, SchemaNode } from '../../yang/index.js';
import type { Definitions } from '../json-schema/index.js';
import { typeSchema } from '../json-schema/index.js';
import type { Parameter } from './document.js';

export interface ResourcePath {
  /** Template such as `/data/module:list={list-key}/container`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
}

export const DATASTORE: ResourcePath = { template: '/data', parameters: [] };

/** Returns the path of a child of the resource at `above`; for a list, of one entry. */
export function childPath(above: ResourcePath, node: SchemaNode, definitions: Definitions): ResourcePath {
  const parent = dataParent(node);
  const name = !parent || parent.kind === 'root' || parent.module !== node.module ? node.qname : node.name;
  if (node.kind !== 'list') return { ...above, template: `${above.template}/${name}` };
  const parameters = [...above.parameters];
  const keys = node.keys.map((key) => {
    const parameter = keyParameter(parameterName(node, key.name), key, parameters, definitions);
    parameters.push(parameter);
    return `{${parameter.name}}`;
  });
  return { template: `${above.template}/${name}=${keys.join(',')}`, parameters };
}

/**
 * Returns the parameter name for a key: list and key (`agent-id`). When the list has another leaf of that name, which could
 * be confused, only the key: the entry `task` has the parameter `id`, not `task-id`.
 */
function parameterName(list: ListNode, key: string): string {
  const name = `${list.name}-${key}`;
  return list.children.some((child) => child.name === name) ? key : name;
}

function keyParameter(
  name: string,
  key: DataNode & { readonly kind: 'leaf' },
  taken: readonly Parameter[],
  definitions: Definitions,
): Parameter {
  const number = taken.filter((each) => each.name === name || each.name.startsWith(`${name}-`)).length;
  const description = key.description?.replace(/\s+/g, ' ').trim();
  return {
    name: number === 0 ? name : `${name}-${number + 1}`,
    in: 'path',
    required: true,
    ...(description && { description }),
    schema: typeSchema(key.type, { definitions, module: key.module.name }),
  };
}

function dataParent(node: SchemaNode): SchemaNode | undefined {
  let parent = node.parent;
  while (parent?.kind === 'choice' || parent?.kind === 'case') parent = parent.parent;
  return parent;
}
