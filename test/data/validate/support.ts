import type { RpcErrorFields } from '../../../src/data/index.js';
import { decodeJson, type Tree, type ValidateOptions, validate } from '../../../src/data/index.js';
import type { DataParent, Schema } from '../../../src/yang/index.js';
import { errorsOf, schemaOf } from '../support.js';

/** A schema of one module `m` with this body. */
export function schemaOfBody(body: string): Schema {
  return schemaOf(`module m { yang-version 1.1; namespace "urn:m"; prefix m;\n${body}\n}`);
}

/** What validating reports; empty when the tree is valid. */
export function problems(schema: Schema, tree: Tree, options: Partial<ValidateOptions> = {}): RpcErrorFields[] {
  try {
    validate(tree, { schema, ...options });
    return [];
  } catch {
    const errors = errorsOf(() => validate(tree, { schema, ...options }));
    return errors.map(({ type, tag, appTag, path, message, info }) => ({ type, tag, appTag, path, message, info }));
  }
}

/** The same in short: path, tag, app-tag. */
export function faults(
  schema: Schema,
  value: unknown,
  options: Partial<ValidateOptions> = {},
  parent?: DataParent,
): string[] {
  const tree = decodeJson(parent ?? schema.root, value, { schema });
  return problems(schema, tree, options).map(({ path, tag, appTag }) => [path, tag, appTag].filter(Boolean).join(' '));
}
