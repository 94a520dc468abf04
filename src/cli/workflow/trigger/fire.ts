import { Command } from 'commander';
import { ExitCode } from '../../exit.js';
import { addTargetOptions, membersOf, type TargetFlags, text, valueAt, withNode } from '../../remote/index.js';
import { WATCH_OPTION } from '../going-on.js';
import { parseObject } from '../options.js';
import { watch } from '../watching.js';
import { missingTrigger, triggerPath } from './records.js';

interface Flags extends TargetFlags {
  readonly event?: Readonly<Record<string, unknown>>;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export function fireCommand(): Command {
  return addTargetOptions(new Command('fire'))
    .description('fire a trigger now, also when it is disabled; for its owner and operators')
    .argument('<name>', 'the name of the trigger')
    .option(
      '--event <json>',
      'the event of which its expressions make the input, a JSON object, or - to read it from standard input',
      parseObject,
    )
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      `
Without --event, the event of a schedule is the present time, and that of a notification an empty object.

Examples:
  yangent workflow trigger fire nightly --watch
  yangent workflow trigger fire failed-task --event '{"to":"north"}'`,
    )
    .action((name: string, { event, watch: isWatched, json, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const path = triggerPath(name);
        if ((await valueAt(node, path, { fields: 'name' })) === undefined) throw missingTrigger(name);
        const run = text(membersOf(await node.action(`${path}/fire`, { event })), 'run');
        if (run === undefined) waits(name, isWatched, json);
        else if (isWatched) {
          if (!json && !process.stdout.isTTY) console.log(`run ${run} has started`);
          await watch(node, run, json ? { json: 'end' } : {});
        } else
          console.log(json ? JSON.stringify({ name, run }) : `run ${run} has started\n  yangent workflow watch ${run}`);
      }),
    );
}

/** Says that the run has not begun; there is nothing to watch then. */
function waits(name: string, isWatched: boolean | undefined, json: boolean | undefined): void {
  console.log(json ? JSON.stringify({ name }) : `the run of trigger ${name} waits until those before it have ended`);
  if (isWatched) process.exitCode = ExitCode.negative;
}
