/** Decodes anydata and anyxml from JSON (RFC 7951 §5.5, §5.6). */
import type { AnyNode, DataParent } from '../../yang/schema.js';
import { isObject } from '../is-object.js';
import { DEEPEST } from '../nesting.js';
import { any } from '../nodes.js';
import type { Any, AnyContent, Tree } from '../tree.js';
import { describeJson } from '../values/fault.js';
import type { DecodeRun } from './run.js';

/** Decodes without an error; returns undefined when the value does not fit the parent. */
type Decode = (parent: DataParent, value: unknown, run: DecodeRun) => Tree | undefined;

export function anyFromJson(schema: AnyNode, value: unknown, run: DecodeRun, decode: Decode): Any | undefined {
  if (schema.kind === 'anydata' && !isObject(value)) {
    const message = `the anydata '${schema.name}' is an object in JSON, not ${describeJson(value)}`;
    run.fault('invalid-value', message, '', undefined, { schema });
    return undefined;
  }
  const wrong = notJson(value, 0);
  if (wrong !== undefined) {
    run.fault('invalid-value', `the content of '${schema.name}' ${wrong}`, '', undefined, { schema });
    return undefined;
  }
  return any(schema, modelled(value, run, decode) ?? { form: 'json', value });
}

/** Returns the content as a Tree when each member is a top-level node of the schema, or its only member is a structure. */
function modelled(value: unknown, run: DecodeRun, decode: Decode): AnyContent | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  const structure = names.length === 1 ? run.schema.structures.get(names[0] ?? '') : undefined;
  // Most content is not modelled: a check of the names avoids a useless decoding.
  if (structure === undefined && !names.every((name) => run.schema.root.data.has(name))) return undefined;
  const tree =
    structure === undefined ? decode(run.schema.root, value, run) : decode(structure, value[structure.qname], run);
  return tree === undefined ? undefined : { form: 'tree', tree };
}

/** Returns why a value of a program is not JSON, undefined when it is. The depth bound also ends at circular references. */
function notJson(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : `holds the number ${value}, which JSON cannot`;
    case 'object': {
      if (value === null) return undefined;
      if (depth >= DEEPEST) return `is nested deeper than ${DEEPEST}`;
      for (const one of Object.values(value)) {
        const wrong = one === undefined ? undefined : notJson(one, depth + 1);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    }
    default:
      return `holds a ${typeof value}, which JSON cannot`;
  }
}
