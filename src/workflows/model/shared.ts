/** The part of an output that an edge shares. */
import { isObject } from '../../data/index.js';
import { pointerParts } from './pointer.js';

/** Members of an object that are shared, each with those within it; `all`: the whole value. */
type Wanted = Map<string, Wanted | 'all'>;

/** Returns an object of what is at the JSON pointers in a value, in time that grows with their number. Without pointers: the value. */
export function sharedPart(share: readonly string[] | undefined, value: unknown): unknown {
  return share ? copyOf(wantedBy(share), value) : value;
}

function wantedBy(pointers: readonly string[]): Wanted {
  const wanted: Wanted = new Map();
  for (const pointer of pointers) add(wanted, pointerParts(pointer));
  return wanted;
}

function add(wanted: Wanted, way: readonly string[]): void {
  let at = wanted;
  for (const [depth, name] of way.entries()) {
    const inner = at.get(name);
    if (inner === 'all') return;
    const isLast = depth === way.length - 1;
    const next: Wanted = inner ?? new Map();
    at.set(name, isLast ? 'all' : next);
    at = next;
  }
}

function copyOf(wanted: Wanted, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = Object.create(null);
  if (!isObject(value)) return copy;
  for (const [name, inner] of wanted)
    if (Object.hasOwn(value, name)) copy[name] = inner === 'all' ? value[name] : copyOf(inner, value[name]);
  return copy;
}
