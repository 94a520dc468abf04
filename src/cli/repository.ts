/** The module search of a command, with suggestions for names that are not found. */
import { readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { modelDirectories, UsageError } from '../node/index.js';
import { combineSources, didYouMean, directories, type Source, type SourceSet, YangErrors } from '../yang/index.js';

/** Modules that were not found, by the message of the compiler. */
type Missing = Map<string, { readonly name: string; readonly revision: string | undefined }>;

export class Repository implements SourceSet {
  readonly #sources: SourceSet;
  readonly #searched: readonly string[];
  readonly #missing: Missing = new Map();

  /**
   * @param folders of the user, searched before the shipped models
   * @param given texts by module name, for lookups without a revision
   * @throws UsageError naming an unreadable folder
   */
  constructor(
    folders: readonly string[],
    private readonly given: ReadonlyMap<string, Source> = new Map(),
  ) {
    for (const folder of folders) checkFolder(folder);
    this.#searched = [...folders, ...modelDirectories];
    const named: SourceSet = { find: (name, revision) => (revision === undefined ? given.get(name) : undefined) };
    this.#sources = combineSources(named, directories(this.#searched));
  }

  find(name: string, revision?: string): Source | undefined {
    const source = this.#sources.find(name, revision);
    if (!source) this.#missing.set(revision ? `'${name}' of revision ${revision}` : `'${name}'`, { name, revision });
    return source;
  }

  /** Returns the names of the available modules and submodules, from their file names. */
  names(): readonly string[] {
    const files = this.#searched.flatMap((folder) => readdirSync(folder)).filter((file) => MODULE_FILE.test(file));
    return [...new Set([...this.given.keys(), ...files.map((file) => basename(file).replace(MODULE_FILE, ''))])];
  }

  /** Runs a compilation; adds the available modules to errors about modules that were not found. */
  explaining<T>(compilation: () => T): T {
    try {
      return compilation();
    } catch (error) {
      if (!(error instanceof YangErrors)) throw error;
      throw new YangErrors(error.errors.map((each) => ({ ...each, message: each.message + this.#hint(each.message) })));
    }
  }

  #hint(message: string): string {
    const wanted = this.#missing.get(/^\w+ (.*) was not found$/.exec(message)?.[1] ?? '');
    if (!wanted) return '';
    const other = wanted.revision === undefined ? undefined : this.#sources.find(wanted.name);
    if (!other) return didYouMean(wanted.name, this.names());
    const revision = other.statement?.statements.find(({ keyword }) => keyword === 'revision')?.argument;
    return ` (${other.file} is of ${revision ?? 'no revision'})`;
  }
}

const MODULE_FILE = /(?:@[0-9-]+)?\.(?:yang|yin)$/;

function checkFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`cannot search ${folder} for modules: there is no such directory`);
  if (!found.isDirectory()) throw new UsageError(`cannot search ${folder} for modules: it is a file`);
}
