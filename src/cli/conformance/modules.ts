/** The module repository that a case is compiled from. */
import { modelDirectories } from '../../node/index.js';
import {
  combineSources,
  directories,
  parseModule,
  type Source,
  type SourceSet,
  type Statement,
  sourceTexts,
  YangErrors,
} from '../../yang/index.js';

/**
 * Returns the module under test, then the other texts of its case, then the standard modules, which every engine has.
 * `loaded`: the modules that the case says were loaded before. Their missing submodules count as empty: the module
 * under test is not at fault. Any other missing submodule is an error.
 */
export function repositoryOf(
  main: Source | undefined,
  others: readonly Source[],
  loaded: readonly Source[] = [],
): SourceSet {
  return combineSources(
    sourceTexts(main ? [main] : []),
    sourceTexts(others),
    STANDARD,
    sourceTexts(emptySubmodules(loaded)),
  );
}

/** Kept for the whole run: each file is read once. */
const STANDARD = directories(modelDirectories);

/** True when the texts hold all submodules of a module and of the modules that it imports. */
export function isComplete(module: Source, texts: readonly Source[]): boolean {
  const known = sourceTexts(texts);
  const pending = [module];
  const seen = new Set(pending);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    for (const { keyword, argument = '' } of statementOf(one)?.statements ?? []) {
      if (keyword !== 'include' && keyword !== 'import') continue;
      const other = known.find(argument);
      if (other === undefined && keyword === 'include') return false;
      if (other === undefined || seen.has(other)) continue;
      seen.add(other);
      pending.push(other);
    }
  }
  return true;
}

/** Returns an empty submodule for each `include` of the modules. */
export function emptySubmodules(modules: readonly Source[]): readonly Source[] {
  return modules.flatMap((source) => {
    const module = statementOf(source);
    const included = module?.statements.filter(({ keyword }) => keyword === 'include') ?? [];
    return module ? included.map(({ argument = '' }) => emptySubmodule(argument, module)) : [];
  });
}

function emptySubmodule(name: string, module: Statement): Source {
  const argument = (keyword: string) => module.statements.find((one) => one.keyword === keyword)?.argument;
  const version = argument('yang-version');
  return {
    file: `${name}.yang`,
    text: `submodule ${name} {
  ${version === undefined ? '' : `yang-version ${version};`}
  belongs-to ${module.argument} { prefix ${argument('prefix')}; }
}`,
  };
}

function statementOf({ text, file }: Source): Statement | undefined {
  try {
    return parseModule(text, file);
  } catch (error) {
    if (error instanceof YangErrors) return undefined;
    throw error;
  }
}
