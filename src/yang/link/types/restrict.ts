/** Derives a type from its base by a `type` statement: one row per built-in type. */
import { Fault, fail, messageOf } from '../../errors.js';
import {
  DECIMAL64_BOUNDS,
  formatDecimal,
  INTEGER_BOUNDS,
  LENGTH_BOUNDS,
  readDecimal,
  readInteger,
} from '../../numbers.js';
import { compilePattern } from '../../pattern.js';
import { argumentOf, child, childArgument, childrenOf, isExtension, type Statement } from '../../text/statement.js';
import type { IntegerBase, Interval, IntervalRestriction, Pattern, StringType, Type } from '../../types.js';
import { parseXPath, type XPath } from '../../xpath/index.js';
import type { Identities } from '../identities.js';
import { prefixNames } from '../scope.js';
import type { Scope, SourceModule } from '../unit.js';
import { compileIntervals } from './intervals.js';
import { compileBits, compileEnums } from './members.js';
import { pathSyntaxFault } from './path-syntax.js';

export interface TypeContext {
  readonly scope: Scope;
  /** Module whose namespace the node with the type has. */
  readonly module: SourceModule;
  /** Compiled `type` sub-statements, for unions. */
  readonly members: readonly Type[];
  readonly identities: Identities;
  /** True when the statement's if-features hold. */
  on(statement: Statement): boolean;
}

interface Restrictions {
  /** Required in the type itself, and allowed only there. */
  readonly required?: string;
  /** Allowed in the type and in types derived from it. */
  readonly optional: readonly string[];
  /** The one of `optional` that derived types may have only in YANG 1.1. */
  readonly derivedSince11?: string;
}

const NUMBER: Restrictions = { optional: ['range'] };

/** The allowed restrictions of each type (RFC 7950 §9.1 ff. and §7.4). */
const RESTRICTIONS: Readonly<Record<string, Restrictions>> = {
  int8: NUMBER,
  int16: NUMBER,
  int32: NUMBER,
  int64: NUMBER,
  uint8: NUMBER,
  uint16: NUMBER,
  uint32: NUMBER,
  uint64: NUMBER,
  decimal64: { required: 'fraction-digits', optional: ['range'] },
  string: { optional: ['length', 'pattern'] },
  binary: { optional: ['length'] },
  boolean: { optional: [] },
  empty: { optional: [] },
  enumeration: { optional: ['enum'], derivedSince11: 'enum' },
  bits: { optional: ['bit'], derivedSince11: 'bit' },
  identityref: { required: 'base', optional: [] },
  'instance-identifier': { optional: ['require-instance'] },
  leafref: { required: 'path', optional: ['require-instance'], derivedSince11: 'require-instance' },
  union: { required: 'type', optional: [] },
};

/** Built-in types that need members. */
const NEEDS: Readonly<Record<string, string>> = { enumeration: 'enum', bits: 'bit' };

/** Reports restrictions that the type does not allow, or that are missing. */
export function checkRestrictions(statement: Statement, base: string, derived: boolean, scope: Scope): void {
  const rules = RESTRICTIONS[base] ?? { optional: [] };
  const { version } = scope.unit.module;
  for (const sub of statement.statements) {
    if (isExtension(sub)) continue;
    const { keyword, location } = sub;
    if (derived && keyword === rules.required) {
      throw new Fault(location, `${keyword} is fixed by the type '${statement.argument}' and cannot be given again`);
    }
    if (keyword !== rules.required && !rules.optional.includes(keyword)) {
      const takes = [rules.required, ...rules.optional].filter((k) => k !== undefined);
      throw new Fault(
        location,
        `type ${base} takes no ${keyword}${takes.length > 0 ? `, but ${takes.join(' and ')}` : ''}`,
      );
    }
    if (keyword === rules.derivedSince11 && version === '1' && (derived || keyword === 'require-instance')) {
      throw new Fault(location, `${keyword} in a type derived from ${base} needs 'yang-version 1.1' in the module`);
    }
  }
  const needed = rules.required ?? NEEDS[base];
  if (!derived && needed !== undefined && !child(statement, needed)) {
    throw new Fault(statement.location, `type ${base} needs at least one ${needed} statement`);
  }
  if (base === 'identityref' && version === '1' && childrenOf(statement, 'base').length > 1) {
    throw new Fault(statement.location, "an identityref with several bases needs 'yang-version 1.1' in the module");
  }
}

