/** Annotations in JSON (RFC 7952 §5.2), and edit attributes, which use the same syntax. */
import type { Annotation, DataNode } from '../../yang/schema.js';
import type { Metadata } from '../tree.js';
import { describeJson, quoted } from '../values/fault.js';
import { jsonNames, type Names } from '../values/index.js';
import { annotationNamed, annotationValue } from './annotations.js';
import { BY_JSON_NAME, badAttribute, type FoundAttributes, toMetadata } from './metadata.js';
import type { DecodeRun } from './run.js';

export function readAnnotations(
  value: unknown,
  schema: DataNode | undefined,
  names: Names,
  run: DecodeRun,
  path: string,
): Metadata | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `annotations are a JSON object, not ${describeJson(value)}`;
    run.fault('invalid-value', message, path, undefined, { schema });
    return undefined;
  }
  const found: FoundAttributes = { known: new Map(), annotations: new Map() };
  for (const [name, content] of Object.entries(value)) {
    const known = BY_JSON_NAME.get(name);
    if (known === undefined) {
      const annotation = annotationIn(name, schema, run, path);
      const values = annotation && jsonNames(run.schema, annotation.module.name);
      const text = annotation && values && annotationValue(annotation, { json: content }, values, schema, run, path);
      if (annotation && text !== undefined) found.annotations.set(annotation.qname, text);
    } else {
      const text = scalarText(content);
      if (text !== undefined) found.known.set(known, text);
      else
        badAttribute(
          run,
          name,
          schema,
          path,
          `the annotation '${name}' is a JSON string, number or boolean, not ${describeJson(content)}`,
        );
    }
  }
  return toMetadata(found, schema, names, run, path);
}

/** Finds an annotation by its name `module:name`; the module is mandatory (RFC 7952 §5.2.1). */
function annotationIn(
  name: string,
  schema: DataNode | undefined,
  run: DecodeRun,
  path: string,
): Annotation | undefined {
  const [, module, local] = QUALIFIED.exec(name) ?? [];
  if (module !== undefined && local !== undefined)
    return annotationNamed(run.schema.modules.get(module), local, schema, run, path);
  badAttribute(run, name, schema, path, `${quoted(name)} names no annotation: that takes the form module:name`);
  return undefined;
}

const QUALIFIED = /^([A-Za-z_][\w.-]*):([A-Za-z_][\w.-]*)$/;

function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return Array.isArray(value) && value.length === 1 && value[0] === null ? '' : undefined;
  }
}
