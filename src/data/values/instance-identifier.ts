/** instance-identifier (RFC 7950 §9.13, RFC 7951 §6.11); the canonical form is the JSON form, with module names. */
import type { InstanceIdentifierType } from '../../yang/types.js';
import type { InstancePath } from '../path.js';
import { quoted, ValueFault } from './fault.js';
import { formatPath } from './instance-path/format.js';
import { parsePathSyntax, type RawStep } from './instance-path/lexer.js';
import { resolvePath } from './instance-path/resolve.js';
import { type ParseLexical, stringForm, type ValueParser } from './parser.js';

/** Returns a parser; each named node must exist in the schema, whatever require-instance says about the instance. */
export function instanceIdentifierParser(type: InstanceIdentifierType, parse: ParseLexical): ValueParser {
  return stringForm(
    type,
    (text, names) => {
      const steps = parsePathSyntax(text.trim());
      if (steps instanceof ValueFault) return steps;
      const path = resolvePath(steps, names, parse);
      if (path instanceof ValueFault) return path;
      return (names.syntax === 'json' ? needlessModule(steps, path) : undefined) ?? formatPath(path);
    },
    true,
  );
}

/** Returns a fault when a JSON name has the module of the node before, which it must omit (RFC 7951 §6.11). */
function needlessModule(steps: readonly RawStep[], path: InstancePath): ValueFault | undefined {
  for (const [index, { prefix, name, predicates }] of steps.entries()) {
    const inside = prefix !== '' && path[index]?.schema.module === path[index - 1]?.schema.module;
    // Keys belong to the module of their list.
    const key = predicates.find((one) => one.kind === 'key' && one.prefix !== '');
    const needless = inside ? `${prefix}:${name}` : key?.text;
    if (needless !== undefined)
      return new ValueFault(`${quoted(needless)} names the module that it is in already: leave it out`);
  }
  return undefined;
}
