/** Output derived from a schema: types, validators, JSON Schema, OpenAPI, diagrams. */
export type { GeneratedFile } from './generated-file.js';
export { generateJsonSchemas, type JsonSchema, jsonSchema } from './json-schema/index.js';
export { generateOpenApi, type OpenApiDocument, type OpenApiOptions, openApi } from './openapi/index.js';
export * from './runtime/index.js';
export { treeDiagram } from './tree-diagram/index.js';
export { generateTypes, type PathSelection, type TypesOptions } from './typescript/index.js';
