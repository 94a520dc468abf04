/** Annotations by their definitions, which give the type of their values (RFC 7952 §3). */
import type { Annotation, DataNode, Module } from '../../yang/schema.js';
import { canonical, type Names, parserOf, ValueFault } from '../values/index.js';
import { badAttribute, unknownAttribute } from './metadata.js';
import type { DecodeRun } from './run.js';

/**
 * Returns the annotation `name` of a module. Notes it as unknown when the module does not define it, or is undefined
 * (not in the schema).
 */
export function annotationNamed(
  module: Module | undefined,
  name: string,
  schema: DataNode | undefined,
  run: DecodeRun,
  path: string,
): Annotation | undefined {
  const found = module?.annotations.get(name);
  if (found === undefined) {
    const why =
      module === undefined
        ? 'no module known here defines it'
        : `module ${module.name} defines no annotation of that name`;
    unknownAttribute(run, name, schema, path, why);
  }
  return found;
}

/**
 * Returns the canonical text of an annotation's value, from XML text or a JSON value; undefined, with a fault, when it
 * does not fit.
 */
export function annotationValue(
  { type, qname }: Annotation,
  value: { readonly xml: string } | { readonly json: unknown },
  names: Names,
  schema: DataNode | undefined,
  run: DecodeRun,
  path: string,
): string | undefined {
  const parser = parserOf(type);
  const read = 'xml' in value ? parser.lexical(value.xml, names) : parser.json(value.json, names);
  if (!(read instanceof ValueFault)) return canonical(read);
  badAttribute(run, qname, schema, path, `the annotation '${qname}': ${read.message}`);
  return undefined;
}
