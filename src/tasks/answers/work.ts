/** Computes how much work the check of a value by a JSON Schema takes, without the value. */
import { isObject, messageOf } from '../../data/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import { type AnswerPattern, answerPattern } from './pattern.js';

/**
Counts the parts of a schema, with every reference followed, and the steps of its patterns for one character. The check of
 * a value of n characters takes at most n times this number.
 *
 * @throws TypeError for a reference that leaves the schema, leads nowhere or comes back to itself, and for a pattern that is
 * not matched in linear time
 */
export function workOf(schema: Members): number {
  const known = new Map<object, number>();
  const open = new Set<object>();
  const work = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    if (open.has(node)) throw new TypeError('a reference ("$ref") comes back to where it stands');
    open.add(node);
    let sum = 1;
    for (const [name, value] of Object.entries(node)) sum += memberWork(name, value) + work(value);
    open.delete(node);
    known.set(node, sum);
    return sum;
  };
  const memberWork = (name: string, value: unknown): number => {
    if (name === '$ref' && typeof value === 'string') return work(referred(schema, value));
    if (name === '$dynamicRef' || (name === '$id' && typeof value === 'string'))
      throw new TypeError(`"${name}" is not known here; refer within the schema, as in "#/$defs/port"`);
    if (name === 'pattern' && typeof value === 'string') return patternOf(value).size;
    if (name === 'patternProperties' && isObject(value))
      return Object.keys(value).reduce((sum, each) => sum + patternOf(each).size, 0);
    return 0;
  };
  return work(schema);
}

/** Compiles a pattern. @throws TypeError as `answerPattern`, with the pattern in the message */
export function patternOf(text: string): AnswerPattern {
  try {
    return answerPattern(text);
  } catch (error) {
    const why = messageOf(error);
    throw new TypeError(`the pattern "${text}" cannot be checked in bounded time: ${why}`);
  }
}

/** Returns the target of a JSON pointer in a fragment (RFC 6901 §6). */
function referred(schema: Members, reference: string): unknown {
  if (!/^#(?:\/|$)/.test(reference))
    throw new TypeError(`the reference "${reference}" leaves the schema; refer within it, as in "#/$defs/port"`);
  let node: unknown = schema;
  for (const part of reference.split('/').slice(1)) {
    const name = decoded(part);
    node = typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
  }
  if (node === undefined) throw new TypeError(`the reference "${reference}" leads nowhere`);
  return node;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    throw new TypeError(`the reference with "${part}" is no URI fragment`);
  }
}
