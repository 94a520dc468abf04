/**
 * Schemas to bytes and back. The structured clone of v8 keeps the cycles, Maps, Sets and big integers of a schema. It cannot
 * hold functions, so these are left out and made again: tests of patterns, derivation of identities, lookup of namespaces.
 */
import { deserialize, serialize } from 'node:v8';
import { compilePattern } from './pattern.js';
import type { Identity, Schema } from './schema.js';
import type { Pattern } from './types.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The content of the bytes. Patterns and identities are listed beside their graph, so that their functions can be restored. */
interface Frozen {
  readonly schema: Omit<Schema, 'moduleByNamespace'>;
  readonly patterns: readonly Mutable<Pattern>[];
  readonly identities: readonly Mutable<Identity>[];
}

/** @throws Error when the schema holds an unknown function or is nested too deep for the stack */
export function freeze(schema: Schema): Uint8Array {
  const copier = new Copier();
  const { moduleByNamespace: _, ...rest } = schema;
  const frozen = { schema: copier.copy(rest), patterns: copier.patterns, identities: copier.identities };
  return serialize(frozen);
}

/** Returns the schema of bytes made by `freeze`. Check the bytes before: others give any result. */
export function thaw(bytes: Uint8Array): Schema {
  const { schema, patterns, identities }: Frozen = deserialize(bytes);
  for (const pattern of patterns) pattern.test = testOf(pattern);
  for (const identity of identities) identity.derivedFrom = derivationOf(identity);
  const byNamespace = new Map([...schema.modules.values()].map((module) => [module.namespace, module]));
  return { ...schema, moduleByNamespace: (namespace) => byNamespace.get(namespace) };
}

/** Compiles the pattern at its first use: most patterns of a schema never meet a value. */
function testOf(pattern: Pattern): Pattern['test'] {
  let compiled: Pattern | undefined;
  return (value) => {
    compiled ??= compilePattern(pattern.text);
    return compiled.test(value);
  };
}

function derivationOf(identity: Identity): Identity['derivedFrom'] {
  let ancestors: Set<Identity> | undefined;
  return (base) => {
    if (!ancestors) {
      ancestors = new Set(identity.bases);
      for (const each of ancestors) for (const above of each.bases) ancestors.add(above);
    }
    return ancestors.has(base);
  };
}

/**
 * Copies a graph without its functions; each object once. All empty arrays and Maps, of which there are thousands, share one
 * object each.
 */
class Copier {
  readonly patterns: unknown[] = [];
  readonly identities: unknown[] = [];
  readonly #copies = new Map<object, unknown>();
  readonly #noItems: unknown[] = [];
  readonly #noEntries = new Map<unknown, unknown>();

  copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#copies.get(value);
    return known ?? this.#new(value);
  }

  #new(value: object): unknown {
    if (Array.isArray(value)) return value.length === 0 ? this.#noItems : this.#array(value);
    if (value instanceof Map) return value.size === 0 ? this.#noEntries : this.#map(value);
    if (value instanceof Set) return this.#keep(value, new Set(value));
    return this.#object(value);
  }

  #array(value: readonly unknown[]): unknown[] {
    const copy: unknown[] = this.#keep(value, []);
    for (const item of value) copy.push(this.copy(item));
    return copy;
  }

  #map(value: ReadonlyMap<unknown, unknown>): Map<unknown, unknown> {
    const copy: Map<unknown, unknown> = this.#keep(value, new Map());
    for (const [key, item] of value) copy.set(key, this.copy(item));
    return copy;
  }

  #object(value: object): object {
    const copy: Record<string, unknown> = this.#keep(value, {});
    if (isIdentity(value)) this.identities.push(copy);
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'function') this.#leaveOut(key, copy);
      else if (item !== undefined) copy[key] = this.copy(item);
    }
    return copy;
  }

  #leaveOut(key: string, copy: object): void {
    if (key === 'test') this.patterns.push(copy);
    else if (key !== 'derivedFrom')
      throw new Error(`the schema holds a function '${key}' that cannot be kept in a cache`);
  }

  #keep<T extends object>(value: object, copy: T): T {
    this.#copies.set(value, copy);
    return copy;
  }
}

function isIdentity(value: object): value is Identity {
  return 'derivedFrom' in value && 'bases' in value;
}
