/** `yangent data`: the stored configuration of a stopped node. */
import { Command } from 'commander';
import { checkCommand } from './check.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { migrateCommand } from './migrate.js';
import { newKeysCommand } from './new-keys.js';

export function dataCommand(): Command {
  return new Command('data')
    .description('check, export, import or migrate what a stopped node has stored')
    .addCommand(checkCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(migrateCommand())
    .addCommand(newKeysCommand())
    .addHelpText('after', '\nExample:\n  yangent data check --data /var/lib/yangent');
}
