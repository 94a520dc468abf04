import { Command } from 'commander';
import { UsageError } from '../../node/index.js';
import { addTargetOptions, membersOf, type TargetFlags, text, valueAt, withNode } from '../remote/index.js';

export function keyCommand(): Command {
  return addTargetOptions(new Command('key'))
    .description('print the key that signs checkpoints of the log, NAME+ID+KEY, as --key takes it')
    .action((flags: TargetFlags) =>
      withNode(flags, async (node, { url }) => {
        const key = text(membersOf(await valueAt(node, '/yangent-audit:audit/log/key')), 'yangent-audit:key');
        if (key === undefined) throw new UsageError(`${url} does not show its audit log to this user`);
        console.log(key);
      }),
    );
}
