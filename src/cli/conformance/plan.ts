/** The modules of a schema case: those loaded before, and the module under test. */
import type { Source } from '../../yang/index.js';
import type { ModuleTexts, SchemaCase } from './cases.js';
import { isComplete } from './modules.js';

export interface PlannedModule {
  readonly name: string;
  readonly revision: string | undefined;
  readonly features: readonly string[] | '*';
}

export interface Plan {
  readonly tested: Source | undefined;
  readonly others: readonly Source[];
  /** The other modules that were loaded before. */
  readonly loaded: readonly Source[];
  /** Modules in the order of loading, the module under test last. */
  readonly implement: readonly PlannedModule[];
}

export function planOf({ modules, main, features, context }: SchemaCase, texts: ModuleTexts): Plan {
  const given = sourcesOf(modules, texts);
  const tested = given[main];
  const { name, revision } = nameOf(tested?.file ?? '');
  const others = given.filter((source) => source !== tested);
  const loaded = others.filter((one) => context.some(({ name, rev }) => isOf(one, name, rev)));
  // Loaded modules stay implemented, except those whose submodules the case does not have.
  const before = context.filter(
    ({ impl, name, rev }) => impl === 1 && loaded.some((one) => isOf(one, name, rev) && isComplete(one, others)),
  );
  return {
    tested,
    others,
    loaded,
    implement: [
      ...before.map(({ name, rev, feat }) => ({ name, revision: rev ?? undefined, features: selection(feat) })),
      { name, revision, features: selection(features ?? []) },
    ],
  };
}

export const sourcesOf = (keys: readonly string[], texts: ModuleTexts): readonly Source[] =>
  keys.flatMap((key) => texts.get(key) ?? []);

export const selection = (names: readonly string[]): readonly string[] | '*' => (names.includes('*') ? '*' : names);

/** Parses a file name: `name@revision.yang`. */
function nameOf(file: string): { readonly name: string; readonly revision: string | undefined } {
  const [, name = '', revision] = /^([^@]*)(?:@([0-9-]+))?\.(?:yang|yin)$/.exec(file) ?? [];
  return { name, revision };
}

function isOf({ file }: Source, wanted: string, rev: string | null): boolean {
  const { name, revision } = nameOf(file);
  return name === wanted && (rev === null || revision === rev);
}
