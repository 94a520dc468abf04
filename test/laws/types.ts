/** Types of all nineteen kinds, with lexical values that they allow. */

import { statement } from '../fuzz/model/types.js';
import { type Draft, printStatement } from '../fuzz/print-statement.js';
import type { Tape } from './tape.js';

/** A type statement; `samples` are values fit for a default statement. */
export interface TypeDraft {
  readonly draft: Draft;
  readonly samples: readonly string[];
}

const type = (name: string, samples: readonly string[], ...statements: (Draft | undefined)[]): TypeDraft => ({
  draft: statement('type', name, ...statements),
  samples,
});

const INTEGERS = ['uint8', 'int8', 'int16', 'int32', 'int64', 'uint16', 'uint32', 'uint64'] as const;

function integer(tape: Tape): TypeDraft {
  const base = tape.pick(INTEGERS);
  const range = tape.pick([undefined, undefined, '0..10', '1 | 3..max', 'min..7']);
  return type(base, ['1', '7'], range === undefined ? undefined : statement('range', range));
}

function decimal(tape: Tape): TypeDraft {
  const digits = statement('fraction-digits', String(1 + tape.below(18)));
  return type('decimal64', ['-1.5', '0', '7.5'], digits, tape.oneIn(3) ? statement('range', '-1.5..8') : undefined);
}

function string(tape: Tape): TypeDraft {
  return tape.pick([
    type('string', ['', 'a', "it's", '<&>"', ' b ']),
    type('string', ['a', 'ab'], statement('length', '1..4')),
    type('string', ['', 'abc'], statement('pattern', '[a-z]*')),
    type('string', [' a ', ' b '], statement('length', '3'), statement('pattern', ' . ')),
    type('string', ['a', 'b c'], statement('pattern', '[0-9]+', statement('modifier', 'invert-match'))),
  ]);
}

function enumeration(tape: Tape): TypeDraft {
  const names = tape.some(['red', 'green', 'dark blue', '1', 'ünder', '__proto__', 'true'], 1);
  return type('enumeration', names, ...names.map((name) => statement('enum', name)));
}

function bits(tape: Tape): TypeDraft {
  const names = tape.some(['a', 'b', 'constructor', 'flag-1', 'c'], 1);
  // Positions against the order of statements: the canonical order is theirs.
  const bit = (name: string, i: number): Draft => statement('bit', name, statement('position', String(70 - i)));
  return type('bits', ['', ...names], ...names.map(bit));
}

const identityref = (): TypeDraft => type('identityref', [], statement('base', 'm:base-id'));
const instance = (tape: Tape): TypeDraft =>
  type('instance-identifier', [], tape.below(3) > 0 ? statement('require-instance', 'false') : undefined);

const PLAIN: readonly ((tape: Tape) => TypeDraft)[] = [
  string,
  integer,
  decimal,
  enumeration,
  bits,
  identityref,
  () => type('boolean', ['true', 'false']),
  () => type('binary', ['', 'AAE='], statement('length', '0..4')),
  () => type('empty', []),
  instance,
];

function union(tape: Tape): TypeDraft {
  const members = Array.from({ length: 2 + tape.below(3) }, () => tape.pick(PLAIN)(tape));
  const distinct = [...new Map(members.map((one) => [printStatement(one.draft), one])).values()];
  return type('union', members[0]?.samples ?? [], ...distinct.map(({ draft }) => draft));
}

/** Any type but leafref, which needs a leaf to refer to. */
export function anyType(tape: Tape): TypeDraft {
  return tape.pick([...PLAIN, string, integer, integer, union])(tape);
}
