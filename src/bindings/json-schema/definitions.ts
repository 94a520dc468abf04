/** Schemas that are written once and referenced: named types, and containers and entries that several paths show. */
import type { JsonSchema } from './schema.js';

export class Definitions {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #texts = new Map<string, string>();

  /** @param base path of the definitions in the document: `#/$defs/`, or `#/components/schemas/` in OpenAPI */
  constructor(
    private readonly base: string,
    private readonly nodes: 'with nodes' | 'types only' = 'types only',
  ) {}

  /** Returns the object schema of a container or list entry; the first call makes it with `make`. */
  node(name: string, make: () => JsonSchema): JsonSchema {
    if (this.nodes === 'types only') return make();
    const known = this.#schemas.get(name);
    if (!known) {
      // The name is added before the schema below is made, so that a parent comes before its parts.
      this.#schemas.set(name, {});
      this.#schemas.set(name, make());
    }
    return { $ref: `${this.base}${name}` };
  }

  /** Returns a reference to the schema under that name; the schema itself when the name already has another one. */
  refer(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#texts.get(name) ?? text;
    if (known !== text) return schema;
    this.#texts.set(name, text);
    this.#schemas.set(name, schema);
    return { $ref: `${this.base}${name}` };
  }

  /** Returns all schemas by name, in alphabetical order. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
