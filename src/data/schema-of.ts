/**
 * From a module of a compiled schema back to the schema. Encoders meet module names in values (instance-identifiers,
 * annotations) and have only the Tree, whose nodes know their module; whoever brings a schema in notes it here.
 */
import type { Module, Schema } from '../yang/schema.js';

const known = new WeakSet<Schema>();
const schemas = new WeakMap<Module, Schema>();

export function noteSchema(schema: Schema): void {
  if (known.has(schema)) return;
  known.add(schema);
  for (const module of schema.modules.values()) schemas.set(module, schema);
}

export function schemaOf(module: Module): Schema | undefined {
  return schemas.get(module);
}
