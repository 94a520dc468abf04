import { Command } from 'commander';
import { addForceOption, type OutFileFlags, writeOutFile } from '../out-file.js';
import { addTargetOptions, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { newestRun, RUN_ARGUMENT } from './find-run.js';
import { runPath } from './records.js';

interface Flags extends TargetFlags, OutFileFlags {
  readonly checkpoint?: string;
  readonly out?: string;
}

/** Values are of those who see the run. */
const PRIVATE = 0o600;

export function exportCommand(): Command {
  return addForceOption(addTargetOptions(new Command('export')))
    .description('write a run as one document, which "yangent workflow verify" checks without a node')
    .argument('<run>', RUN_ARGUMENT)
    .option('--checkpoint <id>', 'only what was before this checkpoint')
    .option('--out <file>', 'write it to this file; default: standard output')
    .action((run: string, { checkpoint, out, force, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const id = await newestRun(node, run);
        const { document = '' } = {
          document: text(membersOf(await node.action(`${runPath(id)}/export`, { checkpoint })), 'document'),
        };
        if (out === undefined) console.log(document);
        else writeOutFile(out, `${document}\n`, { ...(force === undefined ? {} : { force }) }, PRIVATE);
      }),
    );
}
