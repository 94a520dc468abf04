/** Values of JSON as values of the expression language, and back. */
import { Optional } from '@marcbachmann/cel-js';
import { ExpressionError } from './error.js';

/** Values that were turned before: outputs of steps never change, and many expressions read the same one. */
const turned = new WeakMap<object, unknown>();

/** Returns the value for expressions: whole numbers are `int`, others `double`. */
export function fromJson(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const before = turned.get(value);
  if (before !== undefined) return before;
  const made: unknown = Array.isArray(value) ? value.map(fromJson) : fromObject(value);
  turned.set(value, made);
  return made;
}

/**
 * Goes from member to member by itself, so that a clock can stop it. The language tells the type of an object by its constructor: one
 * with a member of this name becomes a Map.
 */
function fromObject(value: object): unknown {
  if (Object.hasOwn(value, 'constructor')) {
    const map = new Map<string, unknown>();
    for (const [name, member] of entriesOf(value)) map.set(name, fromJson(member));
    return map;
  }
  const made: Record<string, unknown> = {};
  for (const [name, member] of entriesOf(value)) setOwn(made, name, fromJson(member));
  return made;
}

function* entriesOf(value: object): Iterable<readonly [string, unknown]> {
  for (const name of Object.keys(value)) yield [name, Reflect.get(value, name)];
}

/** Sets a member whose name may be one of the prototype, as `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

/** Characters of the JSON text of a value, at most. */
export const LONGEST_VALUE = 8 * 1024 * 1024;

/**
 * Returns the JSON value of what an expression gave: timestamps as date-and-time, durations as seconds with `s`, bytes in base64.
 *
 * @throws ExpressionError `too-big` for a value of more than 8 MiB, `evaluation` for one that JSON does not have
 */
export function toJson(value: unknown): unknown {
  const room = { left: LONGEST_VALUE };
  return jsonOf(value, room);
}

function jsonOf(value: unknown, room: { left: number }): unknown {
  take(room, 8);
  switch (typeof value) {
    case 'bigint':
      if (!Number.isSafeInteger(Number(value)))
        throw new ExpressionError('evaluation', `${value} is too large for a JSON number; use string(${value})`);
      return Number(value);
    case 'number':
      if (!Number.isFinite(value)) throw new ExpressionError('evaluation', `${value} is no JSON number`);
      return value;
    case 'string':
      take(room, value.length);
      return value;
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : jsonOfObject(value, room);
    default:
      throw new ExpressionError('evaluation', `a ${typeof value} has no JSON value`);
  }
}

function jsonOfObject(value: object, room: { left: number }): unknown {
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, room));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    take(room, value.length * 2);
    return Buffer.from(value).toString('base64');
  }
  if (value instanceof Optional) return value.hasValue() ? jsonOf(value.value(), room) : null;
  if (isPlain(value)) {
    const made: Record<string, unknown> = {};
    for (const [name, member] of value instanceof Map ? value : entriesOf(value)) {
      take(room, String(name).length);
      setOwn(made, String(name), jsonOf(member, room));
    }
    return made;
  }
  return jsonOfNumberLike(value);
}

/** Durations and unsigned integers, whose classes the library does not name. */
function jsonOfNumberLike(value: object): unknown {
  if ('seconds' in value && 'nanos' in value) {
    const whole = Number(value.seconds) + Number(value.nanos) / 1e9;
    return `${whole}s`;
  }
  const number = Number(value.valueOf());
  if (Number.isSafeInteger(number)) return number;
  throw new ExpressionError('evaluation', 'the value of the expression has no JSON value');
}

function isPlain(value: object): boolean {
  if (value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function take(room: { left: number }, characters: number): void {
  room.left -= characters;
  if (room.left < 0)
    throw new ExpressionError(
      'too-big',
      `the value has more than ${LONGEST_VALUE / 1024 ** 2} MiB; keep it as a data parameter`,
    );
}
