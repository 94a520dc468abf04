/** Derives the TypeScript type of the input of a skill from its JSON Schema, as far as types can express it. */

/** A schema for values of type `T` that was not written as JSON Schema; `T` is for type inference only. */
export interface TypedSchema<T> {
  readonly type: 'object';
  readonly __value?: T;
}

/** The type of the input. Members with a default are always present: it is filled in before the skill is called. */
export type InputOf<S> = S extends { readonly __value?: infer T }
  ? '__value' extends keyof S
    ? Exclude<T, undefined>
    : FromSchema<S>
  : FromSchema<S>;

type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer O)[] }
      ? FromSchema<O>
      : S extends { readonly oneOf: readonly (infer O)[] }
        ? FromSchema<O>
        : S extends { readonly type: readonly (infer T)[] }
          ? T extends string
            ? FromType<T, S>
            : unknown
          : S extends { readonly type: infer T extends string }
            ? FromType<T, S>
            : unknown;

type FromType<T extends string, S> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? readonly (S extends { readonly items: infer I } ? FromSchema<I> : unknown)[]
          : T extends 'object'
            ? FromObject<S>
            : unknown;

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { readonly [K in keyof P as K extends Present<S, P> ? K : never]: FromSchema<P[K]> } & {
        readonly [K in keyof P as K extends Present<S, P> ? never : K]?: FromSchema<P[K]>;
      }
    >
  : Readonly<Record<string, unknown>>;

/** Names of the members that are always present. */
type Present<S, P> =
  | (S extends { readonly required: readonly (infer R)[] } ? R : never)
  | { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

/** One object type in place of an intersection, as editors show it. */
type Flat<T> = { [K in keyof T]: T[K] };
