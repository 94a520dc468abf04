/** Schemas of a device, made for the modules that a message uses: compiling all that a device has would take long for little. */
import type { Logger } from 'pino';
import { compile, RpcError, type Schema, type SourceSet, sourceTexts, YangErrors } from '../../src/index.js';
import type { DeviceModules } from './device-modules.js';
import type { ModuleTexts } from './module-texts.js';

export class DeviceSchemas {
  readonly #schemas = new Map<string, Promise<Schema>>();

  constructor(
    private readonly modules: DeviceModules,
    private readonly texts: ModuleTexts,
    private readonly log: Logger,
  ) {}

  /** A schema that implements these modules, those left out for which no text can be had. @throws RpcError */
  of(names: Iterable<string>): Promise<Schema> {
    const sorted = [...new Set(names)].sort();
    const key = sorted.join(' ');
    let schema = this.#schemas.get(key);
    if (!schema) {
      schema = this.make(sorted);
      this.#schemas.set(key, schema);
      // A lost connection must not be remembered as a schema.
      schema.catch(() => this.#schemas.delete(key));
    }
    return schema;
  }

  private async make(names: readonly string[]): Promise<Schema> {
    const sources = sourceTexts(await this.texts.closure(names));
    const wanted = await Promise.all(names.map((name) => this.wanted(name, sources)));
    return this.compile(
      sources,
      wanted.flatMap((each) => each ?? []),
    );
  }

  /** Undefined where no text can be had. */
  private async wanted(name: string, sources: SourceSet): Promise<Wanted | undefined> {
    const revision = (await this.modules.named(name))?.revision;
    const exact = revision === undefined ? undefined : sources.find(name, revision);
    const source = exact ?? sources.find(name);
    return source && { name, revision: exact && revision, file: source.file };
  }

  /** A module with faults, which devices do have, is left out: the others can be read without it. */
  private compile(sources: SourceSet, wanted: readonly Wanted[]): Schema {
    try {
      return compile({ sources, implement: wanted });
    } catch (error) {
      if (!(error instanceof YangErrors)) throw error;
      const faulty = new Set(error.errors.map(({ location }) => location.file));
      const left = wanted.filter(({ file }) => !faulty.has(file));
      if (left.length === wanted.length) {
        const message = `no schema for ${wanted.map(({ name }) => name).join(', ')} can be made: ${error.message}`;
        throw new RpcError({ type: 'application', tag: 'operation-failed', message }, [], { cause: error });
      }
      this.log.warn(
        { modules: [...faulty], errors: error.message },
        'modules of the device have faults and are left out',
      );
      return this.compile(sources, left);
    }
  }
}

interface Wanted {
  readonly name: string;
  readonly revision: string | undefined;
  readonly file: string;
}
