/** The members of enumerations and bits (RFC 7950 §9.6, §9.7): numbering and restriction. */
import { Fault } from '../../errors.js';
import { argumentOf, childArgument, type Statement } from '../../text/statement.js';
import { didYouMean } from '../../text/suggest.js';
import type { BitValue, EnumValue } from '../../types.js';
import { statusOf } from '../status.js';

interface Numbering {
  readonly member: 'enum' | 'bit';
  readonly number: 'value' | 'position';
  readonly highest: number;
}

const ENUM: Numbering = { member: 'enum', number: 'value', highest: 2147483647 };
const BIT: Numbering = { member: 'bit', number: 'position', highest: 4294967295 };

interface Member {
  readonly statement: Statement;
  readonly name: string;
  readonly number: number;
}

/** Returns the enums of a new enumeration, or the part of `base` that a derived type keeps. `on` is true for enabled ones. */
export function compileEnums(
  statements: readonly Statement[],
  base: ReadonlyMap<string, EnumValue> | undefined,
  on: (s: Statement) => boolean,
): ReadonlyMap<string, EnumValue> {
  const known = base && new Map([...base].map(([name, e]) => [name, e.value]));
  return new Map(
    members(statements, ENUM, known)
      .filter((m) => on(m.statement))
      .map(({ statement, name, number }) => [
        name,
        { name, value: number, status: statusOf(statement), description: childArgument(statement, 'description') },
      ]),
  );
}

/** Returns the bits of a new bits type, or the part of `base` that a derived type keeps, in the order of positions. */
export function compileBits(
  statements: readonly Statement[],
  base: ReadonlyMap<string, BitValue> | undefined,
  on: (s: Statement) => boolean,
): ReadonlyMap<string, BitValue> {
  const known = base && new Map([...base].map(([name, b]) => [name, b.position]));
  return new Map(
    members(statements, BIT, known)
      .filter((m) => on(m.statement))
      .sort((a, b) => a.number - b.number)
      .map(({ statement, name, number }) => [
        name,
        { name, position: number, status: statusOf(statement), description: childArgument(statement, 'description') },
      ]),
  );
}

function members(
  statements: readonly Statement[],
  kind: Numbering,
  base: ReadonlyMap<string, number> | undefined,
): Member[] {
  const found = new Map<string, Member>();
  const numbers = new Map<number, string>();
  let next = 0;
  for (const statement of statements) {
    const name = argumentOf(statement);
    const { location } = statement;
    if (found.has(name)) throw new Fault(location, `${kind.member} '${name}' is already defined in this type`);
    const written = childArgument(statement, kind.number);
    const inherited = base?.get(name);
    if (base && inherited === undefined) {
      throw new Fault(
        location,
        `${kind.member} '${name}' is not one of the type that is restricted${didYouMean(name, base.keys())}`,
      );
    }
    const number = written === undefined ? (inherited ?? next) : Number(written);
    if (inherited !== undefined && number !== inherited) {
      throw new Fault(
        location,
        `${kind.member} '${name}' has the ${kind.number} ${inherited} in the type that is restricted, which cannot change to ${number}`,
      );
    }
    if (number > kind.highest) {
      throw new Fault(
        location,
        `${kind.member} '${name}' needs a ${kind.number} of its own: the highest possible one is already taken`,
      );
    }
    const owner = numbers.get(number);
    if (owner !== undefined)
      throw new Fault(location, `${kind.member} '${name}' has the ${kind.number} ${number}, as '${owner}' has`);
    numbers.set(number, name);
    found.set(name, { statement, name, number });
    next = found.size === 1 ? number + 1 : Math.max(next, number + 1);
  }
  return [...found.values()];
}
