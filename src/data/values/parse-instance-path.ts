/** Parses text into instance paths. */
import type { Schema } from '../../yang/schema.js';
import type { InstancePath } from '../path.js';
import { RpcError } from '../rpc-error.js';
import { noteSchema } from '../schema-of.js';
import { jsonNames, type Names, parseLexical, ValueFault } from './index.js';
import { parsePathSyntax } from './instance-path/lexer.js';
import { PathFault, resolvePath } from './instance-path/resolve.js';

/**
 * Parses an instance-identifier in RFC 7951 form (`/module:list[key='x']/leaf`); '/' is the empty path.
 * @param names resolver of names in text that is not in JSON form (e.g. of XML prefixes).
 * @throws RpcError `invalid-value` for bad syntax, keys or key values; `unknown-element` for names that the schema does
 * not have.
 */
export function parseInstancePath(schema: Schema, text: string, names: Names = jsonNames(schema, '')): InstancePath {
  noteSchema(schema);
  if (text === '/') return [];
  const steps = parsePathSyntax(text);
  const path = steps instanceof ValueFault ? steps : resolvePath(steps, names, parseLexical);
  if (!(path instanceof ValueFault)) return path;
  const unknown = path instanceof PathFault ? path.unknownName : undefined;
  throw new RpcError({
    type: 'application',
    tag: unknown === undefined ? 'invalid-value' : 'unknown-element',
    message: path.message,
    info: unknown === undefined ? undefined : { 'bad-element': unknown },
  });
}
