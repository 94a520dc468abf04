/** Compiled YANG types (RFC 7950 §9): the built-in base with all restrictions of the typedef chain applied. */
import type { Identity, LeafValue, Status } from './schema.js';
import type { XPath } from './xpath/index.js';

export type IntegerBase = 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64';

/** One interval of a range or length; inclusive. */
export interface Interval {
  readonly min: bigint;
  readonly max: bigint;
}

/** A `range` or `length` statement. `Type.ranges` has the most derived first; all must hold. */
export interface IntervalRestriction {
  readonly intervals: readonly Interval[];
  readonly errorMessage?: string;
  readonly errorAppTag?: string;
}

export interface Pattern {
  /** The XSD regular expression as written. */
  readonly text: string;
  readonly invert: boolean;
  readonly errorMessage?: string;
  readonly errorAppTag?: string;
  /** True when the whole string matches the expression (before `invert`). */
  test(value: string): boolean;
}

export interface EnumValue {
  readonly name: string;
  readonly value: number;
  readonly status: Status;
  readonly description?: string;
}
export interface BitValue {
  readonly name: string;
  readonly position: number;
  readonly status: Status;
  readonly description?: string;
}

interface TypeBase {
  /** The name in the leaf's `type` statement, without prefix: a built-in type or a typedef. */
  readonly name: string;
  /** The outermost typedef, if the leaf used one: `module:name`. */
  readonly typedef?: string;
}

export interface IntegerType extends TypeBase {
  readonly base: IntegerBase;
  readonly ranges: readonly IntervalRestriction[];
}
/** decimal64; ranges are in units of 10^-fractionDigits. */
export interface Decimal64Type extends TypeBase {
  readonly base: 'decimal64';
  readonly fractionDigits: number;
  readonly ranges: readonly IntervalRestriction[];
}
export interface StringType extends TypeBase {
  readonly base: 'string';
  readonly lengths: readonly IntervalRestriction[];
  readonly patterns: readonly Pattern[];
}
export interface BinaryType extends TypeBase {
  readonly base: 'binary';
  readonly lengths: readonly IntervalRestriction[];
}
export interface BooleanType extends TypeBase {
  readonly base: 'boolean';
}
export interface EmptyType extends TypeBase {
  readonly base: 'empty';
}
export interface EnumerationType extends TypeBase {
  readonly base: 'enumeration';
  readonly enums: ReadonlyMap<string, EnumValue>;
}
export interface BitsType extends TypeBase {
  readonly base: 'bits';
  readonly bits: ReadonlyMap<string, BitValue>;
}
export interface IdentityrefType extends TypeBase {
  readonly base: 'identityref';
  readonly bases: readonly Identity[];
  /** Allowed identities by qname. */
  readonly identities: ReadonlyMap<string, Identity>;
}
export interface InstanceIdentifierType extends TypeBase {
  readonly base: 'instance-identifier';
  readonly requireInstance: boolean;
}
export interface LeafrefType extends TypeBase {
  readonly base: 'leafref';
  readonly pathText: string;
  readonly path: XPath;
  readonly requireInstance: boolean;
  /** Type of the target leaf, leafrefs resolved. */
  readonly target: Type;
}
export interface UnionType extends TypeBase {
  readonly base: 'union';
  readonly members: readonly Type[];
}

export type Type =
  | IntegerType
  | Decimal64Type
  | StringType
  | BinaryType
  | BooleanType
  | EmptyType
  | EnumerationType
  | BitsType
  | IdentityrefType
  | InstanceIdentifierType
  | LeafrefType
  | UnionType;

/** Returns the canonical string of a value, as used by XPath's string(), list keys and key predicates. Empty is ''. */
export function canonical(value: LeafValue): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? '' : String(value);
}
