/** `inject`: a person corrects what a step gave, for the steps that have not begun. */
import { Command } from 'commander';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { type GoingOnFlags, letGoOn, WATCH_OPTION } from './going-on.js';
import { parseObject } from './options.js';
import { runPath } from './records.js';

interface Flags extends TargetFlags, GoingOnFlags {
  readonly reason: string;
}

export function injectCommand(): Command {
  return addTargetOptions(new Command('inject'))
    .description('correct the output of a step that has ended, for those that have not begun')
    .argument('<run>', STEERED_ARGUMENT)
    .argument('<step>', 'the step; of a for-each the output cannot be replaced')
    .argument('<json>', 'the output, a JSON object, or - to read it from standard input', parseObject)
    .requiredOption('--reason <text>', 'why, for the record')
    .option(...WATCH_OPTION)
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText(
      'after',
      `\nExample:\n  yangent workflow inject repair find '{"fault":{"link":"north-2/uplink"}}' --reason "the other link is down"`,
    )
    .action((name: string, step: string, output: object, { reason, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, name, user);
        await letGoOn(node, id, flags, async () => {
          const answer = membersOf(await node.action(`${runPath(id)}/inject`, { node: step, output, reason }));
          const state = text(answer, 'state') ?? '';
          return {
            text: `step ${step} of run ${id} has the output that you gave; the run is ${state}`,
            json: { id, step, state },
          };
        });
      }),
    );
}
