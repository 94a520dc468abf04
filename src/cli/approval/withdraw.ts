import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { pathOf, readApproval } from './approvals.js';

export function withdrawCommand(): Command {
  return addTargetOptions(new Command('withdraw'))
    .description('take back a request of yours that waits, or that is granted and not used')
    .argument('<id>', 'identifier of the approval')
    .action((id: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await readApproval(node, id);
        await node.action(`${pathOf(id)}/withdraw`, {});
        console.log(`approval ${id} is withdrawn`);
      }),
    );
}
