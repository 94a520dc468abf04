import { Command } from 'commander';
import { addTargetOptions, mergeEntry, type TargetFlags, withNode } from '../remote/index.js';
import { domainOf } from './domains.js';

export function suspendCommand(): Command {
  return switching('suspend', 'refuse all callers of a trust domain from now on, and end their sessions', false);
}

export function resumeCommand(): Command {
  return switching('resume', 'let the callers of a trust domain in again', true);
}

const DONE = { suspend: 'is suspended', resume: 'is in force again' } as const;

function switching(name: keyof typeof DONE, description: string, enabled: boolean): Command {
  return addTargetOptions(new Command(name))
    .description(description)
    .argument('<domain>', 'name of the domain')
    .action((domain: string, flags: TargetFlags) =>
      withNode(flags, async (node) => {
        await domainOf(node, domain);
        await mergeEntry(node, 'trust-domain', { name: domain, enabled });
        console.log(`trust domain ${domain} ${DONE[name]}`);
      }),
    );
}
