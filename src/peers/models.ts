/** The models for XML encoding and decoding: those of this package, and further ones fetched from a node. */
import type { NetconfClient } from '../clients/index.js';
import { RpcError } from '../data/index.js';
import {
  combineSources,
  compile,
  directories,
  modelDirectories,
  parseModule,
  type Schema,
  type Source,
  sourceTexts,
  YangErrors,
} from '../yang/index.js';

const OURS = [
  'irtf-agent',
  'yangent-access',
  'yangent-agents',
  'yangent-contexts',
  'yangent-devices',
  'yangent-identity',
  'yangent-loops',
  'yangent-peers',
  'yangent-sessions',
  'yangent-workflows',
  'yangent-tasks',
];

const shippedSources = directories(modelDirectories);
let shippedSchema: Schema | undefined;

/** Maximum number of texts fetched for one module and its imports, so that a node cannot cause endless requests. */
const MOST_TEXTS = 200;

export class PeerModels {
  readonly #fetched = new Map<string, Promise<Schema>>();
  /** Modules by namespace, for the paths of errors. */
  readonly #modules = new Map<string, string>();

  /** Returns the schema of this package's models. */
  shipped(): Schema {
    shippedSchema ??= compile({ sources: shippedSources, implement: OURS });
    return shippedSchema;
  }

  /**
   * Returns a schema with the module of an operation (`module:name`).
   *
   * @throws RpcError when the node does not give its text, or it does not compile
   */
  async schemaFor(operation: string, client: NetconfClient): Promise<Schema> {
    const module = operation.slice(0, Math.max(0, operation.indexOf(':')));
    if (OURS.includes(module)) return this.shipped();
    let schema = this.#fetched.get(module);
    if (!schema) {
      schema = this.#fetch(module, client);
      this.#fetched.set(module, schema);
      // A failure, such as a lost connection, must not stay in the cache.
      schema.catch(() => this.#fetched.delete(module));
    }
    return schema;
  }

  moduleOf(namespace: string): string | undefined {
    return shippedSchema?.moduleByNamespace(namespace)?.name ?? this.#modules.get(namespace);
  }

  async #fetch(module: string, client: NetconfClient): Promise<Schema> {
    try {
      const schema = compile({
        sources: combineSources(shippedSources, sourceTexts(await closure(module, client))),
        implement: [module],
      });
      for (const { name, namespace } of schema.modules.values()) this.#modules.set(namespace, name);
      return schema;
    } catch (error) {
      if (!(error instanceof YangErrors)) throw error;
      const message = `the model ${module} of the node cannot be used: ${error.message}`;
      throw new RpcError({ type: 'application', tag: 'operation-failed', message }, [], { cause: error });
    }
  }
}

/** Fetches the texts of a module and of its imports that this package does not have (RFC 6022 get-schema). */
async function closure(module: string, client: NetconfClient): Promise<readonly Source[]> {
  const sources = new Map<string, Source>();
  const wanted = [module];
  for (let name = wanted.shift(); name !== undefined && sources.size < MOST_TEXTS; name = wanted.shift()) {
    if (sources.has(name) || shippedSources.find(name)) continue;
    const source = { file: `${name}.yang`, text: await client.getSchema({ identifier: name }) };
    sources.set(name, source);
    wanted.push(...neededBy(source));
  }
  return [...sources.values()];
}

const REFERENCES = new Set(['import', 'include']);

function neededBy({ text, file }: Source): readonly string[] {
  return parseModule(text, file)
    .statements.filter(({ keyword }) => REFERENCES.has(keyword))
    .flatMap(({ argument }) => argument ?? []);
}
