/** The constraints of capabilities (AAP), each with how it is read, met and narrowed. */
import { isObject } from '../../data/index.js';
import type { Asked } from './asked.js';
import { isPathWithin, readLimitPath } from './limit-path.js';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A constraint with its value. */
export interface Constraint {
  readonly value: Json;
  /** True when what is asked meets it. */
  allows(asked: Asked): boolean;
  /** True when this constraint allows all that one with the value `child` allows. */
  covers(child: unknown): boolean;
}

/** Why a constraint is not met, by what the client is told. */
export type Denial = 'capability' | 'domain' | 'rate';

interface Kind {
  /** The name of the constraint in claims of tokens; in the model it is the key in `KINDS`. */
  readonly claim: string;
  readonly denial: Denial;
  /** Returns the constraint with this value; undefined when it has not the right form. */
  readonly read: (value: unknown) => Constraint | undefined;
}

/** Maximum number of values in one constraint. */
const MAX_VALUES = 1_000;

function kind<V extends Json>(
  claim: string,
  read: (value: unknown) => V | undefined,
  allows: (value: V, asked: Asked) => boolean,
  covers: (parent: V, child: V) => boolean,
  denial: Denial = 'capability',
): Kind {
  return {
    claim,
    denial,
    read: (given) => {
      const value = read(given);
      if (value === undefined) return undefined;
      return {
        value,
        allows: (asked) => allows(value, asked),
        covers: (other) => {
          const child = read(other);
          return child !== undefined && covers(value, child);
        },
      };
    },
  };
}

function names(claim: string, of: 'agent' | 'skill' | 'device' | 'domain', denial?: Denial): Kind {
  return kind<readonly string[]>(
    claim,
    readNames,
    (permitted, { about }) => {
      const name = about[of];
      return name !== undefined && permitted.includes(name);
    },
    (parent, child) => child.every((name) => parent.includes(name)),
    denial,
  );
}

function most(claim: string, of: 'priority' | 'depth'): Kind {
  return kind<number>(
    claim,
    readCount,
    (limit, { about }) => {
      const value = about[of];
      return value !== undefined && value <= limit;
    },
    (parent, child) => child <= parent,
  );
}

/** A rate is met here always: `Usage` counts, and takes away the capability whose rate is used up. */
function rate(claim: string): Kind {
  return kind<number>(
    claim,
    readCount,
    () => true,
    (parent, child) => child <= parent,
    'rate',
  );
}

/** Classes of data, the least sensitive first, with their names in AAP. */
const SENSITIVITIES: readonly string[] = ['public', 'internal', 'personal', 'secret'];
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['confidential', 'personal'],
  ['restricted', 'secret'],
]);

const rankOf = (sensitivity: string): number => SENSITIVITIES.indexOf(sensitivity);

export const KINDS = {
  agent: names('agent', 'agent'),
  skill: names('skill', 'skill'),
  device: names('device', 'device'),
  domain: names('domain', 'domain', 'domain'),
  path: kind<readonly string[]>(
    'path',
    readPaths,
    (permitted, { about: { path } }) => path !== undefined && permitted.some((limit) => isPathWithin(path, limit)),
    (parent, child) => child.every((path) => parent.some((limit) => isPathWithin(path, limit))),
  ),
  'max-priority': most('max_priority', 'priority'),
  'max-depth': most('max_depth', 'depth'),
  'max-sensitivity': kind<string>(
    'data_classification_max',
    readSensitivity,
    (limit, { about: { sensitivity } }) =>
      sensitivity !== undefined && rankOf(sensitivity) >= 0 && rankOf(sensitivity) <= rankOf(limit),
    (parent, child) => rankOf(child) <= rankOf(parent),
  ),
  'max-requests-per-minute': rate('max_requests_per_minute'),
  'max-requests-per-hour': rate('max_requests_per_hour'),
  'max-requests-per-day': rate('max_requests_per_day'),
  'time-window': kind<{ readonly start: string; readonly end: string }>(
    'time_window',
    readWindow,
    ({ start, end }, { at }) => Date.parse(start) <= at && at < Date.parse(end),
    (parent, child) =>
      Date.parse(parent.start) <= Date.parse(child.start) && Date.parse(child.end) <= Date.parse(parent.end),
  ),
} satisfies Readonly<Record<string, Kind>>;

export type ConstraintName = keyof typeof KINDS;

export const CONSTRAINT_NAMES: readonly ConstraintName[] = Object.keys(KINDS).filter(isConstraintName);

export function isConstraintName(name: string): name is ConstraintName {
  return Object.hasOwn(KINDS, name);
}

/** Returns the constraint with this name in claims; undefined: it cannot be enforced here. */
export function constraintOfClaim(claim: string): ConstraintName | undefined {
  return CONSTRAINT_NAMES.find((name) => KINDS[name].claim === claim);
}

function readNames(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES) return undefined;
  const texts = value.filter((each) => typeof each === 'string');
  return texts.length === value.length ? texts : undefined;
}

/** Maximum number of paths: each is a rule for the nodes that it concerns. */
const MAX_PATHS = 100;

function readPaths(value: unknown): readonly string[] | undefined {
  const texts = readNames(value);
  if (texts && texts.length > MAX_PATHS) return undefined;
  return texts?.every((text) => readLimitPath(text) !== undefined) ? texts : undefined;
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readSensitivity(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = CLASSES.get(value) ?? value;
  return rankOf(name) >= 0 ? name : undefined;
}

function readWindow(value: unknown): { readonly start: string; readonly end: string } | undefined {
  if (!isObject(value)) return undefined;
  const { start, end }: Record<string, unknown> = { ...value };
  if (typeof start !== 'string' || typeof end !== 'string') return undefined;
  return isTime(start) && isTime(end) ? { start, end } : undefined;
}

/** True for a date and time with its zone (RFC 3339). */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}
