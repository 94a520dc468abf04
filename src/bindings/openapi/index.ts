/** The RESTCONF API of a schema (RFC 8040) as an OpenAPI 3.1 document. */
import type { Schema } from '../../yang/index.js';
import type { GeneratedFile } from '../generated-file.js';
import { Definitions, objectSchema } from '../json-schema/index.js';
import { rpcPath, streamPaths } from './action-path.js';
import { PARAMETERS, RESPONSES, SCHEMAS, yangContent } from './components.js';
import { childSchema, dataPaths } from './data-paths.js';
import { datastorePath, namedDatastorePath } from './datastore-path.js';
import type { Components, OpenApiDocument, PathItem } from './document.js';
import { DATASTORE } from './resource-path.js';

export type { OpenApiDocument } from './document.js';

export interface OpenApiOptions {
  /** Root of the API, as in host-meta. Default: `/restconf`. */
  readonly server?: string;
  /** Also makes paths for single leafs, which are many. */
  readonly leafs?: boolean;
  /** Datastores with their own resource (RFC 8527), without the prefix of their identities. Default: none. */
  readonly datastores?: readonly string[];
}

/**
 * Returns the OpenAPI document: paths of the datastore, of the data resources, RPCs and actions of `modules`, and of the
 * event streams.
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
  const inside = {
    content: yangContent(objectSchema(schema.root, top, definitions)),
    child: childSchema(top, definitions),
  };
  const paths: [string, PathItem][] = [
    ['/data', datastorePath(inside)],
    ...(options.datastores ?? []).map((name) => namedDatastorePath(name, inside)),
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
    security: Object.keys(SECURITY).map((name) => ({ [name]: [] })),
    tags: [
      ...found.map(({ name, description }) => ({ name, description: description?.replace(/\s+/g, ' ').trim() })),
      { name: 'streams', description: 'Event streams.' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: SECURITY,
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: { ...SCHEMAS, ...definitions.all() },
    },
  };
}

/** Login methods of users; one is enough (RFC 8040 §2.5). */
const SECURITY: Components['securitySchemes'] = {
  basic: { type: 'http', scheme: 'basic', description: 'Name and password (RFC 7617).' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of an issuer that the node trusts (RFC 6750, RFC 7519).',
  },
  dpop: {
    type: 'http',
    scheme: 'dpop',
    description:
      'A token of such an issuer that is bound to a key, and a proof of the key in the header field DPoP (RFC 9449).',
  },
  certificate: { type: 'mutualTLS', description: 'A TLS client certificate that the node knows a user for.' },
};

/** Makes the file `openapi.json`. */
export function generateOpenApi(schema: Schema, modules: readonly string[], options?: OpenApiOptions): GeneratedFile[] {
  return [{ file: 'openapi.json', text: `${JSON.stringify(openApi(schema, modules, options), undefined, 2)}\n` }];
}
