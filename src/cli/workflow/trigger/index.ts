/** `yangent workflow trigger`: what starts workflows by itself. */
import { Command } from 'commander';
import { deleteTriggerCommand } from './delete.js';
import { fireCommand } from './fire.js';
import { listTriggersCommand } from './list.js';
import { loadTriggersCommand } from './load.js';

export function triggerCommand(): Command {
  return new Command('trigger')
    .description('list, load, fire and delete triggers, which start workflows at times and for notifications')
    .addCommand(listTriggersCommand())
    .addCommand(loadTriggersCommand())
    .addCommand(fireCommand())
    .addCommand(deleteTriggerCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent workflow trigger load nightly.yaml
  yangent workflow trigger list
  yangent workflow trigger fire nightly --watch`,
    );
}
