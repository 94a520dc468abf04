/** Converts the members of a source by tables: each knows its names, and refuses others. */
import { isObject } from '../../data/index.js';
import { didYouMean } from '../../yang/index.js';
import { collect } from './collect.js';
import type { Place } from './place.js';

/** Converts one member to its form in the model. @throws WorkflowError */
export type Convert = (value: unknown, place: Place) => unknown;

export type Table = Readonly<Record<string, Convert>>;

export type Members = Readonly<Record<string, unknown>>;

/** Keeps a value as it is: the model judges it. */
export const same: Convert = (value) => value;

/** Returns the members of an object. @throws WorkflowError for another value */
export function membersAt(value: unknown, place: Place, wanted: string): Members {
  return isObject(value) ? value : place.fail(`expected ${wanted}, not ${said(value)}`);
}

/**
 * Converts an object.
 * @param noun what has these members: `a node`
 * @throws WorkflowError for a member that the table does not have
 */
export function convertAll(value: unknown, place: Place, noun: string, table: Table): Members {
  const given = Object.entries(membersAt(value, place, 'an object')).filter(([, member]) => member !== undefined);
  const made = collect(given, ([name, member]) => {
    const convert = Object.hasOwn(table, name) ? table[name] : undefined;
    if (convert) return [name, convert(member, place.at(name))] as const;
    const names = Object.keys(table);
    return place.at(name).fail(`${noun} has no such member${didYouMean(name, names)}; it has ${names.join(', ')}`);
  });
  return Object.fromEntries(made);
}

/** Returns a converter for an object of a table. @param short the member that a value other than an object stands for */
export function objectOf(noun: string, table: Table, short?: string): Convert {
  return (value, place) => {
    const convert = short === undefined || isObject(value) ? undefined : table[short];
    return short === undefined || convert === undefined
      ? convertAll(value, place, noun, table)
      : { [short]: convert(value, place) };
  };
}

/** Returns one value as a list of it. */
export const listOf: Convert = (value) => (Array.isArray(value) ? value : [value]);

/** Returns a list whose entries have names from an object by name, or from a list. @param short see `objectOf` */
export function namedList(noun: string, table: Table, short?: string): Convert {
  const entry = objectOf(noun, table, short);
  return (value, place) => {
    if (Array.isArray(value))
      return value.map((each, index) => convertAll(each, place.at(index), noun, { name: same, ...table }));
    return Object.entries(membersAt(value, place, 'an object by name')).map(([name, each]) => ({
      name,
      ...membersAt(entry(each, place.at(name)), place, 'an object'),
    }));
  };
}

const LONGEST = 60;

/** Returns a value as text for a message. */
export function said(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return `an object with ${Object.keys(value).join(', ') || 'no members'}`.slice(0, LONGEST);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
