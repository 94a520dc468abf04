import { Command } from 'commander';
import { treeDiagram } from '../bindings/index.js';
import { compileGiven, featureOption, type ModelFlags, yangOption } from './models.js';
import { type Paint, paintFor } from './paint.js';

interface Flags extends ModelFlags {
  readonly json?: boolean;
}

export function treeCommand(): Command {
  return new Command('tree')
    .description('print modules as tree diagrams (RFC 8340)')
    .argument('<module...>', 'names of modules, or YANG files')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--json', 'print the diagrams as one JSON document, by module')
    .addHelpText(
      'after',
      `
Examples:
  yangent tree irtf-agent yangent-tasks       modules that come with yangent
  yangent tree --yang models acme-box         a module of your own, by its name
  yangent tree models/acme-box.yang           or by its file
  yangent tree --feature ietf-netconf:candidate,startup ietf-netconf
`,
    )
    .action((given: string[], flags: Flags) => {
      const { schema, modules } = compileGiven(given, flags);
      const diagrams = modules.map((module): [string, string] => [module, treeDiagram(schema, module)]);
      if (flags.json) console.log(JSON.stringify(Object.fromEntries(diagrams)));
      else console.log(diagrams.map(([, text]) => painted(text, paintFor(process.stdout))).join('\n\n'));
    });
}

/** Paints a tree: bold headings, dim branches and flags, coloured conditions. */
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
