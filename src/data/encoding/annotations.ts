/** The annotations of a node with their definitions and typed values, for encoders. */
import type { Annotation, LeafValue, Module } from '../../yang/schema.js';
import { schemaOf } from '../schema-of.js';
import type { Metadata } from '../tree.js';
import { jsonNames, parseLexical, ValueFault } from '../values/index.js';

export interface TypedAnnotation {
  readonly definition: Annotation;
  readonly value: LeafValue;
}

/**
 * Returns annotations with definition and value. `module`: any module of the node's schema. Annotations without a
 * definition are left out.
 */
export function typedAnnotations({ annotations }: Metadata, module: Module): readonly TypedAnnotation[] {
  if (annotations === undefined) return [];
  const schema = schemaOf(module);
  if (schema === undefined) return [];
  return [...annotations].flatMap(([qname, text]) => {
    const colon = qname.indexOf(':');
    const definition = schema.modules.get(qname.slice(0, colon))?.annotations.get(qname.slice(colon + 1));
    if (definition === undefined) return [];
    const value = parseLexical(definition.type, text, jsonNames(schema, definition.module.name));
    return value instanceof ValueFault ? [] : [{ definition, value }];
  });
}
