/** instance-identifier (RFC 7950 §9.13, RFC 7951 §6.11); the canonical form is that of JSON, with module names. */
import type { InstanceIdentifierType } from '../../yang/types.js';
import { formatPath } from '../instance-path/format.js';
import { parsePathSyntax } from '../instance-path/lexer.js';
import { resolvePath } from '../instance-path/resolve.js';
import { ValueFault } from './fault.js';
import { type ParseLexical, stringForm, type ValueParser } from './parser.js';

/** Every node named has to be in the schema, whether the instance has to exist (require-instance) or not. */
export function instanceIdentifierParser(type: InstanceIdentifierType, parse: ParseLexical): ValueParser {
  return stringForm(
    type,
    (text, names) => {
      const steps = parsePathSyntax(text.trim());
      if (steps instanceof ValueFault) return steps;
      const path = resolvePath(steps, names, parse);
      return path instanceof ValueFault ? path : formatPath(path);
    },
    true,
  );
}
