import { Command } from 'commander';
import { isObject } from '../../data/index.js';
import { textOf } from '../../data/rfc7951/members.js';
import { addForceOption, type OutFileFlags, writeOutFile } from '../out-file.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';

interface Flags extends TargetFlags, OutFileFlags {
  readonly out?: string;
}

export function checkpointCommand(): Command {
  return addTargetOptions(addForceOption(new Command('checkpoint')))
    .description('take a signed checkpoint of the log; keep it elsewhere, to see later whether the log was rewritten')
    .option('--out <file>', 'write it to a file')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const answer = await node.invoke('yangent-audit:checkpoint');
        const note = textOf(isObject(answer) ? answer : {}, 'checkpoint') ?? '';
        if (flags.out === undefined) process.stdout.write(note);
        else writeOutFile(flags.out, note, flags);
      }),
    );
}
