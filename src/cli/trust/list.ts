import { Command } from 'commander';
import { addTargetOptions, readAccess, type TargetFlags, type TrustDomain, withNode } from '../remote/index.js';
import { table } from '../terminal/index.js';
import { refusedOf, stateOf } from './domains.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the trust domains, with how many of their callers got in and did not')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const domains = await readAccess(node, 'trust-domain');
        if (flags.json) console.log(JSON.stringify(domains));
        else if (domains.length === 0) console.log('the node has no trust domains');
        else console.log(table(HEADINGS, domains.map(rowOf)));
      }),
    );
}

const HEADINGS = ['DOMAIN', 'STATE', 'GROUPS', 'ACCEPTED', 'REFUSED'];

function rowOf(domain: TrustDomain) {
  const { name, members, accepted = '0' } = domain;
  return [name, stateOf(domain), (members?.group ?? []).join(', '), accepted, String(refusedOf(domain))];
}
