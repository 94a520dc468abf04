import { Command } from 'commander';
import type { YangEdit } from '../../clients/index.js';
import { accessPath, addTargetOptions, type TargetFlags, type TrustDomain, withNode } from '../remote/index.js';
import { domainOf } from './domains.js';
import { bagPath, bagsOf } from './proofs.js';

export function removeCommand(): Command {
  return addTargetOptions(new Command('remove'))
    .description('forget a trust domain: its callers are refused, and their sessions end')
    .argument('<domain>', 'name of the domain')
    .addHelpText('after', '\n"yangent trust suspend" refuses them, too, and can be taken back.')
    .action((name: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        const domain = await domainOf(node, name);
        const issuers = domain.by?.['token-issuer'] ?? [];
        await node.yangPatch('/', [
          { operation: 'delete', target: accessPath('trust-domain', name) },
          ...ownBags(domain),
        ]);
        console.log(`trust domain ${name} is removed`);
        console.log(
          `no local user gets a name that ends in @${name}; members of a domain that is added under this name are new ones`,
        );
        if (issuers.length > 0) console.log(`its token issuers stay, and let no one in: ${issuers.join(', ')}`);
      }),
    );
}

/** Returns the edits that remove the bags which "yangent trust add" has made. */
function ownBags({ name, by = {} }: TrustDomain): readonly YangEdit[] {
  const own = bagsOf(name);
  const paths = [
    ...(by['node-bag'] === own.nodes ? [bagPath.certificates(own.nodes)] : []),
    ...(by['certificate-bag'] === own.members ? [bagPath.certificates(own.members)] : []),
    ...(by['ssh-bag'] === own.members ? [bagPath.publicKeys(own.members)] : []),
  ];
  return paths.map((target) => ({ operation: 'remove', target }));
}
