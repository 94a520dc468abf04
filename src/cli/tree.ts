import { Command } from 'commander';
import { treeDiagram } from '../bindings/index.js';
import { compileNamed, featureOption, type ModelFlags, yangOption } from './models.js';
import { type Paint, paintFor } from './paint.js';

interface Flags extends ModelFlags {
  readonly json?: boolean;
}

export function treeCommand(): Command {
  return new Command('tree')
    .description('print modules as tree diagrams (RFC 8340)')
    .argument('<module...>', 'module names')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--json', 'print the diagrams as one JSON document, by module')
    .addHelpText('after', '\nExample:\n  yangent tree irtf-agent yangent-tasks')
    .action((modules: string[], flags: Flags) => {
      const schema = compileNamed(modules, flags);
      const diagrams = modules.map((module): [string, string] => [module, treeDiagram(schema, module)]);
      if (flags.json) console.log(JSON.stringify(Object.fromEntries(diagrams)));
      else for (const [, text] of diagrams) console.log(painted(text, paintFor(process.stdout)));
    });
}

/** Headings stand out, branches and flags stand back, conditions differ. */
function painted(text: string, paint: Paint): string {
  return text
    .split('\n')
    .map((line) => {
      const [, branch, rest = ''] = /^((?: |\|)*[+xo]--(?:rw|ro|mp|-[wxnu-])? ?)(.*)$/.exec(line) ?? [];
      if (branch === undefined) return paint(line, 'bold');
      const [, node = '', condition = ''] = /^(.*?)( \{.*\}\?)?$/.exec(rest) ?? [];
      return `${paint(branch, 'dim')}${node}${paint(condition, 'yellow')}`;
    })
    .join('\n');
}
