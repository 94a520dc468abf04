/** TypeScript types from a schema: one file per module, and an index that joins their maps. */
import type { Schema } from '../../yang/index.js';
import type { GeneratedFile } from '../generated-file.js';
import { Aliases } from './aliases.js';
import { defaultsText } from './defaults-file.js';
import { moduleFile } from './module-file.js';
import { MAPS, moduleNames } from './names.js';
import { providerFile } from './provider-file.js';
import { type PathSelection, selector } from './selection.js';

export type { PathSelection } from './selection.js';

export interface TypesOptions extends PathSelection {
  /** The command that generates the files; the first comment of each file names it. */
  readonly madeBy?: string;
  /** Also writes the types of providers. Default: false. */
  readonly providers?: boolean;
}

/**
 * Generates types of `modules` (implemented by the schema): one `<module>.ts` each, and `index.ts` with the joined maps
 * `Data`, `Rpcs`, `Actions`, `Notifications`, `Structures`. With `providers` also `<module>.provider.ts` each,
 * `providers.ts` with the joined map `Configuration`, and `defaults.ts` with the constant `INPUT_DEFAULTS`.
 * @throws Error naming a module that the schema does not have, or a path that does not exist
 */
export function generateTypes(schema: Schema, modules: readonly string[], options: TypesOptions = {}): GeneratedFile[] {
  const names = moduleNames(modules);
  const isSelected = selector(schema, options);
  const aliases = new Aliases(schema, names, isSelected);
  const head = `// Made from the YANG models by "${options.madeBy ?? 'yangent generate types'}"; do not edit.\n`;
  const found = modules.map((name) => {
    const module = schema.modules.get(name);
    if (!module) throw new Error(`the schema has no module "${name}"`);
    return module;
  });
  const files = found.flatMap((module) => {
    const file = { name: names.get(module.name) ?? '', aliases, isSelected, head };
    const written = moduleFile(schema, module, file);
    return options.providers ? [written, providerFile(schema, module, written, file)] : [written];
  });
  const joined = [{ file: 'index.ts', text: `${head}${indexText(names)}` }];
  if (options.providers) {
    joined.push({ file: 'providers.ts', text: `${head}${providersText(names)}` });
    joined.push({ file: 'defaults.ts', text: `${head}\n${defaultsText(schema, found, isSelected)}` });
  }
  return [...files.map(({ file, text }) => ({ file, text })), ...joined];
}

function providersText(names: ReadonlyMap<string, string>): string {
  const imports = [...names].map(([module, name]) => `import type { ${name}Config } from './${module}.provider.js';\n`);
  const exports = [...names].map(([module]) => `export type * from './${module}.provider.js';\n`);
  const parts = [...names.values()].map((name) => `${name}Config`).join(', ');
  const map = `/** Configuration of all modules, by data path, with the defaults in use. */\nexport interface Configuration extends ${parts} {}\n`;
  return `${imports.join('')}\n${exports.join('')}\n${map}`;
}

function indexText(names: ReadonlyMap<string, string>): string {
  const modules = [...names];
  const imports = modules.map(([module, name]) => {
    const imported = MAPS.map((map) => `${name}${map}`).join(', ');
    return `import type { ${imported} } from './${module}.js';\n`;
  });
  const exports = modules.map(([module]) => `export type * from './${module}.js';\n`);
  const maps = MAPS.map((map) => {
    const parts = modules.map(([, name]) => `${name}${map}`).join(', ');
    return `/** ${map} of all modules. */\nexport interface ${map} extends ${parts} {}\n`;
  });
  return `${imports.join('')}\n${exports.join('')}\n${maps.join('\n')}`;
}
