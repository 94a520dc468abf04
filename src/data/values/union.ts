/** union (RFC 7950 §9.12): the first member type that accepts the value. */
import type { LeafValue } from '../../yang/schema.js';
import type { UnionType } from '../../yang/types.js';
import { quoted, ValueFault } from './fault.js';
import { typeName, type ValueParser } from './parser.js';

export function unionParser(
  type: UnionType,
  parserOf: (member: UnionType['members'][number]) => ValueParser,
): ValueParser {
  const members = type.members.map(parserOf);
  const first = (value: unknown, read: (member: ValueParser) => LeafValue | ValueFault): LeafValue | ValueFault => {
    const faults: string[] = [];
    for (const member of members) {
      const result = read(member);
      if (!(result instanceof ValueFault)) return result;
      faults.push(result.message);
    }
    return new ValueFault(
      `${quoted(value)} fits no member type of ${typeName(type)}: ${[...new Set(faults)].join('; ')}`,
    );
  };
  return {
    lexical: (text, names) => first(text, (member) => member.lexical(text, names)),
    json: (value, names) => first(value, (member) => member.json(value, names)),
    hasNames: members.some((member) => member.hasNames),
  };
}
