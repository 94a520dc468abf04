/** The YANG texts of a device's modules: those shipped with yangent, the rest from the device itself (RFC 6022 get-schema). */
import type { Logger } from 'pino';
import {
  directories,
  modelDirectories,
  type NetconfClient,
  namespaces,
  parseModule,
  RpcError,
  type Source,
  type Statement,
  YangErrors,
} from '../../src/index.js';
import type { DeviceModules } from './device-modules.js';

/** More than any device needs for one request; a device must not keep us fetching for ever. */
const MOST_TEXTS = 500;

const shipped = directories(modelDirectories);

export class ModuleTexts {
  readonly #found = new Map<string, Promise<Source | undefined>>();

  constructor(
    private readonly client: NetconfClient,
    private readonly modules: DeviceModules,
    private readonly log: Logger,
  ) {}

  /** The texts of these modules and of all that they import and include, as far as they can be had. */
  async closure(names: readonly string[]): Promise<readonly Source[]> {
    const sources = new Map<string, Source>();
    const wanted: Reference[] = names.map((name) => ({ name }));
    const seen = new Set<string>();
    for (let next = wanted.shift(); next && sources.size < MOST_TEXTS; next = wanted.shift()) {
      const key = `${next.name}@${next.revision ?? ''}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const source = await this.text(next);
      if (!source) continue;
      sources.set(source.file, source);
      wanted.push(...references(source));
    }
    return [...sources.values()];
  }

  private async text({ name, revision }: Reference): Promise<Source | undefined> {
    const exact = revision ?? (await this.modules.named(name))?.revision;
    const key = `${name}@${exact ?? ''}`;
    let found = this.#found.get(key);
    if (!found) {
      found = this.find(name, exact);
      this.#found.set(key, found);
    }
    return found;
  }

  /** Another revision than the device's is better than none. */
  private async find(name: string, revision: string | undefined): Promise<Source | undefined> {
    return shipped.find(name, revision) ?? (await this.fetch(name, revision)) ?? shipped.find(name);
  }

  private async fetch(name: string, revision: string | undefined): Promise<Source | undefined> {
    if (!(await this.modules.ofNamespace(namespaces.NETCONF_MONITORING))) return undefined;
    try {
      const text = await this.client.getSchema({ identifier: name, version: revision });
      return { file: `${name}${revision === undefined ? '' : `@${revision}`}.yang`, text };
    } catch (error) {
      if (!(error instanceof RpcError) || error.type === 'transport') throw error;
      this.log.debug(
        { module: name, revision, reason: error.message },
        'the device does not give the text of its module',
      );
      return undefined;
    }
  }
}

interface Reference {
  readonly name: string;
  readonly revision?: string;
}

const REFERENCES = new Set(['import', 'include']);

/** What a text imports and includes; nothing of one that cannot be read, which compiling will tell. */
function references({ text, file }: Source): Reference[] {
  try {
    return parseModule(text, file)
      .statements.filter(({ keyword }) => REFERENCES.has(keyword))
      .flatMap(reference);
  } catch (error) {
    if (error instanceof YangErrors) return [];
    throw error;
  }
}

function reference({ argument, statements }: Statement): Reference[] {
  const revision = statements.find(({ keyword }) => keyword === 'revision-date')?.argument;
  return argument === undefined ? [] : [{ name: argument, revision }];
}
