/** `yangent data`: the stored configuration of a node that does not run. */
import { Command } from 'commander';
import { checkCommand } from './check.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { migrateCommand } from './migrate.js';

export function dataCommand(): Command {
  return new Command('data')
    .description('check, export, import or migrate the stored configuration of a stopped node')
    .addCommand(checkCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(migrateCommand())
    .addHelpText('after', '\nExample:\n  yangent data check --data /var/lib/yangent');
}
