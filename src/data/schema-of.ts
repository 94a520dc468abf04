/**
 * Finds the schema of a module. Encoders meet module names in values (instance-identifiers, annotations) but have only
 * the Tree, whose nodes know their module. Each function that receives a schema notes it here.
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
