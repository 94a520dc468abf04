/** Annotations in JSON (RFC 7952 §5.2), and the attributes of edits in the same place. */
import type { DataNode } from '../../yang/schema.js';
import type { Metadata } from '../tree.js';
import { describeJson } from '../values/fault.js';
import type { Names } from '../values/index.js';
import { annotationModule, BY_JSON_NAME, type FoundAttributes, toMetadata, unknownAttribute } from './metadata.js';
import type { DecodeRun } from './run.js';

export function readAnnotations(
  value: unknown,
  schema: DataNode | undefined,
  names: Names,
  run: DecodeRun,
  path: string,
): Metadata | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    run.fault('invalid-value', `annotations are a JSON object, not ${describeJson(value)}`, path);
    return undefined;
  }
  const found: FoundAttributes = { known: new Map(), annotations: new Map() };
  for (const [name, content] of Object.entries(value)) {
    const text = scalarText(content);
    const known = BY_JSON_NAME.get(name);
    if (text === undefined)
      run.fault(
        'bad-attribute',
        `the annotation '${name}' is a JSON string, number or boolean, not ${describeJson(content)}`,
        path,
        { 'bad-attribute': name, 'bad-element': schema?.name ?? '' },
      );
    else if (known !== undefined) found.known.set(known, text);
    else if (annotationModule(run.schema, name) !== undefined) found.annotations.set(name, text);
    else unknownAttribute(run, name, schema, path, 'an annotation is named module:name by a module known here');
  }
  return toMetadata(found, schema, names, run, path);
}

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