/** Returns the type of `statement`: `base`, or the named built-in type, with further restrictions. */
export function deriveType(statement: Statement, base: Type | undefined, context: TypeContext): Type {
  const name = argumentOf(statement).replace(/^.*:/, '');
  const head = { name, typedef: base?.typedef };
  const kind = base?.base ?? name;
  switch (kind) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'uint64':
      return { ...head, base: kind, ranges: integerRanges(statement, base, kind) };
    case 'decimal64':
      return decimal64(statement, base, head);
    case 'string':
      return {
        ...head,
        base: 'string',
        lengths: lengths(statement, base?.base === 'string' ? base.lengths : []),
        patterns: patterns(statement, base?.base === 'string' ? base : undefined),
      };
    case 'binary':
      return { ...head, base: 'binary', lengths: lengths(statement, base?.base === 'binary' ? base.lengths : []) };
    case 'boolean':
    case 'empty':
      return { ...head, base: kind };
    case 'enumeration': {
      const known = base?.base === 'enumeration' ? base.enums : undefined;
      const enums = childrenOf(statement, 'enum');
      return {
        ...head,
        base: 'enumeration',
        enums: known && enums.length === 0 ? known : compileEnums(enums, known, context.on),
      };
    }
    case 'bits': {
      const known = base?.base === 'bits' ? base.bits : undefined;
      const bits = childrenOf(statement, 'bit');
      return { ...head, base: 'bits', bits: known && bits.length === 0 ? known : compileBits(bits, known, context.on) };
    }
    case 'identityref': {
      if (base?.base === 'identityref') return { ...base, ...head };
      const bases = childrenOf(statement, 'base').map((b) =>
        context.identities.find(argumentOf(b), context.scope, b.location),
      );
      return { ...head, base: 'identityref', bases, identities: context.identities.allowed(bases) };
    }
    case 'instance-identifier':
      return { ...head, base: 'instance-identifier', requireInstance: requireInstance(statement, base) };
    case 'leafref':
      return leafref(statement, base, head, context);
    case 'union':
      return { ...head, base: 'union', members: base?.base === 'union' ? base.members : context.members };
    default:
      throw new Fault(statement.location, `type '${statement.argument}' is not defined`);
  }
}

type Head = Pick<Type, 'name' | 'typedef'>;

function integerRanges(
  statement: Statement,
  base: Type | undefined,
  kind: IntegerBase,
): readonly IntervalRestriction[] {
  const known = base && 'ranges' in base ? base.ranges : [];
  return restrict(child(statement, 'range'), known, INTEGER_BOUNDS[kind], readInteger);
}

function decimal64(statement: Statement, base: Type | undefined, head: Head): Type {
  const known = base?.base === 'decimal64' ? base : undefined;
  const fractionDigits = known?.fractionDigits ?? Number(childArgument(statement, 'fraction-digits'));
  const read = (text: string): bigint | undefined => readDecimal(text, fractionDigits);
  return {
    ...head,
    base: 'decimal64',
    fractionDigits,
    ranges: restrict(child(statement, 'range'), known?.ranges ?? [], DECIMAL64_BOUNDS, read, (b) =>
      formatDecimal(b, fractionDigits),
    ),
  };
}

function lengths(statement: Statement, known: readonly IntervalRestriction[]): readonly IntervalRestriction[] {
  return restrict(child(statement, 'length'), known, LENGTH_BOUNDS, readInteger);
}

/** Adds a restriction; the most derived comes first. */
function restrict(
  statement: Statement | undefined,
  known: readonly IntervalRestriction[],
  bounds: Interval,
  read: (text: string) => bigint | undefined,
  format?: (bound: bigint) => string,
): readonly IntervalRestriction[] {
  return statement ? [compileIntervals(statement, known[0]?.intervals ?? [bounds], read, format), ...known] : known;
}

function patterns(statement: Statement, base: StringType | undefined): readonly Pattern[] {
  const known = base?.patterns ?? [];
  const own = childrenOf(statement, 'pattern');
  return own.length === 0 ? known : [...own.map(patternOf), ...known];
}

/** Patterns by statement: schemas compiled from the same statements share them and their prepared matchers. */
const PATTERNS = new WeakMap<Statement, Pattern>();

function patternOf(statement: Statement): Pattern {
  const known = PATTERNS.get(statement);
  if (known) return known;
  try {
    const pattern = compilePattern(argumentOf(statement), {
      invert: childArgument(statement, 'modifier') === 'invert-match',
      errorMessage: childArgument(statement, 'error-message'),
      errorAppTag: childArgument(statement, 'error-app-tag'),
    });
    PATTERNS.set(statement, pattern);
    return pattern;
  } catch (error) {
    throw new Fault(
      statement.location,
      `pattern '${statement.argument}' is not a regular expression of XML Schema: ${messageOf(error)}`,
    );
  }
}

function requireInstance(statement: Statement, base: Type | undefined): boolean {
  const own = childArgument(statement, 'require-instance');
  if (own !== undefined) return own === 'true';
  return base && 'requireInstance' in base ? base.requireInstance : true;
}

/** Compiles a leafref. Its target is found when the whole tree exists; until then the target is a plain string. */
function leafref(statement: Statement, base: Type | undefined, head: Head, { scope, module }: TypeContext): Type {
  const restricted = requireInstance(statement, base);
  if (base?.base === 'leafref') return { ...base, ...head, requireInstance: restricted };
  const path = child(statement, 'path');
  const pathText = path?.argument ?? '';
  const refuse = (reason: string): never => fail((path ?? statement).location, `leafref path '${pathText}': ${reason}`);
  const xpath = parsePath(pathText, scope, module, refuse);
  const fault = pathSyntaxFault(xpath.expr);
  if (fault) refuse(fault);
  return { ...head, base: 'leafref', pathText, path: xpath, requireInstance: restricted, target: UNRESOLVED };
}

function parsePath(text: string, scope: Scope, module: SourceModule, refuse: (reason: string) => never): XPath {
  try {
    return parseXPath(text, { module: module.name, prefixes: prefixNames(scope.unit) });
  } catch (error) {
    return refuse(messageOf(error));
  }
}

const UNRESOLVED: Type = { name: 'string', base: 'string', lengths: [], patterns: [] };
