/** `yangent workflow`: the workflows of a running node, and their runs. */
import { Command } from 'commander';
import { checkCommand } from './check.js';
import { checkpointCommand } from './checkpoint.js';
import { deleteCommand } from './delete.js';
import { exportCommand } from './export.js';
import { graphCommand } from './graph.js';
import { injectCommand } from './inject.js';
import { keysCommand } from './keys.js';
import { listCommand } from './list.js';
import { loadCommand } from './load.js';
import { migrateCommand } from './migrate.js';
import { planCommand } from './plan.js';
import { acknowledgeCommand, rollbackCommand } from './rollback.js';
import { runsCommand } from './runs.js';
import { showCommand } from './show.js';
import { signalCommand } from './signal.js';
import { startCommand } from './start.js';
import { cancelCommand, pauseCommand, resumeCommand } from './steer.js';
import { retryCommand, setOutputCommand, skipCommand } from './step-actions.js';
import { triggerCommand } from './trigger/index.js';
import { verifyCommand } from './verify.js';
import { approveCommand, rejectCommand, waitingCommand } from './votes.js';
import { watchCommand } from './watch.js';

export function workflowCommand(): Command {
  return new Command('workflow')
    .description('check, load, plan, start, watch, steer and trigger workflows of a running node')
    .addCommand(checkCommand())
    .addCommand(loadCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(deleteCommand())
    .addCommand(graphCommand())
    .addCommand(planCommand())
    .addCommand(startCommand())
    .addCommand(runsCommand())
    .addCommand(watchCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(cancelCommand())
    .addCommand(retryCommand())
    .addCommand(skipCommand())
    .addCommand(setOutputCommand())
    .addCommand(injectCommand())
    .addCommand(migrateCommand())
    .addCommand(signalCommand())
    .addCommand(checkpointCommand())
    .addCommand(rollbackCommand())
    .addCommand(acknowledgeCommand())
    .addCommand(exportCommand())
    .addCommand(keysCommand())
    .addCommand(verifyCommand())
    .addCommand(waitingCommand())
    .addCommand(approveCommand())
    .addCommand(rejectCommand())
    .addCommand(triggerCommand())
    .addHelpText(
      'after',
      `
Examples:
  yangent workflow check repair.yaml
  yangent workflow load repair.yaml
  yangent workflow start repair --input '{"site":"north"}' --watch
  yangent workflow runs --state failed
  yangent workflow retry repair
  yangent workflow waiting`,
    );
}
