/** What is written once and referred to: types with a name, and where several paths show one node, containers and entries. */
import type { JsonSchema } from './schema.js';

export class Definitions {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #texts = new Map<string, string>();

  /** @param base where the definitions are found in the document: `#/$defs/`, or `#/components/schemas/` in OpenAPI */
  constructor(
    private readonly base: string,
    private readonly nodes: 'with nodes' | 'types only' = 'types only',
  ) {}

  /** The object schema of a container or list entry, which `make` makes the first time. */
  node(name: string, make: () => JsonSchema): JsonSchema {
    if (this.nodes === 'types only') return make();
    const known = this.#schemas.get(name);
    if (!known) {
      // Its place is taken before what is below it is made, so that the whole stands before its parts.
      this.#schemas.set(name, {});
      this.#schemas.set(name, make());
    }
    return { $ref: `${this.base}${name}` };
  }

  /** A reference to the schema under that name; where the name already means another schema, the schema itself. */
  refer(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#texts.get(name) ?? text;
    if (known !== text) return schema;
    this.#texts.set(name, text);
    this.#schemas.set(name, schema);
    return { $ref: `${this.base}${name}` };
  }

  /** By name, in alphabetical order. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
