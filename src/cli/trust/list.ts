import { Command } from 'commander';
import {
  addTargetOptions,
  child,
  type Members,
  numeric,
  type TargetFlags,
  text,
  texts,
  withNode,
} from '../remote/index.js';
import { table } from '../terminal/index.js';
import { domainsOf, refusedOf, stateOf } from './paths.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the trust domains, with how many of their callers got in and did not')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const domains = await domainsOf(node);
        if (flags.json) console.log(JSON.stringify(domains));
        else if (domains.length === 0) console.log('the node has no trust domains');
        else console.log(table(HEADINGS, domains.map(rowOf)));
      }),
    );
}

const HEADINGS = ['DOMAIN', 'STATE', 'GROUPS', 'ACCEPTED', 'REFUSED'];

function rowOf(domain: Members) {
  return [
    text(domain, 'name') ?? '',
    stateOf(domain),
    texts(child(domain, 'members'), 'group').join(', '),
    String(numeric(domain, 'accepted') ?? 0),
    String(refusedOf(domain)),
  ];
}
