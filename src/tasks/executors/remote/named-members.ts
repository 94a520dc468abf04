/** Leaves of the input of a task what the skill has use for: the members that its schema names. */
import { isObject } from '../../../data/index.js';
import type { Members } from '../../../data/rfc7951/members.js';

/** Maximum depth of an input that is looked at, and number of schemas that one schema may be made of. */
const DEEPEST = 32;
const MOST = 1_000;

/** Members of a schema with schemas for the same value. */
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const SINGLE = ['if', 'then', 'else'];

/**
 * Returns the input without the members that the schema does not name, itself or by a reference or combination. Where it cannot be
 * told what it names, nothing is left.
 *
 * @param text JSON Schema of the skill's input; where it is none, or names no members, the input stays whole
 */
export function namedMembers(text: string | undefined, input: unknown): unknown {
  const schema = text === undefined ? undefined : parsed(text);
  return schema === undefined ? input : new Naming(schema).left([schema], input, DEEPEST);
}

/** The schemas for one value. */
interface Parts {
  readonly schemas: readonly Members[];
  /** False when a reference leads elsewhere, or there are too many. */
  readonly isWhole: boolean;
}

class Naming {
  constructor(private readonly root: unknown) {}

  /** @param schemas those for the value; what one of them names is left */
  left(schemas: readonly unknown[], value: unknown, depth: number): unknown {
    if (Array.isArray(value)) return this.#items(this.#parts(schemas), value, depth);
    return isObject(value) ? this.#members(this.#parts(schemas), value, depth) : value;
  }

  #items({ schemas, isWhole }: Parts, value: readonly unknown[], depth: number): readonly unknown[] {
    const all = schemas.flatMap(({ items }) => (isObject(items) ? [items] : []));
    const first = schemas.flatMap(({ prefixItems }) => (Array.isArray(prefixItems) ? [prefixItems] : []));
    if (all.length === 0 && first.length === 0) return isWhole ? value : [];
    if (depth === 0) return [];
    return value.map((each, at) => {
      const own = first.flatMap((schema: readonly unknown[]) => (at < schema.length ? [schema[at]] : []));
      return this.left(own.length > 0 ? own : all, each, depth - 1);
    });
  }

  #members({ schemas, isWhole }: Parts, value: object, depth: number): object {
    const named = schemas.flatMap(({ properties }): readonly Members[] =>
      isObject(properties) ? [{ ...properties }] : [],
    );
    if (named.length === 0) return isWhole ? value : {};
    if (depth === 0) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) => {
        const own = named.flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name]] : []));
        return own.length === 0 ? [] : [[name, this.left(own, each, depth - 1)]];
      }),
    );
  }

  /** Returns the schemas with those to which they refer, and of which they are combined. */
  #parts(schemas: readonly unknown[]): Parts {
    const found = new Set<unknown>();
    const waiting = [...schemas];
    let isWhole = true;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!isObject(next) || found.has(next)) continue;
      found.add(next);
      if (found.size > MOST) return { schemas: [], isWhole: false };
      const schema: Members = { ...next };
      if (schema.$ref !== undefined) {
        const target = this.#at(schema.$ref);
        if (target === undefined) isWhole = false;
        else waiting.push(target);
      }
      if (schema.$dynamicRef !== undefined) isWhole = false;
      for (const name of LISTS) if (Array.isArray(schema[name])) waiting.push(...schema[name]);
      for (const name of SINGLE) if (schema[name] !== undefined) waiting.push(schema[name]);
    }
    return { schemas: [...found].flatMap((each) => (isObject(each) ? [{ ...each }] : [])), isWhole };
  }

  /** Returns the schema at a reference within the document (RFC 6901); undefined for others. */
  #at(reference: unknown): unknown {
    if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
    let at = this.root;
    for (const step of reference.split('/').slice(1)) {
      const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(at)) at = at[Number(name)];
      else if (isObject(at) && Object.hasOwn(at, name)) at = Object.entries(at).find(([each]) => each === name)?.[1];
      else return undefined;
    }
    return at;
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
