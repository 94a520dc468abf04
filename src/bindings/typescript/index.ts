/** Schema to TypeScript: one file a module, and an index that joins their maps. */
import type { Schema } from '../../yang/index.js';
import type { GeneratedFile } from '../generated-file.js';
import { Aliases } from './aliases.js';
import { moduleFile } from './module-file.js';
import { MAPS, moduleNames } from './names.js';
import { type PathSelection, selector } from './selection.js';

export type { PathSelection } from './selection.js';

export interface TypesOptions extends PathSelection {
  /** The command that makes the files, for the comment at their start. */
  readonly madeBy?: string;
}

/**
 * Types of `modules` (which the schema implements): `<module>.ts` each, and `index.ts` with the joined maps
 * `Data`, `Rpcs`, `Actions`, `Notifications`, `Structures`.
 * @throws Error naming a module that the schema does not have, or a path that leads nowhere
 */
export function generateTypes(schema: Schema, modules: readonly string[], options: TypesOptions = {}): GeneratedFile[] {
  const names = moduleNames(modules);
  const isSelected = selector(schema, options);
  const aliases = new Aliases(schema, names, isSelected);
  const head = `// Made from the YANG models by "${options.madeBy ?? 'yangent generate types'}"; do not edit.\n`;
  const files = modules.map((name) => {
    const module = schema.modules.get(name);
    if (!module) throw new Error(`the schema has no module "${name}"`);
    return moduleFile(schema, module, { name: names.get(name) ?? '', aliases, isSelected, head });
  });
  return [...files, { file: 'index.ts', text: `${head}${indexText(names)}` }];
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
