import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { generateTypes } from '../bindings/index.js';
import { collect, compileNamed, featureOption, type ModelFlags, yangOption } from './models.js';

interface Flags extends ModelFlags {
  readonly module: readonly string[];
  readonly out: string;
}

export function generateCommand(): Command {
  const types = new Command('types')
    .description('write TypeScript types of modules: data, RPCs, actions, notifications')
    .requiredOption('--module <name>', 'a module (repeat as needed)', collect, [])
    .requiredOption('--out <dir>', 'where to write; made when missing')
    .addOption(yangOption())
    .addOption(featureOption())
    .addHelpText('after', '\nExample:\n  yangent generate types --yang models --module acme-box --out src/generated')
    .action((flags: Flags) => {
      const schema = compileNamed(flags.module, flags);
      mkdirSync(flags.out, { recursive: true });
      for (const { file, text } of generateTypes(schema, flags.module)) {
        writeFileSync(join(flags.out, file), text);
        console.log(join(flags.out, file));
      }
    });
  return new Command('generate').description('write what is derived from the models').addCommand(types);
}
