/** Converts one leaf value to its view and back. */
import { parseJsonValue, ValueFault } from '../../data/index.js';
import type { Schema, Type } from '../../yang/index.js';

export interface LeafPlace {
  readonly schema: Schema;
  /** Module of the leaf; its identities may omit the module. */
  readonly module: string;
}

export function leafToView(type: Type, value: unknown, place: LeafPlace): unknown {
  switch (type.base) {
    case 'int64':
    case 'uint64':
      return typeof value === 'string' ? BigInt(value) : value;
    case 'bits':
      return typeof value === 'string' ? new Set(value.split(' ').filter(Boolean)) : value;
    case 'binary':
      return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
    case 'empty':
      return true;
    case 'leafref':
      return leafToView(type.target, value, place);
    case 'union': {
      const member = type.members.find((each) => accepts(each, value, place));
      return member ? leafToView(member, value, place) : value;
    }
    default:
      return value;
  }
}

/** True when the type accepts the value. As in decoding, the first accepting member of a union applies (RFC 7950 §9.12). */
function accepts(type: Type, value: unknown, place: LeafPlace): boolean {
  return !(parseJsonValue(type, value, place) instanceof ValueFault);
}

/** Converts a view back. Only `true` needs the type: it is the view of both empty and boolean. */
export function leafFromView(type: Type, view: unknown): unknown {
  if (typeof view === 'bigint') return view.toString();
  if (view instanceof Set) return bitNames(type, view).join(' ');
  if (view instanceof Uint8Array) return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
  return view === true && !holds(type, 'boolean') && holds(type, 'empty') ? [null] : view;
}

/** Returns the names in the order of their positions, the canonical one (RFC 7950 §9.7.2). */
function bitNames(type: Type, names: ReadonlySet<unknown>): unknown[] {
  const order = typesIn(type).flatMap((each) => (each.base === 'bits' ? [...each.bits.keys()] : []));
  const given: unknown[] = [...names];
  return given.sort((a, b) => order.indexOf(String(a)) - order.indexOf(String(b)));
}

function holds(type: Type, base: Type['base']): boolean {
  return typesIn(type).some((each) => each.base === base);
}

function typesIn(type: Type): readonly Type[] {
  if (type.base === 'leafref') return typesIn(type.target);
  return type.base === 'union' ? type.members.flatMap(typesIn) : [type];
}
