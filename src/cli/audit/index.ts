/** `yangent audit`: the audit log of a running node, and its archives. */
import { Command } from 'commander';
import { checkpointCommand } from './checkpoint.js';
import { exportCommand } from './export.js';
import { keyCommand } from './key.js';
import { listCommand } from './list.js';
import { proveCommand } from './prove.js';
import { pruneCommand } from './prune.js';
import { verifyCommand } from './verify.js';

export function auditCommand(): Command {
  return new Command('audit')
    .description('list the audit log of a running node, take checkpoints of it, archive, verify, prove and prune it')
    .addCommand(listCommand())
    .addCommand(checkpointCommand())
    .addCommand(keyCommand())
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(proveCommand())
    .addCommand(pruneCommand());
}
