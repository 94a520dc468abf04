/** The RESTCONF API of a schema (RFC 8040) as an OpenAPI 3.1 document. */
import type { Schema } from '../../yang/index.js';
import type { GeneratedFile } from '../generated-file.js';
import { Definitions, type JsonSchema, objectSchema } from '../json-schema/index.js';
import { rpcPath, streamPaths } from './action-path.js';
import {
  PARAMETERS,
  parameter,
  patchContent,
  REFUSALS,
  RESPONSES,
  response,
  SCHEMAS,
  yangContent,
} from './components.js';
import { childSchema, dataPaths } from './data-paths.js';
import type { Content, OpenApiDocument, PathItem } from './document.js';
import { DATASTORE } from './resource-path.js';

export type { OpenApiDocument } from './document.js';

export interface OpenApiOptions {
  /** Root of the API, as host-meta tells it. Default `/restconf`. */
  readonly server?: string;
  /** Paths for single leafs too; they are many. */
  readonly leafs?: boolean;
}

/**
 * Paths of the datastore, of the data resources, RPCs and actions of `modules`, and of the event streams.
 * @throws Error naming a module that the schema does not have
 */
export function openApi(schema: Schema, modules: readonly string[], options: OpenApiOptions = {}): OpenApiDocument {
  const found = modules.map((name) => {
    const module = schema.modules.get(name);
    if (!module) throw new Error(`the schema has no module "${name}"`);
    return module;
  });
  const definitions = new Definitions('#/components/schemas/', 'with nodes');
  const isOurs = (node: { readonly module: { readonly name: string } }): boolean => modules.includes(node.module.name);
  const top = [...schema.root.data.values()].filter(isOurs);
  const document = yangContent(objectSchema(schema.root, top, definitions));
  const paths: [string, PathItem][] = [
    ['/data', datastorePath(document, childSchema(top, definitions))],
    ...top.flatMap((node) => dataPaths(node, DATASTORE, { definitions, leafs: options.leafs ?? false })),
    ...[...schema.rpcs.values()].filter(isOurs).map((rpc) => rpcPath(rpc, definitions)),
    ...streamPaths(),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: `RESTCONF API of ${modules.join(', ')}`,
      version:
        found
          .map(({ revision }) => revision ?? '')
          .sort()
          .at(-1) || '1',
      description: 'Data, operations and events of the YANG modules over RESTCONF (RFC 8040).',
    },
    servers: [{ url: options.server ?? '/restconf', description: 'The API root (RFC 8040 §3.1).' }],
    security: [{ basic: [] }],
    tags: [
      ...found.map(({ name, description }) => ({ name, description: description?.replace(/\s+/g, ' ').trim() })),
      { name: 'streams', description: 'Event streams.' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: { ...SCHEMAS, ...definitions.all() },
    },
  };
}

function datastorePath(content: Content, child: JsonSchema): PathItem {
  const tags = ['data'];
  const part = { type: 'object', description: 'Top-level nodes; what stays as it is may be left out.' } as const;
  return {
    get: {
      operationId: 'getData',
      summary: 'Read all data',
      tags,
      parameters: [parameter('content'), parameter('depth'), parameter('fields'), parameter('with-defaults')],
      responses: { '200': { description: 'The data of the modules.', content }, ...REFUSALS },
    },
    patch: {
      operationId: 'patchData',
      summary: 'Merge into the configuration',
      tags,
      requestBody: { required: true, content: patchContent(part) },
      responses: { '200': response('patched'), '204': response('no-content'), ...REFUSALS },
    },
    post: {
      operationId: 'postData',
      summary: 'Create a top-level resource',
      tags,
      requestBody: { required: true, content: yangContent(child) },
      responses: { '201': response('created'), '409': response('conflict'), ...REFUSALS },
    },
  };
}

/** `openapi.json`. */
export function generateOpenApi(schema: Schema, modules: readonly string[], options?: OpenApiOptions): GeneratedFile[] {
  return [{ file: 'openapi.json', text: `${JSON.stringify(openApi(schema, modules, options), undefined, 2)}\n` }];
}
