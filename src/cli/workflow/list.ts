import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { type Cell, table } from '../terminal/index.js';
import { type Definition, readDefinitions } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the workflows of a running node')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const definitions = await readDefinitions(node);
        if (flags.json) console.log(JSON.stringify(definitions));
        else if (definitions.length === 0) console.log('no workflows; load one with: yangent workflow load FILE');
        else console.log(table(HEADINGS, definitions.map(row)));
      }),
    );
}

const HEADINGS = ['NAME', 'VERSION', 'NODES', 'STATE', 'DESCRIPTION'];

function row(definition: Definition): (string | Cell)[] {
  const { name, version, node, description = '' } = definition;
  return [name, version, String(node.length), stateCell(definition), description];
}

function stateCell({ enabled, finding = [] }: Definition): Cell {
  if (enabled === false) return { text: 'draft', colour: 'grey' };
  const errors = finding.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return { text: `${errors} ${errors === 1 ? 'error' : 'errors'}`, colour: 'red' };
  return { text: 'enabled', colour: 'green' };
}
