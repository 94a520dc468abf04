import { Command } from 'commander';
import { capabilityLines } from '../grant/text.js';
import {
  addTargetOptions,
  child,
  entries,
  type Members,
  numeric,
  type TargetFlags,
  text,
  texts,
  withNode,
} from '../remote/index.js';
import { labelled } from '../terminal/index.js';
import { domainOf, stateOf } from './paths.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show a trust domain: by what it proves itself, what its members may do, and why callers were refused')
    .argument('<domain>', 'name of the domain')
    .option('--json', 'print it as one JSON document')
    .action((name: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const domain = await domainOf(node, name);
        console.log(flags.json ? JSON.stringify(domain) : domainText(domain));
      }),
    );
}

function domainText(domain: Members): string {
  const by = child(domain, 'by');
  const members = child(domain, 'members');
  const lines = (each: readonly string[]) => each.join('\n');
  return labelled([
    ['domain', text(domain, 'name')],
    ['state', stateOf(domain)],
    ['token issuers', lines(texts(by, 'token-issuer'))],
    ['certificates', text(by, 'certificate-bag')],
    ['SSH certificates', text(by, 'ssh-bag')],
    ['identifiers', lines([...texts(by, 'did'), ...texts(by, 'did-host')])],
    ['nodes', lines(texts(by, 'node-host'))],
    ['needs credentials', texts(domain, 'require-credential').join(', ')],
    ['members', `${text(members, 'kind') ?? 'agent'}s`],
    ['groups', texts(members, 'group').join(', ')],
    ['may', lines(capabilityLines(domain, 'permit'))],
    ['is sent', lines(capabilityLines(domain, 'send'))],
    ['unbound tokens', domain['proof-of-possession'] === false ? 'count' : 'are refused'],
    ['accepted', String(numeric(domain, 'accepted') ?? 0)],
    ['refused', lines(entries(domain, 'refused').map(({ reason, count }) => `${String(reason)} ${String(count)}`))],
  ]);
}
