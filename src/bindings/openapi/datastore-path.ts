/** The datastore resources: running and state together (RFC 8040 §3.4), and each datastore separately (RFC 8527 §3.1). */
import type { JsonSchema } from '../json-schema/index.js';
import { ACT_REFUSALS, parameter, patchContent, REFUSALS, response, yangContent } from './components.js';
import type { Content, PathItem } from './document.js';
import { operationId } from './operation-id.js';

export interface DatastoreContent {
  /** Schema of all data of the modules. */
  readonly content: Content;
  /** Schema of one top-level node. */
  readonly child: JsonSchema;
}

const TAGS = ['data'];
const READ = [parameter('content'), parameter('depth'), parameter('fields'), parameter('with-defaults')];
const PART = { type: 'object', description: 'Top-level nodes; what stays as it is may be left out.' } as const;

export function datastorePath(inside: DatastoreContent): PathItem {
  return {
    get: {
      operationId: 'getData',
      summary: 'Read all data',
      tags: TAGS,
      parameters: READ,
      responses: { '200': { description: 'The data of the modules.', content: inside.content }, ...REFUSALS },
    },
    ...edits('/data', 'the configuration', inside),
  };
}

/** Datastores that accept edits. */
const EDITABLE: ReadonlySet<string> = new Set(['running', 'candidate']);

/** @param name name in `ietf-datastores:NAME` */
export function namedDatastorePath(name: string, inside: DatastoreContent): [string, PathItem] {
  const template = `/ds/ietf-datastores:${name}`;
  return [
    template,
    {
      get: {
        operationId: operationId('get', template),
        summary: `Read datastore ${name}`,
        description: `Below this path, the resources of /data have the same paths, as ${name} holds them (RFC 8527).`,
        tags: TAGS,
        parameters: name === 'operational' ? [...READ, parameter('with-origin')] : READ,
        responses: { '200': { description: `The data of ${name}.`, content: inside.content }, ...REFUSALS },
      },
      ...(EDITABLE.has(name) ? edits(template, name, inside) : {}),
    },
  ];
}

function edits(template: string, what: string, { child }: DatastoreContent): Pick<PathItem, 'patch' | 'post'> {
  return {
    patch: {
      operationId: operationId('patch', template),
      summary: `Merge into ${what}`,
      tags: TAGS,
      requestBody: { required: true, content: patchContent(PART) },
      responses: { '200': response('patched'), '204': response('no-content'), ...ACT_REFUSALS },
    },
    post: {
      operationId: operationId('post', template),
      summary: 'Create a top-level resource',
      tags: TAGS,
      requestBody: { required: true, content: yangContent(child) },
      responses: { '201': response('created'), '409': response('conflict'), ...ACT_REFUSALS },
    },
  };
}
