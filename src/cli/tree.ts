import { Command } from 'commander';
import { treeDiagram } from '../bindings/index.js';
import { compileNamed, featureOption, type ModelFlags, yangOption } from './models.js';

export function treeCommand(): Command {
  return new Command('tree')
    .description('print modules as tree diagrams (RFC 8340)')
    .argument('<module...>', 'module names')
    .addOption(yangOption())
    .addOption(featureOption())
    .addHelpText('after', '\nExample:\n  yangent tree irtf-agent yangent-tasks')
    .action((modules: string[], flags: ModelFlags) => {
      const schema = compileNamed(modules, flags);
      for (const module of modules) console.log(treeDiagram(schema, module));
    });
}
