import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../../remote/index.js';
import { deleteEntries } from '../delete-entries.js';
import { missingTrigger, readTriggers } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function deleteTriggerCommand(): Command {
  return addTargetOptions(new Command('delete'))
    .description('delete triggers, all or none; the runs that they have started go on')
    .argument('<name...>', 'the names of the triggers')
    .option('--json', 'print what was deleted as one JSON array')
    .addHelpText('after', '\nExample:\n  yangent workflow trigger delete nightly')
    .action((names: string[], { json, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const present = (await readTriggers(node)).map(({ name }) => name);
        const deleted = await deleteEntries(node, 'trigger', names, { present, missing: missingTrigger });
        console.log(json ? JSON.stringify(deleted) : deleted.map(({ name }) => `deleted ${name}`).join('\n'));
      }),
    );
}
