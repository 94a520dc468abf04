/** The part of OpenAPI 3.1 that the generator uses. */
import type { JsonSchema } from '../json-schema/index.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

export interface Components {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export type SecurityScheme = { readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'basic' | 'dpop' }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly bearerFormat: string }
  | { readonly type: 'mutualTLS' }
);

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

export type PathItem = { readonly parameters?: readonly Parameter[] } & Partial<Readonly<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
}

/** Schemas by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
