import { Command } from 'commander';
import { accessPath, addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { domainOf } from './domains.js';
import { bagsOf, certificatesEdit } from './proofs.js';

export function certificateCommand(): Command {
  return addTargetOptions(new Command('certificate'))
    .description('replace the certificate that proves the nodes of a trust domain, when these have another one')
    .argument('<domain>', 'name of the domain')
    .argument('<file>', 'the certificate of the nodes, or of its authority, in PEM; several for a time of change')
    .action((name: string, file: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const { by = {} } = await domainOf(node, name);
        const bag = by['node-bag'] ?? bagsOf(name).nodes;
        const nodeBag = { 'yangent-access:node-bag': bag };
        await node.yangPatch('/', [
          await certificatesEdit(bag, file),
          { operation: 'replace', target: `${accessPath('trust-domain', name)}/by/node-bag`, value: nodeBag },
        ]);
        console.log(`the nodes of ${name} are proved by the certificates in ${file}`);
      }),
    );
}
