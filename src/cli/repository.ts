/** Where a command looks for modules, and what may have been meant by a name that is not there. */
import { readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { modelDirectories, UsageError } from '../node/index.js';
import { combineSources, didYouMean, directories, type Source, type SourceSet, YangErrors } from '../yang/index.js';

/** What was asked for and not found, by the words that the compiler says it with. */
type Missing = Map<string, { readonly name: string; readonly revision: string | undefined }>;

export class Repository implements SourceSet {
  readonly #sources: SourceSet;
  readonly #searched: readonly string[];
  readonly #missing: Missing = new Map();

  /**
   * @param folders of the user's, searched before the shipped models
   * @param given texts that have their module's name without a revision
   * @throws UsageError naming a folder that cannot be read
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

  /** The modules and submodules that are there, by the names of their files. */
  names(): readonly string[] {
    const files = this.#searched.flatMap((folder) => readdirSync(folder)).filter((file) => MODULE_FILE.test(file));
    return [...new Set([...this.given.keys(), ...files.map((file) => basename(file).replace(MODULE_FILE, ''))])];
  }

  /** Runs a compilation; errors about modules that were not found then say which there are. */
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
