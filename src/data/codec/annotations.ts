/** Annotations by their definitions, which say what values they take (RFC 7952 §3). */
import type { Annotation, DataNode, Module } from '../../yang/schema.js';
import { canonical, type Names, parserOf, ValueFault } from '../values/index.js';
import { badAttribute, unknownAttribute } from './metadata.js';
import type { DecodeRun } from './run.js';

/** The annotation `name` of a module; noted as unknown where the module (undefined: none known here) defines no such. */
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

/** The canonical text of an annotation's value, from XML text or a JSON value; undefined where it does not fit, which is noted. */
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
