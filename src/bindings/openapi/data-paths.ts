/** Data resources: containers, list entries, and leafs if requested (RFC 8040 §3.5, §4). */
import type { DataNode } from '../../yang/index.js';
import { type Definitions, type JsonSchema, nodeSchema } from '../json-schema/index.js';
import { actionPath } from './action-path.js';
import { ACT_REFUSALS, parameter, patchContent, REFUSALS, response, wrapped, yangContent } from './components.js';
import type { Operation, PathItem } from './document.js';
import { operationId } from './operation-id.js';
import { childPath, type ResourcePath } from './resource-path.js';

export interface DataPathOptions {
  readonly definitions: Definitions;
  readonly leafs: boolean;
}

/** Returns the paths of a node, of its actions, and of its descendants. */
export function dataPaths(node: DataNode, above: ResourcePath, options: DataPathOptions): [string, PathItem][] {
  const { definitions, leafs } = options;
  const isParent = node.kind === 'container' || node.kind === 'list';
  if ((!isParent && !leafs) || node.kind === 'leaf-list' || (node.kind === 'list' && node.keys.length === 0)) return [];
  const path = childPath(above, node, definitions);
  const own: [string, PathItem] = [path.template, resource(node, path, definitions)];
  if (!isParent) return [own];
  return [
    own,
    ...[...node.actions.values()].map((action) => actionPath(action, path, definitions)),
    ...[...node.data.values()].flatMap((child) => dataPaths(child, path, options)),
  ];
}

function resource(node: DataNode, { template, parameters }: ResourcePath, definitions: Definitions): PathItem {
  const name = node.kind === 'list' ? `an entry of ${node.name}` : node.name;
  const value = nodeSchema(node, definitions);
  const only = node.kind === 'list' ? { ...value, minItems: 1, maxItems: 1 } : value;
  const content = yangContent(wrapped(node.qname, only));
  const description = node.description?.replace(/\s+/g, ' ').trim();
  const operation = (
    method: string,
    summary: string,
    rest: Pick<Operation, 'responses'> & Partial<Operation>,
  ): Operation => ({
    operationId: operationId(method, template),
    summary: `${summary} ${name}`,
    ...(description && { description }),
    tags: [node.module.name],
    ...(node.status !== 'current' && { deprecated: true }),
    ...rest,
  });
  const requestBody = { required: true, content };
  const isOrdered = node.kind === 'list' && node.orderedBy === 'user';
  const get = operation('get', 'Read', {
    parameters: [parameter('content'), parameter('depth'), parameter('fields'), parameter('with-defaults')],
    responses: {
      '200': { description: `The content of ${name}; the parameters may leave out parts of it.`, content },
      ...REFUSALS,
    },
  });
  const item = { ...(parameters.length > 0 && { parameters }), get };
  if (!node.config) return item;
  return {
    ...item,
    put: operation('put', 'Create or replace', {
      ...(isOrdered && { parameters: [parameter('insert'), parameter('point')] }),
      requestBody,
      responses: { '201': response('created'), '204': response('no-content'), ...ACT_REFUSALS },
    }),
    patch: operation('patch', 'Merge into', {
      requestBody: { required: true, content: patchContent(partSchema(node)) },
      responses: {
        '200': response('patched'),
        '204': response('no-content'),
        ...ACT_REFUSALS,
      },
    }),
    ...((node.kind === 'container' || node.kind === 'list') && {
      post: operation('post', 'Create a child of', {
        requestBody: { required: true, content: yangContent(childSchema([...node.data.values()], definitions)) },
        responses: { '201': response('created'), '409': response('conflict'), ...ACT_REFUSALS },
      }),
    }),
    delete: operation('delete', 'Delete', {
      responses: { '204': response('no-content'), '409': response('conflict'), ...ACT_REFUSALS },
    }),
  };
}

/** Returns the schema for merging: any existing node may be left out, also a mandatory one. */
function partSchema(node: DataNode): JsonSchema {
  const description = 'As for put, but what stays as it is may be left out.';
  const type = node.kind === 'container' ? 'object' : node.kind === 'list' ? 'array' : undefined;
  return wrapped(node.qname, { description, ...(type && { type }) });
}

/** Returns the schema of one child of a resource, by its qualified name (RFC 8040 §4.4.1). */
export function childSchema(nodes: readonly DataNode[], definitions: Definitions): JsonSchema {
  const children = nodes.filter((child) => child.config);
  return {
    type: 'object',
    properties: Object.fromEntries(children.map((child) => [child.qname, nodeSchema(child, definitions)])),
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  };
}
